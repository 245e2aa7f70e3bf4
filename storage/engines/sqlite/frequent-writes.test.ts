import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createSqliteDatabase } from '../../../testing/databases/sqlite-test-engine.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import { ANA, NOON } from '../../../testing/databases/test-invites.ts';
import { openStorage } from '../../open.ts';
import type { Outcome } from '../group-commit.ts';
import { DatabaseThread } from './database-thread.ts';
import type { FrequentResults, FrequentWrite } from './frequent-writes.ts';

let database: Awaited<ReturnType<typeof createSqliteDatabase>>;
let writer: DatabaseThread;
beforeEach(async () => {
  database = await createSqliteDatabase();
  const storage = await openStorage(database.url, 'server');
  await storage.inviters.put(ANA);
  await storage.close();
  writer = new DatabaseThread(database.file, false, () => {});
});
afterEach(async () => {
  await writer.close();
  await database.remove();
});

const commit = (...batch: FrequentWrite[]) => writer.ask({ batch }) as Promise<Outcome<unknown>[]>;
const SENT = { inviteId: 'i-1', inviterId: 'ana', action: 'sent', at: NOON } as const;

/** How long a transaction of the test reads. */
const READ_MS = 20;

const rows = (table: string) => query(database.url, `SELECT * FROM ${table}`);

/** Every kind of write, with the result that each write must get. */
const batch: {
  [Kind in FrequentWrite[0]]: [
    Extract<FrequentWrite, [Kind, ...unknown[]]>,
    FrequentResults[Kind],
  ][];
} = {
  visit: [
    [['visit', 'ana', 'page_view', 'load-0001', NOON, undefined], 'counted'],
    [['visit', 'ana', 'download_clicked', 'load-0001', NOON + 1, undefined], 'counted'],
    [['visit', 'ana', 'page_view', 'load-0001', NOON + 2, undefined], 'repeated'],
    [['visit', 'ana', 'page_view', undefined, NOON + 3, undefined], 'counted'],
    [['visit', 'ana', 'page_view', 'load-0002', NOON + 4, 'bot'], 'excluded'],
    [['visit', 'ben', 'page_view', 'load-0003', NOON + 5, undefined], 'unknown-inviter'],
  ],
  signUp: [
    [['signUp', 'ana@example.com', NOON, false, undefined], undefined],
    [['signUp', 'ana@example.com', NOON + 1, false, undefined], undefined],
    [['signUp', 'ana@example.com', NOON + 2, true, 'abcdefgh'], undefined],
    [['signUp', 'cat@example.com', NOON + 3, true, undefined], undefined],
  ],
  appInvites: [
    [
      ['appInvites', [SENT, { ...SENT, inviterId: 'ben' }]],
      ['counted', 'unknown-inviter'],
    ],
    [['appInvites', []], []],
  ],
};

test('a batch of every kind of write is stored, and each write gets the answer of its kind', async () => {
  const all = Object.values(batch).flat();
  assert.deepEqual(
    await commit(...all.map(([write]) => write)),
    all.map(([, result]) => ({ result })),
  );
  assert.deepEqual(
    (await rows('waitlist')).map((row) => Object.values(row)),
    [
      ['ana@example.com', NOON, 3],
      ['cat@example.com', NOON + 3, 1],
    ],
  );
  assert.deepEqual(
    (await rows('ask')).map(({ email, via, at }) => [email, via, at]),
    [
      ['ana@example.com', 'abcdefgh', NOON + 2],
      ['cat@example.com', null, NOON + 3],
    ],
  );
  const events = (await rows('invite_event')).map(({ counter, at }) => [counter, at]);
  assert.deepEqual(events, [
    [0, NOON],
    [1, NOON + 1],
    [0, NOON + 3],
    [2, NOON],
  ]);
});

test('only a sign-up that fails gets an error, and leaves no row', async () => {
  await query(
    database.url,
    "CREATE TRIGGER refusal BEFORE INSERT ON ask BEGIN SELECT RAISE(ABORT, 'refused'); END",
  );
  const [joined, failed, visited] = await commit(
    ['signUp', 'ana@example.com', NOON, false, undefined],
    ['signUp', 'ben@example.com', NOON, true, undefined],
    ['visit', 'ana', 'page_view', undefined, NOON, undefined],
  );
  assert.deepEqual([joined, visited], [{ result: undefined }, { result: 'counted' }]);
  assert.match(String(failed && 'error' in failed && failed.error), /refused/);
  assert.deepEqual(
    (await rows('waitlist')).map(({ email }) => email),
    ['ana@example.com'],
  );
});

/** What SQLite does when it cannot write a page, and when it cannot sync the commit. */
const diskFaults: Record<string, string> = {
  'a write fails and SQLite rolls back': "SELECT RAISE(ROLLBACK, 'disk I/O error')",
  // The foreign key is checked by COMMIT, so COMMIT fails and the transaction stays open.
  'the commit fails': 'INSERT INTO unsynced VALUES (1)',
};
for (const [what, fault] of Object.entries(diskFaults)) {
  test(`if ${what}, no write of the batch is answered as stored, and the next batch is stored`, async () => {
    await rows('waitlist');
    await query(
      database.url,
      'CREATE TABLE unsynced (parent integer REFERENCES event_key (key) DEFERRABLE INITIALLY DEFERRED)',
    );
    await query(
      database.url,
      `CREATE TRIGGER fault AFTER INSERT ON waitlist WHEN new.email LIKE 'cy%' BEGIN ${fault}; END`,
    );
    const failed = commit(
      ['visit', 'ana', 'page_view', 'load-0001', NOON, undefined],
      ['signUp', 'ana@example.com', NOON, false, undefined],
      ['signUp', 'cy@example.com', NOON, false, undefined],
      ['signUp', 'ben@example.com', NOON, false, undefined],
    );
    await assert.rejects(failed, /disk I\/O error|FOREIGN KEY constraint failed/);
    assert.deepEqual([await rows('waitlist'), await rows('invite_event')], [[], []]);
    await query(database.url, 'DROP TRIGGER fault');
    const signUp = ['signUp', 'cy@example.com', NOON, false, undefined] as const;
    assert.deepEqual(await commit([...signUp]), [{ result: undefined }]);
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
  for (let n = 0; n < 150; n++) {
    const email = `${n}-${'a'.repeat(1_000_000)}@example.com`;
    await commit(['signUp', email, NOON, false, undefined]);
    largest = Math.max(largest, statSync(`${database.file}-wal`).size);
  }
  isOver = true;
  await reading;
  for (const reader of [first, second]) reader?.close();
  assert.ok(largest < 64 * 1024 * 1024, `${largest} bytes`);
});

test('with `node --watch`, a message of Node is not taken for the answer to a write', async () => {
  await writer.close();
  process.env['WATCH_REPORT_DEPENDENCIES'] = '1';
  writer = new DatabaseThread(database.file, false, () => {});
  delete process.env['WATCH_REPORT_DEPENDENCIES'];
  const signUp = ['signUp', 'ana@example.com', NOON, false, undefined] as const;
  assert.deepEqual(await commit([...signUp]), [{ result: undefined }]);
});
