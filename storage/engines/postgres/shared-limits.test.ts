import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Client } from 'pg';
import { ownTime } from '../../../testing/databases/own-time.ts';
import { createPostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import type { TestDatabase } from '../../../testing/databases/test-engine.ts';
import { NOON } from '../../../testing/databases/test-invites.ts';
import type { LimitWindow } from '../../engine.ts';
import { openStorage } from '../../open.ts';
import { parseAddress } from './requirements.ts';
import { openSharedLimits } from './shared-limits.ts';

const WINDOW_MS = 60_000;
const MOST_WINDOWS = 100;
/** The patience of tests of the count, in which a slow answer does not matter. */
const NO_HURRY = 300;

describe('shared limits', () => {
  let database: TestDatabase;
  let address: string;
  let client: Client;
  let limits: ReturnType<typeof openSharedLimits>;
  beforeEach(async () => {
    database = await createPostgresDatabase();
    await (await openStorage(database.url, 'server')).close();
    address = parseAddress(database.url, 'server').address;
    limits = openSharedLimits(address, undefined, {
      mostWindows: MOST_WINDOWS,
      patience: NO_HURRY,
    });
    client = new Client(address);
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await limits.close();
    await database.remove();
  });

  const count = (name: string, at = NOON) =>
    limits.count({ key: Buffer.from(name).toString('hex'), at, windowMs: WINDOW_MS });
  const names = async () => {
    const { rows } = await client.query('SELECT key FROM limit_window ORDER BY key');
    return rows.map(({ key }) => String(key)).join(' ');
  };

  test('return a different count for each of many hits at the same time', async () => {
    const windows = await Promise.all(Array.from({ length: 3_000 }, (_, n) => count(`${n % 3}`)));
    for (const key of [0, 1, 2]) {
      const ofKey = windows.filter((_, n) => n % 3 === key);
      const inOrder = Array.from({ length: 1_000 }, (_, n) => ({
        hits: n + 1,
        until: NOON + WINDOW_MS,
      }));
      assert.deepEqual(ofKey, inOrder);
    }
  });

  test('lose windows that have ended in each call of the retention, but not a window that is locked', async () => {
    await count('ended', NOON - WINDOW_MS);
    await count('held', NOON - WINDOW_MS);
    await count('open', NOON - WINDOW_MS + 1);
    await client.query(`BEGIN; SELECT FROM limit_window WHERE key = 'held' FOR UPDATE`);
    const storage = await openStorage(database.url, 'server');
    await storage.retention.runWhenDue(NOON, WINDOW_MS);
    await storage.close();
    await client.query('COMMIT');
    assert.equal(await names(), 'held open');
  });

  test('remove the windows that end first when there are too many', async () => {
    await Promise.all(Array.from({ length: MOST_WINDOWS }, (_, n) => count(`${n}`)));
    await count('earlier', NOON - 1);
    await limits.forget(NOON);
    assert.doesNotMatch(await names(), /earlier/);
    assert.equal((await names()).split(' ').length, MOST_WINDOWS);
  });

  test('reject soon while the table is locked, and count the hits afterwards', async () => {
    await limits.close();
    limits = openSharedLimits(address, undefined);
    await client.query('BEGIN; LOCK TABLE limit_window');
    const took = await ownTime(() => assert.rejects(count('a'), { name: 'StorageUnavailable' }));
    assert.ok(took < 1_000, `it took ${took} ms`);
    await assert.rejects(count('b'), { name: 'StorageUnavailable' });
    await client.query('COMMIT');
    let answer: LimitWindow | undefined;
    while (!answer) {
      await eventLoopTurn();
      answer = await count('a').catch(() => undefined);
    }
    const { rows } = await client.query(`SELECT hits FROM limit_window WHERE key = 'b'`);
    assert.deepEqual(rows, [{ hits: 1 }]);
  });
});

const eventLoopTurn = () => new Promise((resolve) => setImmediate(resolve));
