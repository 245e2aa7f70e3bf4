// Long because the tests of starting and stopping the real program use the same set-up.
import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { afterEach, describe, type TestContext, test } from 'node:test';
import manifest from '../package.json' with { type: 'json' };
import { REQUEST_WITHIN_MS } from '../server/http/connections.ts';
import { openStorage } from '../storage/open.ts';
import { createSqliteDatabase } from '../testing/databases/sqlite-test-engine.ts';
import { createTestDatabase } from '../testing/databases/test-databases.ts';
import { TWILIO_SETTINGS } from '../testing/fakes/fake-twilio.ts';
import { exportedAddresses, startSignUps } from '../testing/load/site-load.ts';
import { runProgram, type ServerProcess, startServer } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

describe('./site serve', () => {
  const servers: ServerProcess[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });

  async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
    const server = await startServer({ env });
    servers.push(server);
    return server;
  }

  const signUp = (url: string, email: string) =>
    fetch(`${url}/api/waitlist`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });

  async function accepts(host: string, port: number): Promise<boolean> {
    const socket = connect(port, host);
    const isOpen = await once(socket, 'connect').catch(() => false);
    socket.destroy();
    return isOpen !== false;
  }

  /** @returns a database that is not new, because a server logs one more line when it starts on a new database */
  async function usedDatabase(t: TestContext): Promise<string> {
    const { url, remove } = await createTestDatabase();
    t.after(remove);
    await (await openStorage(url, 'server')).close();
    return url;
  }

  test('serves the home page, logs its address, and logs nothing for a request without errors', async (t) => {
    const server = await start({ DATABASE_URL: await usedDatabase(t) });
    assert.equal((await fetch(`${server.url}/?secret=1`)).status, 200);
    assert.equal((await signUp(server.url, 'ana@example.com')).status, 200);
    await server.stop();
    assert.deepEqual(
      server.log.map((line) => JSON.parse(line).msg),
      [
        `The site is at ${server.url.replace('127.0.0.1', 'localhost')}, version ${manifest.version}`,
        'Visits by robots and by tools such as curl are counted, because only this machine can reach the site.',
        'Stopping after the current requests are answered.',
      ],
    );
    assert.doesNotMatch(server.log.join('\n'), /ana|secret|127\.0\.0\.1|"req"/);
  });

  test('logs at the first start that the database is new, as a warning if other machines can reach the site, and adds ADMIN_PHONES', async (t) => {
    const { url: DATABASE_URL, file, remove } = await createSqliteDatabase();
    t.after(remove);
    const first = await start({ DATABASE_URL, ADMIN_PHONES: '+15550001111' });
    const sentence = `The database ${file} is new, so the site starts without data. If you expected data, check DATABASE_URL.`;
    const linesOf = ({ log }: ServerProcess) =>
      log.map((line) => JSON.parse(line)).filter(({ msg }) => msg.startsWith('The database'));
    assert.deepEqual(
      linesOf(first).map(({ level, msg }) => ({ level, msg })),
      [{ level: 'info', msg: sentence }],
    );
    assert.doesNotMatch(first.log.join(), /"warn"/);
    const exposed = await start({
      DATABASE_URL: `${DATABASE_URL}-2`,
      PUBLIC_URL: 'https://impromptu.example',
      ...TWILIO_SETTINGS,
    });
    assert.deepEqual(
      linesOf(exposed).map(({ level }) => level),
      ['warn'],
    );
    await first.kill();
    const { log } = await start({
      ADMIN_PHONES: '+15550001111,+15550002222',
      FIREBASE_PROJECT_ID: 'impromptu-1234',
      DATABASE_URL,
    });
    const warnings = log.filter((line) => line.includes('"warn"')).join('\n');
    assert.match(warnings, /Of the 2 numbers in ADMIN_PHONES, these are not admins: \+1•+22\./);
    assert.match(warnings, /"IDENTITY is embedded, so these .*: FIREBASE_PROJECT_ID\./);
    assert.doesNotMatch(log.join(), /000(1111|2222)/);
  });

  async function refusal(env: Record<string, string>): Promise<string> {
    const { code, stdout, stderr } = await runProgram(['serve'], { PORT: '0', ...env });
    assert.deepEqual([code, stdout], [1, '']);
    return stderr;
  }

  test('that cannot start ends with one sentence, and leaves no file and no folder behind', async () => {
    const folder = temporaryFolder();
    const longName = 'x'.repeat(300);
    for (const [env, sentence] of [
      [{ PORT: 'abc' }, /^PORT must be a whole number from 0 to 65535, and is 'abc'\.\n$/],
      [{ DATABASE_URL: `file:${folder}/data/${longName}/x.db` }, /ENAMETOOLONG/],
      [{ DATABASE_URL: `file:${folder}/data/more/${longName}` }, /ENAMETOOLONG/],
      [
        { DATABASE_URL: 'file:/proc/nowhere/below/impromptu.db' },
        /^The database \/proc\/nowhere\/below\/impromptu\.db cannot be opened: .*\.\n$/,
      ],
    ] as const) {
      const said = await refusal({ DATABASE_URL: `file:${folder}/data/more/x.db`, ...env });
      assert.match(said, sentence);
      assert.deepEqual(await readdir(folder), [], said);
    }
  });

  test('that cannot listen says in one sentence why', async (t) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    t.after(() => other.close());
    const { port } = other.address() as { port: number };
    const { url: DATABASE_URL, remove } = await createTestDatabase();
    t.after(remove);
    const exposed = { PUBLIC_URL: 'https://impromptu.example', ...TWILIO_SETTINGS };
    for (const [env, sentence] of [
      [
        { PORT: String(port) },
        /^PORT must be a port that is free on 127\.0\.0\.1, and is '\d+', .* try PORT=0, which takes a free one\.\n$/,
      ],
      [{ HOST: '192.0.2.1', ...exposed }, /^HOST must be an address of this machine.*\n$/],
      [{ HOST: 'nowhere.invalid', ...exposed }, /^HOST must be an address of this machine.*\n$/],
    ] as const) {
      const { code, stderr } = await runProgram(['serve'], { PORT: '0', DATABASE_URL, ...env });
      assert.equal(code, 1);
      assert.match(stderr, sentence);
    }
  });

  test('answers every request when it is stopped under load by SIGTERM, and signals that follow change nothing', async () => {
    const server = await start({ RATE_LIMITS: 'off' });
    const load = startSignUps(server.url, 'visitor', { endsWithServer: true });
    await load.reaches(200);
    for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT', 'SIGINT'] as const)
      server.process.kill(signal);
    await load.ended;
    assert.equal(await server.exited, 0);
    assert.deepEqual(load.failures, []);
    assert.deepEqual(await exportedAddresses(server.databaseUrl), load.acknowledged.toSorted());
  });

  test('with HOST=localhost listens on one address of this name, also if the name has two', async () => {
    const server = await start({ HOST: 'localhost' });
    const port = Number(new URL(server.url).port);
    const addresses = await lookup('localhost', { all: true });
    const accepted = await Promise.all(addresses.map(({ address }) => accepts(address, port)));
    assert.equal(accepted.filter((accepts) => accepts).length, 1);
  });

  test('keeps running when its terminal closes, if its log does not go to a terminal, and when its log can no longer be written; meanwhile another server on its file ends with one sentence', async (t) => {
    const { url: DATABASE_URL, remove } = await createSqliteDatabase();
    t.after(remove);
    const server = await start({ DATABASE_URL });
    assert.match(
      await refusal({ DATABASE_URL }),
      /^A server or another command uses .*impromptu\.db\. .*\n$/,
    );
    server.process.kill('SIGHUP');
    assert.equal((await signUp(server.url, 'ana@example.com')).status, 200);
    server.process.stdout?.destroy();
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    for (const _ of [1, 2, 3]) assert.equal((await fetch(server.url, { headers })).status, 200);
  });

  test('stops within the request timeout even if one client sends a byte at a time', async (t) => {
    const server = await start();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => {});
    // Without a Content-Type, the server would answer before it has read the body.
    socket.write(
      'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n',
    );
    const drip = setInterval(() => socket.write(' '), 500);
    t.after(() => clearInterval(drip));
    await fetch(server.url);
    server.process.kill('SIGTERM');
    // Much later, because the machine may be busy. A killed server has no exit code.
    const tooLate = setTimeout(() => server.process.kill('SIGKILL'), 3 * REQUEST_WITHIN_MS);
    t.after(() => clearTimeout(tooLate));
    assert.equal(await server.exited, 0);
  });
});
