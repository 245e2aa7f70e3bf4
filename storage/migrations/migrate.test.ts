import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { withSecond } from '../../testing/databases/second-migration.ts';
import { backupsForEachTest, RESTORE_OPTIONS } from '../../testing/databases/test-backups.ts';
import { openTestStorage, query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { silentWatch } from '../../testing/databases/test-moves.ts';
import { backUp } from '../backup/backup.ts';
import { copyDatabase } from '../backup/copy.ts';
import { restore } from '../backup/restore.ts';
import type { ColumnTypes } from '../engine.ts';
import { openEngine } from '../engines/choose-engine.ts';
import { openStorage } from '../open.ts';
import type { TableDefinition } from '../schema.ts';
import { createAdditions, createBaseline } from './baseline.ts';

const REFUSED = {
  name: 'StorageRefusal',
  message:
    /^\S+ has the tables of an unreleased state of this program \(\d{3}-\S+\): name an empty database, and take the waitlist along with "\.\/site export waitlist" /,
};

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

const words = { type: 'text', mayBeNull: true } as const;
const note = { columns: { id: { type: 'id' } }, key: ['id'] } satisfies TableDefinition;

for (const engine of testEngines) {
  describe(`migrations on ${engine.name}`, () => {
    async function onFreshDatabase(
      work: (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>,
    ): Promise<void> {
      await using database = await engine.createBare();
      await using opened = await openEngine(database.url, 'mover');
      await opened.migrate((db, types) => work(db as unknown as Kysely<unknown>, types));
    }

    test('after the first only add tables, and columns that an INSERT may leave out', async () => {
      await onFreshDatabase(async (db, types) => {
        for (const [n, migrate] of Object.values(withSecond).entries()) {
          const changes = await watchChanges(db);
          await migrate(db, types);
          if (n > 0) assert.deepEqual(await changes(), []);
        }
        const changes = await watchChanges(db);
        await sql`ALTER TABLE wave RENAME TO flood`.execute(db);
        await sql`ALTER TABLE admin RENAME COLUMN added_at TO since`.execute(db);
        assert.deepEqual(await changes(), [
          'admin.added_at is gone, or has another type',
          'admin.since is needed by every new row',
          'wave is gone',
        ]);
      });
    });

    test('of which the first makes nothing that a later one adds, and a later one what names it', async () => {
      const tables = {
        note: { ...note, columns: { ...note.columns, words: { ...words, addedBy: '002-x' } } },
        added: { ...note, addedBy: '002-x' },
      } satisfies Record<string, TableDefinition>;
      const baseline = createBaseline(tables, {});
      assert.equal(baseline.name, createBaseline({ note }, {}).name);
      assert.notEqual(
        baseline.name,
        createBaseline({ note: { ...note, indexes: ['id'] } }, {}).name,
      );
      await onFreshDatabase(async (db, types) => {
        await baseline.create(db, types);
        const made = await tablesOf(db);
        assert.deepEqual(
          [...made].map(([table, columns]) => [table, ...columns.keys()]),
          [['note', 'id']],
        );
        const changes = await watchChanges(db);
        await createAdditions(tables)['002-x']?.(db, types);
        assert.deepEqual(await changes(), []);
        const all = [...(await tablesOf(db))].map(([table, columns]) => [table, ...columns.keys()]);
        assert.deepEqual(all.toSorted(), [
          ['added', 'id'],
          ['note', 'id', 'words'],
        ]);
      });
    });

    describe('a database of another state', () => {
      const backups = backupsForEachTest(engine);
      const others = ['028-passed-by', createBaseline({ note }, {}).name];
      const renameFirst = (name: string) =>
        `UPDATE migration SET name = '${name}' WHERE name = (SELECT min(name) FROM migration)`;

      test('is refused by servers, commands, backups, copies and restores, and not changed', async () => {
        await using database = await engine.create();
        await using current = await engine.create();
        const { url } = database;
        const watch = silentWatch();
        for (const one of [url, current.url, backups.url])
          await (await openTestStorage(one)).close();
        await backups.backUpTo(backups.file);
        for (const name of others) {
          await query(url, renameFirst(name));
          const before = await query(url, 'SELECT * FROM secret');
          for (const role of ['server', 'command'] as const)
            await assert.rejects(openStorage(url, role), REFUSED);
          await assert.rejects(backUp(url, `${backups.file}-2`, NOON, watch), REFUSED);
          await assert.rejects(copyDatabase(url, current.url, watch), REFUSED);
          await assert.rejects(copyDatabase(current.url, url, watch), REFUSED);
          await assert.rejects(restore(backups.file, url, RESTORE_OPTIONS, watch), REFUSED);
          const applied = await query(url, 'SELECT name FROM migration');
          assert.ok(applied.some((row) => row['name'] === name));
          assert.deepEqual(await query(url, 'SELECT * FROM secret'), before);
          await query(`file:${backups.file}`, renameFirst(name));
          await assert.rejects(backups.restoreFrom(backups.file), REFUSED);
        }
      });
    });
  });
}
