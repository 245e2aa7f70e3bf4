import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { testEngines } from '../../testing/databases/test-databases.ts';
import type { ColumnTypes } from '../engine.ts';
import { openEngine } from '../engines/choose-engine.ts';
import { migrations } from './migrate.ts';

/**
 * Up to this migration, migrations may change or remove tables and columns: instances of the previous version did not
 * have to run during those upgrades.
 */
const LAST_THAT_MAY_CHANGE = '006-limits';

/** @returns a function that lists the changes since this call that break the previous version of the program */
async function watchChanges(db: Kysely<unknown>): Promise<() => Promise<string[]>> {
  const before = await tablesOf(db);
  return async () => {
    const after = await tablesOf(db);
    return [...before].flatMap(([table, columns]) => {
      const now = after.get(table);
      if (!now) return `${table} is gone`;
      const changed = [...columns].filter(([name, column]) => now.get(name)?.type !== column.type);
      const added = [...now].filter(([name, column]) => !columns.has(name) && column.isNeeded);
      return [
        ...changed.map(([name]) => `${table}.${name} is gone, or has another type`),
        ...added.map(([name]) => `${table}.${name} is needed by every new row`),
      ];
    });
  };
}

async function tablesOf(db: Kysely<unknown>) {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.map(({ name, columns }) => [
      name,
      new Map(
        columns.map(({ name: column, dataType, isNullable, hasDefaultValue }) => [
          column,
          { type: `${dataType} ${isNullable}`, isNeeded: !isNullable && !hasDefaultValue },
        ]),
      ),
    ]),
  );
}

for (const { name: engineName, createBare } of testEngines) {
  describe(`migrations on ${engineName}`, () => {
    async function onFreshDatabase(
      work: (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>,
    ): Promise<void> {
      const database = await createBare();
      const engine = await openEngine(database.url, 'mover');
      try {
        await engine.migrate((db, types) => work(db as unknown as Kysely<unknown>, types));
      } finally {
        await engine.close();
        await database.remove();
      }
    }

    test(`after ${LAST_THAT_MAY_CHANGE} only add tables, and columns that an INSERT may leave out`, async () => {
      await onFreshDatabase(async (db, types) => {
        for (const [name, migrate] of Object.entries(migrations)) {
          const changes = await watchChanges(db);
          await migrate(db, types);
          if (name > LAST_THAT_MAY_CHANGE) assert.deepEqual(await changes(), [], name);
        }
      });
    });

    test('control: a table that is renamed, and a column that is removed, are found', async () => {
      await onFreshDatabase(async (db, types) => {
        for (const migrate of Object.values(migrations)) await migrate(db, types);
        const changes = await watchChanges(db);
        await sql`ALTER TABLE total RENAME TO sum`.execute(db);
        await sql`ALTER TABLE admin RENAME COLUMN added_at TO since`.execute(db);
        assert.deepEqual(await changes(), [
          'admin.added_at is gone, or has another type',
          'admin.since is needed by every new row',
          'total is gone',
        ]);
      });
    });
  });
}
