import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { becomesTrue } from '../../../testing/databases/own-time.ts';
import { createBarePostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { withSecond } from '../../../testing/databases/second-migration.ts';
import { query, tablesOf } from '../../../testing/databases/test-databases.ts';
import { ANA, VIEW } from '../../../testing/databases/test-invites.ts';
import { migrate } from '../../migrations/migrate.ts';
import { openStorage } from '../../open.ts';
import { openEngine } from '../choose-engine.ts';

test('while an upgrade waits for a backup, other instances can write', async () => {
  await using database = await createBarePostgresDatabase();
  await using instance = await openStorage(database.url, 'server');
  await instance.inviters.put(ANA);
  await using next = await openEngine(database.url, 'server');
  const backup = new Client(database.url);
  await backup.connect();
  try {
    await backup.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await backup.query('SELECT count(*) FROM inviter_total');

    const upgraded = next.migrate((db, types) => migrate(db, types, withSecond));
    await becomesTrue(() => waitsForLock(database.url), 5_000);
    assert.equal(await instance.visits.record(VIEW), 'counted');
    assert.ok(!(await tablesOf(database.url)).includes('added'));

    await backup.query('COMMIT');
    await upgraded;
    assert.ok((await tablesOf(database.url)).includes('added'));
  } finally {
    await backup.end();
  }
});

async function waitsForLock(url: string): Promise<boolean> {
  const rows = await query(url, `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation'`);
  return rows.length > 0;
}
