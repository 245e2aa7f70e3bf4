import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createMigratedSqlite } from '../testing/databases/sqlite-test-engine.ts';
import { NOON } from '../testing/databases/test-invites.ts';
import { openSqliteEngine } from './engines/sqlite/sqlite-engine.ts';
import { openStorage } from './open.ts';
import { inSteps } from './steps.ts';

/** Keeps SQLite locked for some 20 ms. */
const LONG_QUERY = sql`
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 200000)
  SELECT max(n) FROM numbers`;

test('a step has as many rows as named, and the last one the rest', async () => {
  const steps = await Array.fromAsync(inSteps([1, 2, 3, 4, 5], 2));
  assert.deepEqual(steps, [[1, 2], [3, 4], [5]]);
});

test('while a command makes a large change in SQLite, each sign-up is stored after a few of its steps', async () => {
  await using database = await createMigratedSqlite();
  await using site = await openStorage(database.url, 'server');
  await using command = await openSqliteEngine(database.file, 'command');
  let step = 0;
  const stepsWaited: Promise<number>[] = [];
  for await (const _ of inSteps(Array.from({ length: 40 }), 1)) {
    step++;
    await command.transaction(async (db) => {
      // It waits for this transaction at least.
      const begun = step;
      const stored = site.waitlist.join(`${step}@example.com`, NOON);
      stepsWaited.push(stored.then(() => step - begun));
      await LONG_QUERY.execute(db);
    });
  }
  const waited = await Promise.all(stepsWaited);
  assert.ok(
    // Without the pauses, the first ones would wait for all 40.
    waited.every((steps) => steps <= 10),
    `Steps that each sign-up has waited: ${waited.join(' ')}`,
  );
});
