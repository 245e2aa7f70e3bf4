import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { watch } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { openStorage, type Storage } from '../storage/open.ts';
import { refusalOf } from '../testing/command-refusal.ts';
import { createBarePostgresDatabase } from '../testing/databases/postgres-test-engine.ts';
import { createSqliteDatabase } from '../testing/databases/sqlite-test-engine.ts';
import type { TestDatabase } from '../testing/databases/test-engine.ts';
import { PROGRAM, runProgram } from '../testing/server-process.ts';
import { addCopy } from './copy.ts';
import { addRestore } from './restore.ts';

const NOON = Date.UTC(2025, 5, 14, 12);

describe('moving the data of a site', () => {
  let database: TestDatabase & { file: string };
  let other: TestDatabase;
  beforeEach(async () => {
    database = await createSqliteDatabase();
    other = await createBarePostgresDatabase();
    await using(database.url, async ({ waitlist }) => {
      await waitlist.join('ana@example.com', NOON);
      await waitlist.join('ben@example.com', NOON);
    });
  });
  afterEach(async () => {
    await database.remove();
    await other.remove();
  });

  const impromptu = (url: string, ...parameters: string[]) =>
    runProgram(parameters, { DATABASE_URL: url });

  test('copy says what it copied, and why it refuses a database that is not empty', async () => {
    const copied = await impromptu('', 'copy', '--from', database.url, '--to', other.url);
    assert.equal(copied.stderr, '');
    assert.match(
      copied.stdout,
      /^127\.0\.0\.1:\d+\/impromptu_test_\w+ has all \d+ rows of .*impromptu\.db, and every counter was recounted\.\n$/,
    );
    const again = await impromptu('', 'copy', '--from', database.url, '--to', other.url);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /^127\.0\.0\.1.* is not empty: there are rows in waitlist\. .*\n$/);
  });

  test('copy never prints a password, wherever the password is in a wrong URL', async () => {
    for (const [from, to] of [
      ['postgres://ana:hunter2@127.0.0.1:1/impromptu', database.url],
      [database.url, 'postgres://ana:hunter2@127.0.0.1:1/impromptu'],
      [database.url, 'postgres//ana:hunter2@127.0.0.1:1/impromptu'],
    ] as const) {
      const said = await refusalOf(addCopy, ['copy', '--from', from, '--to', to], {});
      assert.doesNotMatch(said, /hunter2/);
      assert.match(said, /^[^\n]{20,300}$/);
    }
  });

  test('a backup of one engine is restored into a database of the other engine, without people who were erased since the backup', async () => {
    const file = join(database.file, '..', 'backup.db');
    const made = await impromptu(database.url, 'backup', file);
    assert.match(made.stdout, /backup\.db has \d+ rows, and every counter was recounted\.\n$/);
    await using(database.url, ({ waitlist }) => waitlist.erase('ana@example.com', Date.now()));
    const later = join(database.file, '..', 'later.db');
    await impromptu(database.url, 'backup', later);
    const restored = await impromptu(other.url, 'restore', file, '--erasures-of', later);
    assert.equal(restored.stderr, '');
    assert.match(
      restored.stdout,
      /were restored into 127\.0\.0\.1:\d+\/impromptu_test_\w+, .* Addresses of the waitlist erased again: 1\. Inviters erased again: 0\.\nWhat visitors get is as in the backup: .*\nRestored from a backup: .*\nThere are no admins yet\. To add one: \.\/site admin add PHONE\n$/,
    );
    await using(other.url, async ({ waitlist }) => {
      const [{ email = '' } = {}, ...more] = await Array.fromAsync(waitlist.entries());
      assert.deepEqual([email, more], ['ben@example.com', []]);
    });
    const again = await refusalOf(addRestore, ['restore', file], { DATABASE_URL: other.url });
    assert.match(again, /is not empty: .* Add --replace/);
    assert.equal((await impromptu(other.url, 'restore', file, '--replace')).code, 0);
  });

  test('restore names the temporary folder to which it cannot copy the backup', async () => {
    const file = join(database.file, '..', 'backup.db');
    await impromptu(database.url, 'backup', file);
    const env = { DATABASE_URL: database.url, TMPDIR: '/proc/nowhere' };
    const { code, stderr } = await runProgram(['restore', file, '--replace'], env);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^\S+ cannot be copied to \/proc\/nowhere: ENOENT: .* Set TMPDIR to another folder\.\n$/,
    );
  });

  test('restore prints the admins, and the admins of the backup that it did not restore', async () => {
    const file = join(database.file, '..', 'backup.db');
    await using(database.url, async ({ admins }) => {
      await admins.add('+15550001111', NOON);
      await admins.add('+15550002222', NOON);
    });
    await impromptu(database.url, 'backup', file);
    await using(database.url, ({ admins }) => admins.remove('+15550002222', NOON));
    const replaced = await impromptu(database.url, 'restore', file, '--replace');
    assert.match(
      replaced.stdout,
      /\nThe admins are those of the database that was replaced: \+15550001111\.\n\+15550002222 was an admin in the backup, and is not an admin now\. To change that: \.\/site admin add \+15550002222\n$/,
    );
    await using(database.url, async ({ admins }) => {
      assert.deepEqual(await admins.list(), ['+15550001111']);
    });
    const onNewMachine = await impromptu(other.url, 'restore', file);
    assert.match(
      onNewMachine.stdout,
      /\nThe admins are those of the backup: \+15550001111, \+15550002222\. To remove one again: \.\/site admin remove PHONE\n$/,
    );
  });

  test('a backup that Ctrl-C interrupts leaves no file, and says that no backup was made', async () => {
    await using(other.url, ({ waitlist }) => waitlist.join('ana@example.com', NOON));
    // The backup waits for this table, so it cannot finish before it is interrupted.
    const holder = new Client(other.url);
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE waitlist');
    const folder = dirname(database.file);
    const begun = seen(folder, /^backup\.db-unfinished-/);
    const env = { DATABASE_URL: other.url };
    const backup = promisify(execFile)(PROGRAM, ['backup', join(folder, 'backup.db')], { env });
    await begun;
    backup.child.kill('SIGINT');
    // Closing the connection releases the lock.
    await holder.end();
    await assert.rejects(backup, { code: 130, stderr: 'Interrupted. No backup was made.\n' });
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('backup')),
      [],
    );
  });
});

/** Resolves when a file with a matching name appears in a folder. */
async function seen(folder: string, name: RegExp): Promise<void> {
  for await (const { filename } of watch(folder)) if (name.test(filename ?? '')) return;
}

async function using(url: string, work: (storage: Storage) => Promise<unknown>): Promise<void> {
  const storage = await openStorage(url, 'server');
  await work(storage);
  await storage.close();
}
