import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { createSqliteDatabase } from '../../../testing/databases/sqlite-test-engine.ts';
import type { Engine } from '../../engine.ts';
import { StorageUnavailable } from '../../errors.ts';
import { openEngine } from '../choose-engine.ts';
import { DatabaseThread } from './database-thread.ts';

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

test('a message after `close` has begun fails, and does not end the program', async () => {
  const ended = Promise.withResolvers<Error>();
  const thread = new DatabaseThread(database.url.replace('file:', ''), false, ended.resolve);
  const query = { sql: 'SELECT 1', parameters: [] };
  await thread.ask(query);
  const closed = thread.close();
  await assert.rejects(thread.ask(query), StorageUnavailable);
  await closed;
  assert.equal((await ended.promise).cause, undefined);
});
