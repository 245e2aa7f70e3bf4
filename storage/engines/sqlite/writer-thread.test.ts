import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createSqliteDatabase } from '../../../testing/databases/sqlite-test-engine.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import { ANA, NOON } from '../../../testing/databases/test-invites.ts';
import { openStorage } from '../../open.ts';
import type { Answer, SqliteWrite } from './writer-messages.ts';
import { WriterThread } from './writer-thread.ts';

let database: Awaited<ReturnType<typeof createSqliteDatabase>>;
let writer: WriterThread;
beforeEach(async () => {
  database = await createSqliteDatabase();
  const storage = await openStorage(database.url, 'server');
  await storage.inviters.put(ANA);
  await storage.close();
  writer = new WriterThread(database.file, () => {});
});
afterEach(async () => {
  await writer.close();
  await database.remove();
});

const ADD = 'INSERT INTO waitlist (email, joined_at, requests) VALUES (?, ?, ?)';
const add = (...parameters: unknown[]) => ({ sql: ADD, parameters });
const REMOVE = { sql: 'DELETE FROM waitlist WHERE email = ?', parameters: ['cy@example.com'] };
const SENT = { inviteId: 'i-1', inviterId: 'ana', action: 'sent', at: NOON } as const;

const rows = (table: string) => query(database.url, `SELECT * FROM ${table}`);

/** Every kind of write, with the answer that each write must get. */
const batch: {
  [Kind in SqliteWrite[0]]: [Extract<SqliteWrite, [Kind, ...unknown[]]>, Answer<Kind>][];
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
    [['signUp', 'ana@example.com', NOON], [1]],
    [['signUp', 'ana@example.com', NOON + 1], [1]],
  ],
  askingSignUp: [
    [
      ['askingSignUp', 'ana@example.com', NOON + 2, 'abcdefgh'],
      [1, 1],
    ],
    [
      ['askingSignUp', 'cat@example.com', NOON + 3, null],
      [1, 1],
    ],
  ],
  appInvites: [
    [
      ['appInvites', [SENT, { ...SENT, inviterId: 'ben' }]],
      ['counted', 'unknown-inviter'],
    ],
    [['appInvites', []], []],
  ],
  statements: [
    [
      ['statements', [add('ben@example.com', NOON, 1), REMOVE]],
      [1, 0],
    ],
  ],
  scrub: [[['scrub'], true]],
};

test('a batch of every kind of write is stored, and each write gets the answer of its kind', async () => {
  const all = Object.values(batch).flat();
  assert.deepEqual(
    await writer.commit(all.map(([write]) => write)),
    all.map(([, result]) => ({ result })),
  );
  assert.deepEqual(
    (await rows('waitlist')).map((row) => Object.values(row)),
    [
      ['ana@example.com', NOON, 3],
      ['ben@example.com', NOON, 1],
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

test('only a write that fails gets an error', async () => {
  const taken = add('ana@example.com', NOON, 1);
  const [joined, failed, visited] = await writer.commit([
    ['signUp', 'ana@example.com', NOON],
    ['statements', [add('ben@example.com', NOON, 1), taken]],
    ['visit', 'ana', 'page_view', undefined, NOON, undefined],
  ]);
  assert.deepEqual([joined, visited], [{ result: [1] }, { result: 'counted' }]);
  assert.match(String(failed && 'error' in failed && failed.error), /UNIQUE constraint failed/);
  assert.deepEqual(
    (await rows('waitlist')).map(({ email }) => email),
    ['ana@example.com'],
  );
});

test('with `node --watch`, a message of Node is not taken for the answer to a write', async () => {
  await writer.close();
  process.env['WATCH_REPORT_DEPENDENCIES'] = '1';
  writer = new WriterThread(database.file, () => {});
  delete process.env['WATCH_REPORT_DEPENDENCIES'];
  assert.deepEqual(await writer.commit([['signUp', 'ana@example.com', NOON]]), [{ result: [1] }]);
});
