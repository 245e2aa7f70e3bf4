import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openStorage, type Storage } from '../storage/open.ts';
import { PROGRAM, runProgram, type ServerProcess, startServer } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const USERS = 'id,username,firstName,profileImageUrl\r\n';
const now = new Date().toISOString();
/** The pause between two looks at the result of an import. */
const LOOK_AGAIN_MS = 50;

describe('./site import, while a server runs,', () => {
  let server: ServerProcess;
  let storage: Storage;
  const folder = temporaryFolder();
  before(async () => {
    server = await startServer();
    storage = await openStorage(server.databaseUrl, 'command');
  });
  after(async () => {
    assert.deepEqual((await storage.recount()).differences, []);
    await storage.close();
    await server.stop();
  });

  function start(parameters: string[], env: Record<string, string> = {}) {
    return spawn(PROGRAM, ['import', ...parameters], {
      env: { DATABASE_URL: server.databaseUrl, ...env },
    });
  }

  /** Runs the command with this input. */
  async function run(subject: string, input: string | Buffer, env: Record<string, string> = {}) {
    const child = start([subject, '-'], env);
    child.stdin.end(input);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code, stdout, stderr };
  }

  async function runOn(subject: string, name: string, content: string) {
    const path = join(folder, name);
    await writeFile(path, content);
    return await runProgram(['import', subject, path], { DATABASE_URL: server.databaseUrl });
  }

  test('adds users from CSV, with quotes, commas and Unicode in their names', async () => {
    const csv = `\ufeffusername, id ,profileImageUrl\r\nana,u/1,/portraits/ana.svg\r\n"Zoë ""Z"", Jr.",u2,\r\n`;
    assert.deepEqual(await runOn('users', 'users.csv', csv), {
      code: 0,
      stdout: '2 stored, 0 known already, 0 refused.\n',
      stderr: '',
    });
    assert.deepEqual(await storage.inviters.find('u/1'), {
      id: 'u/1',
      username: 'ana',
      firstName: null,
      profileImageUrl: '/portraits/ana.svg',
    });
    assert.equal((await storage.inviters.find('u2'))?.username, 'Zoë "Z", Jr.');
  });

  test('adds users from standard input, and replaces known users', async () => {
    const profile = { username: 'old', firstName: 'Old', profileImageUrl: null };
    await storage.inviters.put({ id: 'u1', ...profile });
    const { stdout } = await run('users', 'id,username\nu1,ana\n\nu2,ben');
    assert.equal(stdout, '2 stored, 0 known already, 0 refused.\n');
    const { username, firstName } = (await storage.inviters.find('u1')) ?? {};
    assert.deepEqual([username, firstName], ['ana', null]);
  });

  test('counts an app invite once when its file is imported twice', async () => {
    const profile = { username: 'ana', firstName: null, profileImageUrl: null };
    await storage.inviters.put({ id: 'u1', ...profile });
    const rows = `i1,u1,sent,${now}\ni1,u1,accepted,\ni2,u1,accepted,${now}\n`;
    const csv = `inviteId,refUserId,action,at\n${rows}`;
    const first = await runOn('app-invites', 'invites.csv', csv);
    const second = await runOn('app-invites', 'invites.csv', csv);
    assert.equal(first.stdout, '3 stored, 0 known already, 0 refused.\n');
    assert.equal(second.stdout, '0 stored, 3 known already, 0 refused.\n');
    const { total } = await storage.analytics.totals();
    assert.deepEqual([total.appInvitesSent, total.acceptedInvites], [2, 2]);
  });

  test('stores the valid rows of a file, and reports the lines of the others', async () => {
    const rows = [
      ...['u1,ana,,', 'u2,,,', '"u\n3",ben,,', 'u4,ben', 'u5,c,d', 'u6,eva,,http://x.y/'],
      'u8,a\ufffeb,,',
    ];
    const { code, stdout, stderr } = await run('users', `${USERS}${rows.join('\r\n')}\r\nu7,zoe,,`);
    assert.equal(code, 1);
    assert.equal(stdout, '2 stored, 0 known already, 6 refused.\n');
    assert.deepEqual(
      stderr.split('\n').map((line) => line.split(' ').slice(0, 5).join(' ')),
      [
        'Line 3: A user must',
        'Line 5: The id must',
        'Line 6: It has more',
        'Line 7: It has more',
        'Line 8: The profileImageUrl must',
        'Line 9: The username must',
        '',
      ],
    );
    assert.match(
      stderr,
      /^Line 3: A user must have the texts "id" and "username", may have the texts "firstName" and "profileImageUrl", and must have no other fields: username is missing\.$/m,
    );
    assert.equal((await storage.inviters.find('u7'))?.username, 'zoe');
  });

  test('reports the first 20 refused lines, and how many more were refused', async () => {
    const { code, stderr } = await run(
      'app-invites',
      `inviteId,action\n${'i1,\ni1\n'.repeat(1_500)}`,
    );
    assert.equal(code, 1);
    const lines = stderr.trimEnd().split('\n');
    assert.equal(lines.length, 21);
    assert.match(lines[0] ?? '', /^Line 2: A report must have/);
    assert.match(lines[1] ?? '', /^Line 3: It has more or fewer cells/);
    assert.equal(lines[20], '2980 more lines were refused.');
  });

  test('ends at a row whose end it cannot find, and says after which line it stopped', async () => {
    const { code, stdout, stderr } = await run('users', `${USERS}u1,ana,,\nu2,"ben,,\nu3,zoe,,\n`);
    assert.equal(code, 1);
    assert.match(stdout, /^1 stored, .*\nStopped after line 2\. Run the same command again/);
    assert.match(stderr, /^The row after line 2 .* is not closed\. The import ended there\.\n$/);
  });

  test('accepts images only from the hosts of PROFILE_IMAGE_HOSTS', async () => {
    const rows = `${USERS}u1,a,,https://elsewhere.example/`;
    const { stderr } = await run('users', rows, { PROFILE_IMAGE_HOSTS: 'images.example' });
    assert.equal(stderr, 'Line 2: Profile images may not come from elsewhere.example.\n');
  });

  test('ends cleanly on SIGINT, and reports the last stored line', async () => {
    const child = start(['users', '-']);
    const rows = Array.from({ length: 1_000 }, (_, n) => `row-${n},a,,\n`);
    // The beginning of one more row, because a row ends once more text follows.
    child.stdin.write(`${USERS}${rows.join('')}row-1000,a`);
    while (!(await storage.inviters.find('row-999'))) {
      assert.equal(child.exitCode, null, 'It ended.');
      await setTimeout(LOOK_AGAIN_MS);
    }
    child.kill('SIGINT');
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    assert.equal(code, 130);
    assert.match(
      stdout,
      /^1000 stored.*\nInterrupted after line 1001\. Run the same command again to continue/,
    );
  });

  test('says in one sentence that a file has no rows', async () => {
    const { code, stderr } = await run('users', USERS);
    assert.equal(code, 1);
    assert.equal(stderr, 'Standard input has no rows, so nothing was imported.\n');
  });
});
