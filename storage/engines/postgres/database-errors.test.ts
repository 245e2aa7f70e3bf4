import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { sql } from 'kysely';
import { createPostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import { openStorage, type Storage } from '../../open.ts';
import { openPostgresEngine } from './postgres-engine.ts';

test('an error names the violated constraint, and contains no data of the row', async () => {
  await using database = await createPostgresDatabase();
  await using storage = await openStorage(database.url, 'server');
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

test('if the role has no right to a table, the database is unavailable until the operator grants the right', async (context) => {
  const database = await createPostgresDatabase();
  const storage = await openStorage(database.url, 'server');
  await storage.close();
  const role = `reader_${database.url.split('_').at(-1)}`.replace(/\W/g, '');
  await query(database.url, `CREATE ROLE ${role} LOGIN`);
  let reader: Storage | undefined;
  context.after(async () => {
    await reader?.close();
    await query(database.url, `DROP OWNED BY ${role}`);
    await query(database.url, `DROP ROLE ${role}`);
    await database.remove();
  });
  const url = new URL(database.url);
  url.username = role;
  const unavailable = (table: string) => ({
    name: 'StorageUnavailable',
    message: `The database has not confirmed the statement: permission denied for table ${table}.`,
  });
  await assert.rejects(openStorage(url.href, 'command'), unavailable('migration'));
  await query(database.url, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
  reader = await openStorage(url.href, 'command');
  await assert.rejects(reader.waitlist.join('ana@example.com', 1), { name: 'StorageUnavailable' });
  await query(database.url, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
  await reader.waitlist.join('ana@example.com', 1);
});

test('a report that fails, at its first row or a later one, leaves no connection on which others wait', async () => {
  await using database = await createPostgresDatabase();
  await (await openStorage(database.url, 'server')).close();
  await using engine = await openPostgresEngine(database.url, 'command');
  const failing = [
    sql`SELECT 1 / 0`,
    sql`SELECT 1 / (n - 9000) FROM generate_series(1, 9999) AS s (n)`,
  ];
  for (const statement of failing) {
    // More often than the pool has connections.
    for (const _ of Array(10).keys()) {
      await assert.rejects(statement.execute(engine.reports), /division by zero/);
      const inSnapshot = engine.snapshot((db) => statement.execute(db));
      await assert.rejects(inSnapshot, /division by zero/);
    }
  }
  const { rows } = await sql<{ one: number }>`SELECT 1 AS one`.execute(engine.reports);
  assert.deepEqual(rows, [{ one: 1 }]);
});
