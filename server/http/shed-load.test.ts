import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { inviteLink, pathTo } from '../../contract/screens.ts';
import { createSqliteDatabase } from '../../testing/databases/sqlite-test-engine.ts';
import { openWriteLock } from '../../testing/databases/test-databases.ts';
import type { WriteLock } from '../../testing/databases/write-lock.ts';
import { spellingsOf } from '../../testing/requests/path-spellings.ts';
import { A_PERSON } from '../../testing/requests/user-agents.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';

const ANA = { id: 'ana', username: 'ana_92', firstName: 'Ana', profileImageUrl: null };
const VISIT = {
  inviterId: 'ana',
  action: 'page_view',
  eventId: undefined,
  at: TEST_NOW,
  excluded: undefined,
} as const;
/** Half of the queue's maximum length. If more writes wait, visits are refused. */
const MOST_VISITS_WAITING = 4_000;
/** Half of the time for which a writer waits for a lock. */
const ANSWERED_WITHIN_MS = 5_000;

const series = 'http_requests_shed_total{call="POST /api/track/app-invite"}';

describe('under overload', () => {
  let site: TestApp;
  let origin: string;
  beforeEach(async () => {
    // SQLite, because on PostgreSQL a statement gives up waiting for the lock after its timeout.
    site = await createTestApp({ https: false }, await createSqliteDatabase());
    await site.storage.inviters.put(ANA);
    ({ origin } = await site.listen());
  });
  afterEach(() => site.close());

  const post = (path: string, body: object) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': A_PERSON },
      body: JSON.stringify(body),
    });
  const visit = () => post(calls.trackInvite.path, { refUserId: 'ana', action: 'page_view' });
  const signUp = () => post(calls.joinWaitlist.path, { email: 'ana@example.com' });

  describe('because the database is blocked,', () => {
    let lock: WriteLock;
    let waiting: Promise<unknown>;
    beforeEach(async () => {
      lock = await openWriteLock(site.databaseUrl);
      await lock.take();
      waiting = Promise.allSettled(
        Array.from({ length: MOST_VISITS_WAITING + 1_000 }, () =>
          site.storage.inviteEvents.visit(VISIT),
        ),
      );
    });
    afterEach(async () => {
      await lock.close();
      await waiting;
    });

    test('a visit is refused immediately, a sign-up waits, and pages and profiles are answered', async () => {
      const refused = await visit();
      assert.equal(refused.status, 503);
      assert.equal(refused.headers.get('retry-after'), '2');
      assert.equal(refused.headers.get('cache-control'), 'no-store');
      assert.equal(refused.headers.get('x-content-type-options'), 'nosniff');
      assert.match(await refused.text(), /^\{"error":"This does not work right now\. /);
      const joining = signUp();
      for (const path of ['/healthz', '/', inviteLink('ana'), pathTo(calls.getInviter, 'ana')]) {
        const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
        assert.equal((await fetch(origin + path, { signal })).status, 200, path);
      }
      await lock.release();
      assert.equal((await joining).status, 200);
      await waiting;
      assert.equal((await visit()).status, 200);
    });

    test('a visit is refused with every spelling of its path', { timeout: 30_000 }, async () => {
      const ask = async (target: string) => {
        const socket = await open();
        const status = await statusOf(socket, rawVisit(target));
        socket.destroy();
        return status;
      };
      const spellings = spellingsOf(calls.trackInvite.path);
      for (const target of spellings) assert.equal(await ask(target), 503, target);
      await lock.release();
      await waiting;
      for (const target of spellings) assert.equal(await ask(target), 200, target);
    });

    test('refused visits have a metric that starts at 0, and are logged once', async () => {
      assert.ok((await readMetrics()).includes(`${series} 0`));
      for (let n = 0; n < 3; n++) assert.equal((await visit()).status, 503);
      const said = site.lines.filter((line) =>
        line.includes('More requests arrive than can be handled.'),
      );
      assert.equal(said.length, 1);
      assert.ok((await readMetrics()).includes(`${series} 3`));
    });
  });

  async function readMetrics(): Promise<string[]> {
    const metrics = await site.app.inject({ url: '/metrics', headers: { host: 'localhost' } });
    return metrics.body.split('\n');
  }

  async function open(): Promise<Socket> {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }

  async function statusOf(socket: Socket, request: string): Promise<number> {
    socket.write(request);
    const [answer] = await once(socket, 'data');
    return Number(String(answer).slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length));
  }
});

function rawVisit(target: string = calls.trackInvite.path): string {
  const body = JSON.stringify({ refUserId: 'ana', action: 'page_view' });
  return `POST ${target} HTTP/1.1\r\nhost: x\r\nuser-agent: ${A_PERSON}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}
