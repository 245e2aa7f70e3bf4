import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { openStorage } from '../../open.ts';
import type { Storage } from '../../storage.ts';
import { createSqliteDatabase } from '../../testing/test-databases.ts';
import { NOON } from '../../testing/test-invites.ts';

describe('what SQLite leaves on disk of people who were erased', () => {
  let database: Awaited<ReturnType<typeof createSqliteDatabase>>;
  let storage: Storage;
  beforeEach(async () => {
    database = await createSqliteDatabase();
    storage = await openStorage(database.url, 'server');
  });
  afterEach(async () => {
    await storage.close();
    await database.remove();
  });

  /** What is left of those whose ids begin with `gone`. */
  function traces(): string[] {
    const folder = dirname(database.file);
    return readdirSync(folder).flatMap((file) =>
      [...readFileSync(join(folder, file), 'latin1').matchAll(/gone-\d+/g)].map(
        ([trace]) => `${file}: ${trace}`,
      ),
    );
  }

  test('is no byte of thousands of them once retention has run', async () => {
    const { inviters, inviteEvents, retention } = storage;
    const ids = Array.from({ length: 3_000 }, (_, n) => `${n % 2 ? 'gone' : 'kept'}-${n * n}`);
    const profile = { firstName: null, profileImageUrl: null };
    await Promise.all(ids.map((id) => inviters.put({ id, username: id, ...profile })));
    await inviteEvents.report(
      ids.map((id) => ({ inviteId: `of-${id}`, inviterId: id, action: 'sent', at: NOON })),
    );
    for (const id of ids.filter((id) => id.startsWith('gone'))) await inviters.erase(id, NOON);
    await retention.run(NOON);
    assert.deepEqual(traces(), []);
  });

  test('goes at a later run where a long reader keeps it alive', async () => {
    const profile = { username: 'gone-1', firstName: null, profileImageUrl: null };
    await storage.inviters.put({ id: 'gone-1', ...profile });
    const reader = new DatabaseSync(database.file, { readOnly: true });
    reader.exec('BEGIN; SELECT * FROM inviter');
    await storage.inviters.erase('gone-1', NOON);
    await storage.retention.run(NOON);
    assert.notDeepEqual(traces(), []);
    reader.close();
    await storage.retention.run(NOON);
    assert.deepEqual(traces(), []);
  });
});
