import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { ColumnTypes } from '../engine.ts';
import { StorageRefusal } from '../errors.ts';
import type { Database } from '../schema.ts';
import { createIdentity, createInvites, createSlots, createWaitlistTable } from './001-to-004.ts';
import {
  createBackupMoment,
  createBroughtViews,
  createErasures,
  createLetters,
  createLimits,
  createRetentionReach,
  createSignInKeys,
} from './005-to-011.ts';
import { createOrderOfNames, createTurnsOfLetters, refuseUnfinishedCopy } from './012-to-014.ts';
import { createAppState, createSignUpRefs, createWaves } from './015-to-018.ts';
import {
  addConsent,
  addEndOfClock,
  createDeletionClock,
  createMailings,
  createReturnedLetters,
} from './019-to-023.ts';
import {
  addPassedBy,
  addPhones,
  createInviterDays,
  createNotes,
  createNotices,
} from './024-to-028.ts';

export type Migrations = Readonly<
  Record<string, (db: Kysely<unknown>, types: ColumnTypes) => Promise<void>>
>;

/** All migrations, in the order in which they are applied. A released migration never changes. */
export const migrations: Migrations = {
  '001-waitlist': createWaitlistTable,
  '002-invites': createInvites,
  '003-identity': createIdentity,
  '004-slots': createSlots,
  '005-erasures': createErasures,
  '006-limits': createLimits,
  '007-backup-moment': createBackupMoment,
  '008-brought-views': createBroughtViews,
  '009-sign-in-keys': createSignInKeys,
  '010-letters': createLetters,
  '011-retention-reach': createRetentionReach,
  '012-order-of-names': createOrderOfNames,
  '013-no-unfinished-copy': refuseUnfinishedCopy,
  '014-turns-of-letters': createTurnsOfLetters,
  '015-app-state': createAppState,
  '016-sign-up-refs': createSignUpRefs,
  '018-waves': createWaves,
  '019-mailings': createMailings,
  '020-returned-letters': createReturnedLetters,
  '021-consent': addConsent,
  '022-deletion-clock': createDeletionClock,
  '023-end-of-clock': addEndOfClock,
  '024-inviter-days': createInviterDays,
  '025-phones': addPhones,
  '026-notes': createNotes,
  '027-notices': createNotices,
  '028-passed-by': addPassedBy,
};

const MIGRATION_TABLE = 'migration';
const LOCK_TABLE = 'migration_lock';

/**
 * Brings the tables up to date. All pending migrations run in one transaction, because the dialects of both engines
 * allow Kysely to change tables in a transaction.
 *
 * @param known the program's migrations; in tests, those of another version
 * @throws StorageRefusal when a newer program has already changed the database
 */
export async function migrate(
  db: Kysely<Database>,
  types: ColumnTypes,
  known: Migrations = migrations,
): Promise<void> {
  await missingMigrations(db, known);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => withTypes(types, known) },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: LOCK_TABLE,
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

function withTypes(types: ColumnTypes, known: Migrations): Record<string, Migration> {
  const entries = Object.entries(known).map(([name, up]): [string, Migration] => [
    name,
    { up: (db) => up(db, types) },
  ]);
  return Object.fromEntries(entries);
}

/**
 * Called instead of `migrate` for the role `command`, and for the source of a copy or backup.
 *
 * @throws StorageRefusal unless the tables are up to date
 */
export async function requireMigrated(db: Kysely<Database>): Promise<void> {
  const { length: missing } = await missingMigrations(db);
  if (missing > 0) {
    throw new StorageRefusal(
      `The database lacks ${missing} migration(s) of this program. Start the site of the same version once: its start brings the database up to date.`,
    );
  }
}

/**
 * @returns the names of the migrations that a database lacks: all, if it does not have this program's tables
 * @throws StorageRefusal when a newer program has already changed the database
 */
export async function missingMigrations(
  db: Kysely<Database>,
  known: Migrations = migrations,
): Promise<string[]> {
  const applied = await appliedMigrations(db);
  const unknown = applied.filter((name) => !(name in known));
  if (unknown.length > 0) {
    throw new StorageRefusal(
      `The database was changed by a newer version of this program (${unknown.join(', ')}). Use that version, or restore a backup from before the upgrade into a new database.`,
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
