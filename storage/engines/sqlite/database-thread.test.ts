import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createSqliteDatabase } from '../../../testing/databases/sqlite-test-engine.ts';
import type { Engine } from '../../engine.ts';
import { openEngine } from '../choose-engine.ts';

const STEPS = 200;

let database: Awaited<ReturnType<typeof createSqliteDatabase>>;
let engine: Engine;
before(async () => {
  database = await createSqliteDatabase();
  engine = await openEngine(database.url, 'server');
});
after(async () => {
  await engine.close();
  await database.remove();
});

test('the event loop turns between any two queries, so visitors do not wait until a whole list is read', async () => {
  let turn = 0;
  const turns: number[] = [];
  const count = () => {
    turn++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  /** `pbkdf2Sync` blocks the main thread. Meanwhile the reader thread answers the query of the other download. */
  async function download() {
    for (let step = 0; step < STEPS; step++) {
      await sql`SELECT 1`.execute(engine.reports);
      turns.push(turn);
      pbkdf2Sync('a', 'text', 2_000, 32, 'sha256');
    }
  }
  await Promise.all([download(), download()]);
  clearImmediate(next);
  assert.equal(turns.length, 2 * STEPS);
  assert.equal(new Set(turns).size, turns.length, 'no two queries are answered in the same turn');
});

test('the event loop turns while the rows of a long answer arrive, and answers do not mix', async () => {
  const lengths = [0, 199, 200, 201, 1_000, 400];
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const answers = await Promise.all(
    lengths.map(async (length) => {
      const { rows } = await sql<{ n: number }>`
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers)
        SELECT n FROM numbers LIMIT ${length}`.execute(engine.reports);
      return rows.map(({ n }) => n);
    }),
  );
  clearImmediate(next);
  assert.deepEqual(
    answers,
    lengths.map((length) => Array.from({ length }, (_, n) => n + 1)),
  );
  // One turn for each 200 rows.
  assert.ok(turns >= 12, `${turns} turns`);
});
