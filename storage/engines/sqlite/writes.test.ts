import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createMigratedSqlite } from '../../../testing/databases/sqlite-test-engine.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import { ANA, NOON } from '../../../testing/databases/test-invites.ts';
import { openStorage, type Storage } from '../../open.ts';

let database: Awaited<ReturnType<typeof createMigratedSqlite>>;
let storage: Storage;
beforeEach(async () => {
  database = await createMigratedSqlite();
  storage = await openStorage(database.url, 'server');
  await storage.inviters.put(ANA);
});
afterEach(async () => {
  await storage.close();
  await database.remove();
});

/** How long a transaction of the test reads. */
const READ_MS = 20;

const rows = (table: string) => query(database.url, `SELECT * FROM ${table}`);
const join = (name: string) => storage.waitlist.join(`${name}@example.com`, NOON);

/** What SQLite does when it cannot write a page, and when it cannot sync the commit. */
const diskFaults: Record<string, string> = {
  'a write fails and SQLite rolls back': "SELECT RAISE(ROLLBACK, 'disk I/O error')",
  // The foreign key is checked by COMMIT, so COMMIT fails and the transaction stays open.
  'the commit fails': 'INSERT INTO unsynced VALUES (1)',
};
for (const [what, fault] of Object.entries(diskFaults)) {
  test(`if ${what}, the sign-up is not answered as stored, and the next one is stored`, async () => {
    await rows('waitlist');
    await query(
      database.url,
      'CREATE TABLE unsynced (parent integer REFERENCES event_key (key) DEFERRABLE INITIALLY DEFERRED)',
    );
    await query(
      database.url,
      `CREATE TRIGGER fault AFTER INSERT ON waitlist WHEN new.email LIKE 'cy%' BEGIN ${fault}; END`,
    );
    await assert.rejects(join('cy'), /disk I\/O error|FOREIGN KEY constraint failed/);
    assert.deepEqual(await rows('waitlist'), []);
    await query(database.url, 'DROP TRIGGER fault');
    await join('cy');
    assert.equal((await rows('waitlist')).length, 1);
  });
}

test('the write-ahead log stays below 64 MB although at any time a transaction reads', async () => {
  const [first, second] = [1, 2].map(() => new DatabaseSync(database.file, { readOnly: true }));
  const begin = (reader?: DatabaseSync) => reader?.prepare('SELECT count(*) FROM waitlist').get();
  first?.exec('BEGIN');
  begin(first);
  let isOver = false;
  async function readAlways([last, next] = [first, second]): Promise<void> {
    await wait(READ_MS);
    next?.exec('BEGIN');
    begin(next);
    last?.exec('COMMIT');
    if (!isOver) await readAlways([next, last]);
  }
  const reading = readAlways();
  let largest = 0;
  for (let n = 0; n < 90; n++) {
    await join(`${n}-${'a'.repeat(1_000_000)}`);
    largest = Math.max(largest, statSync(`${database.file}-wal`).size);
  }
  isOver = true;
  await reading;
  for (const reader of [first, second]) reader?.close();
  assert.ok(largest < 64 * 1024 * 1024, `${largest} bytes`);
});

test('with `node --watch`, a message of Node is not taken for the answer to a write', async () => {
  await storage.close();
  process.env['WATCH_REPORT_DEPENDENCIES'] = '1';
  storage = await openStorage(database.url, 'server');
  delete process.env['WATCH_REPORT_DEPENDENCIES'];
  await join('ana');
  assert.equal((await rows('waitlist')).length, 1);
});
