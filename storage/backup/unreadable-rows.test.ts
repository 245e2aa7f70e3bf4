import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sqlite } from '../../testing/databases/sqlite-test-engine.ts';
import { RESTORE_OPTIONS } from '../../testing/databases/test-backups.ts';
import { ANA, NOON } from '../../testing/databases/test-invites.ts';
import { fillEverything, silentWatch } from '../../testing/databases/test-moves.ts';
import { openStorage } from '../open.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

// SQLite stores any value in any column, for example if another program has written it.

test('a name that is not UTF-8 on SQLite is backed up and restored as the site shows it', async (t) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'impromptu-unreadable-'));
  const database = await sqlite.create();
  t.after(() => database.remove());
  await using storage = await openStorage(database.url, 'server');
  await storage.inviters.put(ANA);
  await sqlite.query(database.url, `UPDATE inviter SET first_name = CAST(X'4A6F73E9' AS text)`);
  assert.equal((await storage.inviters.find(ANA.id))?.firstName, 'Jos\ufffd');
  const [file, target] = [join(folder.path, 'backup.db'), `file:${join(folder.path, 'new.db')}`];
  await backUp(database.url, file, NOON, silentWatch());
  await restore(file, target, RESTORE_OPTIONS, silentWatch());
  await using restored = await openStorage(target, 'command');
  assert.equal((await restored.inviters.find(ANA.id))?.firstName, 'Jos\ufffd');
});

test('a time that no JavaScript number has ends a backup with an error that has the value, and no file stays', async (t) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'impromptu-unreadable-'));
  const database = await sqlite.create();
  t.after(() => database.remove());
  await using storage = await openStorage(database.url, 'server');
  await fillEverything(storage);
  const file = join(folder.path, 'backup.db');
  await sqlite.query(database.url, 'UPDATE waitlist SET joined_at = 9223372036854775807');
  await assert.rejects(
    backUp(database.url, file, NOON, silentWatch()),
    /too large .*: 9223372036854775807/,
  );
  assert.equal(existsSync(file), false);
});

test('a list of the waitlist ends when addresses are not UTF-8, even if they fill more than one read', async (t) => {
  const database = await sqlite.create();
  t.after(() => database.remove());
  await using storage = await openStorage(database.url, 'server');
  const rows = Array.from(
    { length: 450 },
    (_, n) => `(CAST(X'FF${(4096 + n).toString(16)}' AS text), 1, 1)`,
  );
  const columns = 'waitlist (email, joined_at, requests)';
  await sqlite.query(database.url, `INSERT INTO ${columns} VALUES ${rows.join(', ')}`);
  await assert.rejects(
    Array.fromAsync(storage.waitlist.entries()),
    /^StorageRefusal: .* not UTF-8/,
  );
});

test('a name that is bytes instead of a text on SQLite does not break an invite or the dashboard', async (t) => {
  const database = await sqlite.create();
  t.after(() => database.remove());
  await using storage = await openStorage(database.url, 'server');
  const visit = { inviterId: ANA.id, action: 'page_view', eventId: undefined } as const;
  await storage.inviters.put(ANA);
  await storage.inviteEvents.visit({ ...visit, at: NOON, excluded: undefined });
  await sqlite.query(database.url, `UPDATE inviter SET username = X'416EFF', first_name = X'41'`);
  const found = await storage.inviters.find(ANA.id);
  assert.deepEqual([found?.username, found?.firstName], ['An\ufffd', 'A']);
  const { rows } = await storage.analytics.list({ search: '', sort: 'pageViews', order: 'desc' });
  const [[row] = []] = await Array.fromAsync(rows);
  assert.equal(row?.username, 'An\ufffd');
});
