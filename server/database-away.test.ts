import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import { calls } from '../contract/calls.ts';
import { inviteLink, listedScreens } from '../contract/screens.ts';
import { openStorage } from '../storage/open.ts';
import { becomesTrue, ownTime } from '../testing/databases/own-time.ts';
import { createPostgresDatabase } from '../testing/databases/postgres-test-engine.ts';
import { startTcpProxy, type TcpProxy } from '../testing/databases/tcp-proxy.ts';
import type { TestDatabase } from '../testing/databases/test-engine.ts';
import { ANA } from '../testing/databases/test-invites.ts';
import { readHead } from '../testing/requests/read-head.ts';
import { A_PERSON } from '../testing/requests/user-agents.ts';
import { type SignedIn, signInAdmin } from '../testing/signed-in.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** An answer takes at most three seconds; one second is a margin for a slow machine. */
const SOON_MS = 4_000;
/** Profiles are cached for a second and then read again. */
const CACHE_EXPIRED_MS = 1_100;

describe('while the database is unavailable', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let site: TestApp;
  let admin: SignedIn;
  beforeEach(async () => {
    database = await createPostgresDatabase();
    const url = new URL(database.url);
    proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    site = await createTestApp({}, { ...database, url: url.href }, (url) =>
      openStorage(url, 'server'),
    );
    admin = await signInAdmin(site);
    await site.storage.inviters.put(ANA);
  });
  afterEach(async () => {
    await site.close();
    await proxy.close();
  });

  const writes = (): InjectOptions[] => [
    { ...call(calls.joinWaitlist), payload: { email: 'ana@example.com' } },
    { ...call(calls.trackInvite), payload: { refUserId: 'ana', action: 'page_view' } },
    { ...call(calls.signOut), headers: admin.headers },
    { ...call(calls.getAnalytics), query: { userId: admin.userId }, headers: admin.headers },
  ];
  const call = ({ method, path: url }: (typeof calls)[keyof typeof calls]) => ({ method, url });
  const ask = (options: InjectOptions) =>
    site.app.inject({
      ...options,
      headers: { 'user-agent': A_PERSON, ...options.headers },
    });

  for (const [fault, what] of [
    ['refuse', 'refuses connections'],
    ['stall', 'does not answer'],
  ] as const) {
    test(`and ${what}, pages and cached profiles are answered, and calls that need the database get 503 until the database answers again`, async () => {
      const invite = { url: inviteLink('ana') };
      const profile = { url: calls.getInviter.path.replace(':id', 'ana') };
      for (const asked of [invite, profile]) assert.equal((await ask(asked)).statusCode, 200);
      await wait(CACHE_EXPIRED_MS);
      proxy[fault]();

      const failing = Promise.all(writes().map(ask));
      assert.ok((await ownTime(() => failing)) < SOON_MS, 'it took too long');
      for (const { statusCode, headers, body } of await failing) {
        assert.equal(statusCode, 503);
        assert.equal(headers['retry-after'], '2');
        assert.match(body, /^\{"error":"This does not work right now\. /);
      }
      for (const url of Object.values(listedScreens)) {
        assert.equal((await ask({ url })).statusCode, 200, url);
      }
      assert.equal((await ask({ url: '/healthz' })).statusCode, 200);
      assert.equal((await ask({ url: '/readyz' })).statusCode, 503);
      assert.match(readHead((await ask(invite)).body).title, /^Ana wants you/);
      assert.equal((await ask(profile)).json().firstName, 'Ana');
      const unknown = await ask({ url: inviteLink('ben') });
      assert.equal(unknown.statusCode, 200);
      assert.match(readHead(unknown.body).title, /^You’re invited to/);

      proxy.restore();
      await isReady();
      const statuses: number[] = [];
      for (const asked of writes()) statuses.push((await ask(asked)).statusCode);
      assert.deepEqual(statuses, [200, 200, 200, 401]);
    });
  }

  const isReady = () =>
    becomesTrue(async () => (await ask({ url: '/readyz' })).statusCode === 200, SOON_MS);
});
