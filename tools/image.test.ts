import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { calls } from '../contract/calls.ts';
import { GENERAL_INVITE_PICTURE, invitePicturePath } from '../contract/link-previews.ts';
import { inviteLink, pathTo } from '../contract/screens.ts';
import { TWILIO_SETTINGS } from '../testing/fakes/fake-twilio.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { type Image, isRoot, layOutImage } from './image-layout.ts';

const run = promisify(execFile);
const KEY = 'a-key-of-the-back-end-for-the-tests';
const PHONE = '+15550001111';
const user = isRoot ? 'a user who cannot change it' : 'its owner, because only root can be another';

describe(`the image, carried out in a folder from the lines of deploy/Dockerfile and run by ${user},`, () => {
  let image: Image;
  let env: Record<string, string>;
  let program = '';
  let server: ServerProcess;
  let data = '';
  before(async () => {
    image = await layOutImage();
    [program = ''] = image.words['ENTRYPOINT'] ?? [];
    data = join(image.folder, 'data');
    // compose.yaml passes the settings that are not set as empty texts.
    const empty = { IDENTITY: '', METRICS_TOKEN: '', SMTP_URL: '', MAIL_PER_DAY: '' };
    const given = { PUBLIC_URL: 'https://impromptu.example', APP_API_KEYS: KEY };
    env = { ...empty, ...given, ...TWILIO_SETTINGS, ...image.env, HOST: '127.0.0.1', PORT: '0' };
    server = await startServer({ program, env, as: image.as });
  });
  after(async () => {
    await server.stop();
    await image.remove();
  });

  const site = (...words: string[]) => run(program, words, { env, ...image.as });
  const ask = (path: string, method = 'GET', body?: object) =>
    fetch(`${server.url}${path}`, {
      ...{ method, ...(body && { body: JSON.stringify(body) }) },
      headers: { 'content-type': 'application/json', authorization: `Bearer ${KEY}` },
    });

  test('is ready, and everything that needs a package works', async () => {
    assert.deepEqual(image.words['CMD'], ['serve']);
    const joined = await ask(calls.joinWaitlist.path, 'POST', { email: 'ana@example.com' });
    assert.equal(joined.status, 200);
    const stored = await ask(pathTo(calls.putInviter, 'ana'), 'PUT', { username: 'ana_92' });
    assert.equal(stored.status, 200);
    for (const path of ['/readyz', '/', inviteLink('ana'), '/api/openapi.json']) {
      assert.equal((await ask(path)).status, 200, path);
    }
    assert.equal((await ask(calls.getChallenge.path)).status, 200);
    const picture = await (await ask(invitePicturePath('ana'))).bytes();
    const general = await (await ask(GENERAL_INVITE_PICTURE)).bytes();
    assert.ok(Buffer.compare(picture, general) !== 0, 'the picture is drawn');
  });

  test('is healthy while the site runs', async () => {
    const [command = '', ...words] = image.words['HEALTHCHECK'] ?? [];
    const check = (PORT: string) => run(command, words, { env: { ...env, PORT }, ...image.as });
    await check(new URL(server.url).port);
    await assert.rejects(check('1'), { code: 1 });
  });

  test('belongs to another user than the data', async () => {
    const writes = (path: string) =>
      run('sh', ['-c', `test -w "${path}"`], image.as).then(
        () => true,
        () => false,
      );
    for (const path of ['site', 'server/app.ts', 'dist', 'node_modules']) {
      assert.equal(await writes(join(image.as.cwd, path)), !isRoot, path);
    }
    assert.equal(await writes(data), true);
    assert.equal(await writes(join(image.as.cwd, 'node_modules/.cache')), true);
  });

  test('has every command', async () => {
    const users = join(image.folder, 'users.csv');
    await writeFile(users, 'id,username\nben,ben_1\n');
    const news = join(image.folder, 'news.txt');
    await writeFile(news, 'News\n\nCome in.');
    const backup = join(data, 'backup.db');
    const whileItRuns = [
      `admin add ${PHONE} --waitlist`,
      'app ios paused',
      'audit',
      'waitlist',
      'export waitlist',
      `import users ${users}`,
      'erase waitlist ana@example.com',
      'launch',
      'mail list',
      `mail preview ${join(data, 'letters')}`,
      `mailing preview ${news} ${join(data, 'letters')}`,
      'recount',
      'rotate-keys',
      'seed --remove',
      `backup ${backup}`,
    ];
    const stopped = [
      `restore ${backup} --replace`,
      `copy --from ${env['DATABASE_URL']} --to file:${join(data, 'copy.db')}`,
    ];
    for (const command of whileItRuns) await site(...command.split(' '));
    await server.stop();
    for (const command of stopped) await site(...command.split(' '));
    const { stdout: help } = await site('--help');
    const known = [...help.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name);
    const tried = new Set([...whileItRuns, ...stopped].map((command) => command.split(' ')[0]));
    assert.deepEqual(
      known.filter((name) => !tried.has(name)),
      ['serve', 'notices'],
    );
    await assert.rejects(site('notices', 'test'), {
      code: 1,
      stderr: /^The site sends no notices, because neither NOTIFY_URL nor DIGEST_TO is set/,
    });
  });

  test('refuses in one sentence to serve without the build', async () => {
    await rm(join(image.as.cwd, 'dist'), { recursive: true });
    await assert.rejects(site('serve'), {
      code: 1,
      stderr: 'The build is missing. Run npm start, which makes it, or npm run build.\n',
    });
  });
});
