import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { createPostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import { openStorage } from '../../open.ts';

test('an error names the violated constraint, and contains no data of the row', async (context) => {
  const database = await createPostgresDatabase();
  const storage = await openStorage(database.url, 'server');
  context.after(async () => {
    await storage.close();
    await database.remove();
  });
  await query(
    database.url,
    "ALTER TABLE waitlist ADD CONSTRAINT no_ana CHECK (email NOT LIKE 'ana%')",
  );
  await assert.rejects(storage.waitlist.join('ana@example.com', 1), (error) => {
    const text = inspect(error, { depth: 10, showHidden: true });
    assert.match(text, /no_ana/);
    assert.doesNotMatch(text, /ana@example/);
    return true;
  });
});
