import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBarePostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import { NOON } from '../../../testing/databases/test-invites.ts';
import { silentWatch } from '../../../testing/databases/test-moves.ts';
import { copyDatabase } from '../../backup/copy.ts';
import { openStorage } from '../../open.ts';

test("another program's tables in another schema are neither used nor changed", async () => {
  await using shared = await createBarePostgresDatabase();
  await using target = await createBarePostgresDatabase();
  for (const { url } of [shared, target]) {
    await query(url, 'CREATE SCHEMA shop');
    await query(url, 'CREATE TABLE shop.waitlist (dish text)');
    await query(url, "CREATE TABLE shop.migration AS SELECT '999-cakes' AS name");
  }
  for (const email of ['ana@example.com', 'ben@example.com']) {
    const storage = await openStorage(shared.url, 'server');
    await storage.waitlist.join(email, NOON);
    await storage.close();
  }
  const { rows } = await copyDatabase(shared.url, target.url, silentWatch());
  assert.ok(rows >= 2, `${rows} rows`);
  for (const { url } of [shared, target]) {
    assert.deepEqual(await query(url, 'SELECT name FROM shop.migration'), [{ name: '999-cakes' }]);
    assert.deepEqual(await query(url, 'SELECT * FROM shop.waitlist'), []);
  }
});
