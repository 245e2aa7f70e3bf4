import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { becomesTrue, ownTime, succeeds } from '../../../testing/databases/own-time.ts';
import { createPostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { startTcpProxy, type TcpProxy } from '../../../testing/databases/tcp-proxy.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import type { TestDatabase } from '../../../testing/databases/test-engine.ts';
import { ANA, BEN, NOON, VIEW } from '../../../testing/databases/test-invites.ts';
import { StorageUnavailable } from '../../errors.ts';
import { openStorage, type Storage } from '../../open.ts';

/** An operation takes at most three seconds; one second is a margin for a busy machine. */
const SOON_MS = 4_000;
/** Shorter than the timeout of each operation here. */
const AT_ONCE_MS = 500;

describe('while the database is unavailable', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let storage: Storage;
  beforeEach(async () => {
    database = await createPostgresDatabase();
    const url = new URL(database.url);
    proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    storage = await openStorage(url.href, 'server');
    await storage.inviters.put(ANA);
  });
  afterEach(async () => {
    await storage.close();
    await proxy.close();
    await database.remove();
  });

  const visit = () => storage.visits.record(VIEW);
  const fifty = <Result>(work: () => Promise<Result>) => Array.from({ length: 50 }, work);
  const everything = () => [
    ...fifty(() => storage.waitlist.join('ana@example.com', NOON)),
    ...fifty(visit),
    ...fifty(() => storage.inviters.find(randomUUID())),
    storage.appInvites.report([{ inviteId: 'i-1', inviterId: 'ana', action: 'sent', at: NOON }]),
    storage.inviters.put(BEN),
    storage.inviters.erase('carl', NOON),
    storage.analytics.totals(),
    storage.analytics.version(),
    storage.admins.list(),
    storage.retention.runWhenDue(Date.now(), 0),
    storage.waitlist.tryJoin(),
  ];

  async function failAll(): Promise<void> {
    for (const outcome of await Promise.allSettled(everything())) {
      assert.ok(outcome.status === 'rejected', 'the operation succeeded');
      assert.ok(outcome.reason instanceof StorageUnavailable, String(outcome.reason));
    }
  }
  const isBack = () => becomesTrue(() => succeeds(storage.waitlist.tryJoin()), SOON_MS);

  for (const [fault, what] of [
    ['refuse', 'refused connections'],
    ['stall', 'no answer from its machine'],
  ] as const) {
    test(`${what}: operations fail within seconds, later operations immediately, and all work again when the database answers`, async () => {
      await Promise.all(everything());
      proxy[fault]();
      const first = await ownTime(failAll);
      assert.ok(first < SOON_MS, `it took ${first} ms`);
      const again = await ownTime(failAll);
      assert.ok(again < AT_ONCE_MS, `it took ${again} ms although the failure was known`);
      proxy.restore();
      await isBack();
      await Promise.all(everything());
    });

    test(`${what}: inviters who were read in the last hour are still found, other inviters are not`, async () => {
      await storage.inviters.find('ana');
      proxy[fault]();
      await wait(1_100);
      assert.deepEqual(await storage.inviters.find('ana'), ANA);
      await assert.rejects(storage.inviters.find('ben'), StorageUnavailable);
      proxy.restore();
      await query(database.url, "UPDATE inviter SET username = 'ana_93'");
      await isBack();
      assert.equal((await storage.inviters.find('ana'))?.username, 'ana_93');
    });
  }

  test('a broken idle connection does not end the program', async () => {
    await Promise.all(everything());
    for (let round = 0; round < 3; round++) {
      proxy.cut();
      await Promise.allSettled(everything());
    }
    await isBack();
    await Promise.all(everything());
  });

  test('closing does not wait for a database that does not answer', async () => {
    await Promise.all(everything());
    proxy.stall();
    assert.ok((await ownTime(() => storage.close())) < SOON_MS, 'it waited');
  });
});
