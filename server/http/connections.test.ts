import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { calls } from '../../contract/calls.ts';
import { inviteLink, pathTo } from '../../contract/screens.ts';
import { createMigratedSqlite } from '../../testing/databases/sqlite-test-engine.ts';
import { openWriteLock } from '../../testing/databases/test-databases.ts';
import { ANA, VIEW } from '../../testing/databases/test-invites.ts';
import { A_PERSON } from '../../testing/requests/user-agents.ts';
import { createTestApp, siteForSuite } from '../../testing/test-app.ts';

const DRIP_EVERY_MS = 500;
/** If as many wait, visits are refused. */
const MOST_VISITS_WAITING = 4_000;
/** Half of the time for which a writer waits for a lock. */
const ANSWERED_WITHIN_MS = 5_000;

describe('a connection', { concurrency: true }, () => {
  let port: number;
  const site = siteForSuite(createTestApp);
  before(async () => {
    ({ port } = await site.listen());
  });

  async function open(options: { allowHalfOpen?: boolean } = {}): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', ...options });
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  }

  test('that closes in the middle of a body is not logged', async () => {
    const socket = await open();
    socket.write(
      'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    );
    await fetch(`http://127.0.0.1:${port}/healthz`);
    socket.destroy();
    await fetch(`http://127.0.0.1:${port}/healthz`);
    assert.deepEqual(
      site.lines.filter((line) => !line.includes('listening')),
      [],
    );
  });

  test('gets no 400 for invalid data after a request, because it would look like the answer to that request', async () => {
    const socket = await open();
    const body = '{"email":"ana@example.com"}';
    socket.write(
      `POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}NONSENSE\r\n\r\n`,
    );
    assert.doesNotMatch(await text(socket).catch(() => ''), /HTTP\/1\.1 400/);
  });

  const slow: Record<string, string> = {
    headers: 'GET / HTTP/1.1\r\nhost: x\r\nx: ',
    'a body':
      'POST /api/waitlist HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n',
  };
  for (const [what, start] of Object.entries(slow)) {
    test(`that sends ${what} too slowly gets 408 and is closed, even if its client goes on, while others are answered`, async (t) => {
      const socket = await open({ allowHalfOpen: true });
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.write(start);
      const drip = setInterval(() => socket.write(' '), DRIP_EVERY_MS);
      t.after(() => clearInterval(drip));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
      await closed;
      assert.match(
        answer,
        /^HTTP\/1\.1 408 [\s\S]*\{"error":"The request took too long to arrive\."\}$/,
      );
    });
  }
});

test('while the database is blocked, visits are refused immediately and counted, a sign-up waits, and pages are answered', async (t) => {
  // SQLite, because on PostgreSQL a statement gives up waiting for the lock after its timeout.
  await using site = await createTestApp({ https: false }, await createMigratedSqlite());
  await site.storage.inviters.put(ANA);
  const { origin } = await site.listen();
  const post = (path: string, body: object) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': A_PERSON },
      body: JSON.stringify(body),
    });
  const visit = () => post(calls.trackInvite.path, { refUserId: 'ana', action: 'page_view' });
  const metrics = async () => {
    const body = await site.app.metrics.metrics();
    return /^http_requests_shed_total\{call="POST \/api\/track\/app-invite"\} (\d+)$/m.exec(
      body,
    )?.[1];
  };
  assert.equal(await metrics(), '0');
  const lock = await openWriteLock(site.databaseUrl);
  t.after(() => lock.close());
  await lock.take();
  const store = () => site.storage.visits.record(VIEW);
  const first = store();
  await turn();
  const waiting = Promise.all([first, ...Array.from({ length: MOST_VISITS_WAITING }, store)]);

  for (let n = 0; n < 3; n++) {
    const refused = await visit();
    assert.equal(refused.status, 503);
    assert.equal(refused.headers.get('retry-after'), '2');
    assert.equal(refused.headers.get('cache-control'), 'no-store');
    assert.equal(refused.headers.get('x-content-type-options'), 'nosniff');
    assert.match(await refused.text(), /^\{"error":"This does not work right now\. /);
  }
  assert.equal(await metrics(), '3');
  const said = site.lines.filter((line) => line.includes('More requests arrive than can be'));
  assert.equal(said.length, 1);

  const joining = post(calls.joinWaitlist.path, { email: 'ana@example.com' });
  for (const path of ['/healthz', '/', inviteLink('ana'), pathTo(calls.getInviter, 'ana')]) {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    assert.equal((await fetch(origin + path, { signal })).status, 200, path);
  }
  await lock.release();
  assert.equal((await joining).status, 200);
  await waiting;
  assert.equal((await visit()).status, 200);
});
