import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Client } from 'pg';
import { callSchemas, calls } from '../../contract/calls.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { openStorage, type Storage } from '../../storage/open.ts';
import { ownTime } from '../../testing/databases/own-time.ts';
import { createPostgresDatabase } from '../../testing/databases/postgres-test-engine.ts';
import type { TestDatabase } from '../../testing/databases/test-engine.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';

describe('two instances of the site on one database', () => {
  let database: TestDatabase;
  let client: Client;
  let storages: Storage[];
  let instances: TestApp[];
  let now: number;
  before(async () => {
    database = await createPostgresDatabase();
    storages = [
      await openStorage(database.url, 'server'),
      await openStorage(database.url, 'server'),
    ];
    const open = (storage: Storage) =>
      createTestApp({ storage, rateLimits: true, clock: () => now });
    now = TEST_NOW;
    instances = await Promise.all(storages.map(open));
    client = new Client(database.url);
    await client.connect();
  });
  beforeEach(() => countTogether());
  after(async () => {
    await client.end();
    for (const instance of instances) await instance.close();
    for (const storage of storages) await storage.close();
    await database.remove();
  });

  /** Sends many calls at the same time, alternately to both instances. @returns their statuses */
  async function ask(times: number, remoteAddress: (n: number) => string): Promise<number[]> {
    const answers = Array.from({ length: times }, async (_, n) => {
      const { method, path: url } = calls.trackInvite;
      const body = { headers: { 'content-type': 'application/json' }, payload: '{}' };
      const asked = { method, url, ...body, remoteAddress: remoteAddress(n) };
      return (await instances[n % 2]?.app.inject(asked))?.statusCode ?? 0;
    });
    return await Promise.all(answers);
  }
  /** Resolves when both instances count in the database, and all counts of earlier tests have expired. */
  async function countTogether(): Promise<void> {
    let together = 0;
    while (together !== instances.length) {
      now += windowMs;
      await ask(instances.length, ana);
      const { rows } = await client.query('SELECT hits FROM limit_window WHERE until > $1', [now]);
      together = rows[0]?.hits;
    }
    now += windowMs;
    for (const { lines } of instances) lines.length = 0;
  }
  /**
   * Repeats the work if an instance has logged the warning that the database was too slow: that instance has then
   * counted in its own memory.
   */
  async function withSharedCounts<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = await work();
    if (warnings().length === 0) return result;
    await countTogether();
    return await withSharedCounts(work);
  }
  const refused = (statuses: readonly number[]) =>
    statuses.filter((status) => status === 429).length;
  const { max, windowMs } = callSchemas.trackInvite.limit;
  const ana = () => '203.0.113.7';
  const warnings = () =>
    instances.flatMap(({ lines }) => lines.filter((line) => line.includes('warn')));

  test('allow a network as many calls in total as one instance alone, and count networks separately', async () => {
    const ipv6 = (network: number) => (n: number) => `2001:db8:0:${network}::${n.toString(16)}`;
    const counts = await withSharedCounts(async () => [
      refused(await ask(max + 50, ana)),
      refused(await ask(50, ana)),
      refused(await ask(2, () => '203.0.113.8')),
      refused(await ask(2, () => '::ffff:203.0.113.7')),
    ]);
    assert.deepEqual(counts, [50, 50, 0, 2]);
    const ofNetworks = await withSharedCounts(async () => [
      refused(await ask(max + 10, ipv6(1))),
      refused(await ask(2, ipv6(2))),
    ]);
    assert.deepEqual(ofNetworks, [10, 0]);
  });

  test('store a keyed hash instead of an address, and use another key the next day', async () => {
    const keys = async () => {
      await client.query('DELETE FROM limit_window');
      await ask(2, ana);
      const { rows } = await client.query('SELECT * FROM limit_window');
      assert.equal(rows.length, 1);
      const { key, hits, until } = rows[0];
      assert.deepEqual([key.length, hits, Number(until)], [16, 2, now + windowMs]);
      return key.toString('hex');
    };
    const today = await keys();
    now += windowMs;
    assert.equal(await keys(), today);
    now += DAY_MS;
    assert.notEqual(await keys(), today);
  });

  test('count separately while the database does not answer, and each logs that once', async () => {
    await client.query('BEGIN');
    await client.query('LOCK TABLE limit_window');
    const took = await ownTime(async () => {
      assert.equal(refused(await ask(2 * max, ana)), 0);
      assert.equal(refused(await ask(10, ana)), 10);
    });
    assert.ok(took < 5_000, `it took ${took} ms`);
    await client.query('COMMIT');
    assert.equal(warnings().length, 2);
    assert.match(warnings()[0] ?? '', /this instance counts limits without the others/);
    assert.doesNotMatch(instances.flatMap(({ lines }) => lines).join(), /203\.0\.113/);
    await countTogether();
  });
});
