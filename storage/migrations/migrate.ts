import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { ColumnTypes } from '../engine.ts';
import { StorageRefusal } from '../errors.ts';
import { type Database, schema, unloggedTables } from '../schema.ts';
import { createAdditions, createBaseline, type Migrations } from './baseline.ts';

const baseline = createBaseline(schema, unloggedTables);

/**
 * All migrations, in the order in which they are applied. A released migration never changes, and later ones only add:
 * during an upgrade, instances of the version before still run.
 */
export const migrations: Migrations = {
  [baseline.name]: baseline.create,
  ...createAdditions(schema),
};

const MIGRATION_TABLE = 'migration';
const LOCK_TABLE = 'migration_lock';

/**
 * Brings the tables up to date. All pending migrations run in one transaction, because the dialect of each engine
 * allows Kysely to change tables in a transaction.
 *
 * @param known the program's migrations; in tests, those of another version
 * @throws StorageRefusal for a database of a newer program, or of another state of the tables
 */
export async function migrate(
  db: Kysely<Database>,
  types: ColumnTypes,
  known: Migrations = migrations,
): Promise<void> {
  await missingMigrations(db, 'The database', known);
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(known).map(([name, up]) => [name, { up: (own) => up(own, types) }]),
        ),
    },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: LOCK_TABLE,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/**
 * Called instead of `migrate` for the role `command`, and for the source of a copy or backup.
 *
 * @throws StorageRefusal unless the tables are up to date
 */
export async function requireMigrated(db: Kysely<Database>, name: string): Promise<void> {
  const { length: missing } = await missingMigrations(db, name);
  if (missing > 0) {
    throw new StorageRefusal(
      `${name} lacks ${missing} migration(s) of this program. Start the site of the same version once: its start brings the database up to date.`,
    );
  }
}

/**
 * @param name the database, as the beginning of a sentence
 * @returns the names of the migrations that a database lacks: all, if it does not have this program's tables
 * @throws StorageRefusal for a database of a newer program, or of another state of the tables
 */
export async function missingMigrations(
  db: Kysely<Database>,
  name: string,
  known: Migrations = migrations,
): Promise<string[]> {
  const applied = await appliedMigrations(db);
  const [first] = Object.keys(known);
  if (applied.length > 0 && first && !applied.includes(first)) {
    throw new StorageRefusal(
      `${name} has the tables of an unreleased state of this program (${applied[0]}): name an empty database, and take the waitlist along with "./site export waitlist" of the program that made it and "./site import waitlist" of this one.`,
    );
  }
  const unknown = applied.filter((name) => !(name in known));
  if (unknown.length > 0) {
    throw new StorageRefusal(
      `${name} was changed by a newer version of this program (${unknown.join(', ')}). Use that version, or restore a backup from before the upgrade into a new database.`,
    );
  }
  return Object.keys(known).filter((name) => !applied.includes(name));
}

/** Whether a database has this program's tables. */
export async function isOurs(db: Kysely<Database>): Promise<boolean> {
  return (await appliedMigrations(db)).length > 0;
}

/** @throws StorageRefusal for a database without this program's tables */
export async function requireOurs(db: Kysely<Database>, name: string): Promise<void> {
  if (await isOurs(db)) return;
  throw new StorageRefusal(`${name} is not a database of this program.`);
}

/** @throws StorageRefusal for a database that has tables, but not those of this program */
export async function refuseForeign(db: Kysely<Database>, name: string): Promise<void> {
  const tables = (await db.introspection.getTables()).filter((table) => !table.isView);
  const names = tables.map((table) => table.name);
  // An interrupted first start leaves the migrator's tables, which are empty.
  const others = names.filter((table) => table !== MIGRATION_TABLE && table !== LOCK_TABLE);
  // `isOurs` runs last. If it ran first, tables that another instance of the site creates meanwhile would be refused.
  if (others.length === 0 || (await isOurs(db))) return;
  throw new StorageRefusal(
    `${name} is the database of another program, with the tables ${others.join(', ')}. Name an empty database.`,
  );
}

async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === MIGRATION_TABLE)) return [];
  const rows = await db
    .withTables<{ [MIGRATION_TABLE]: { name: string } }>()
    .selectFrom(MIGRATION_TABLE)
    .select('name')
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name);
}
