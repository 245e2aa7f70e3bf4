import type { Kysely } from 'kysely';
import type { TableWords } from '../engine.ts';

/** Erasures to repeat when a backup is restored, and the mark of an unfinished copy. */
export async function createErasures(db: Kysely<unknown>, words: TableWords): Promise<void> {
  await db.schema
    .createTable('erasure')
    .addColumn('subject', words.bytes, (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .modifyEnd(words.keptInKeyOrder)
    .execute();
  await db.schema
    .createTable('unfinished_copy')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .execute();
}

/** The limits that instances of the program share. */
export async function createLimits(db: Kysely<unknown>, words: TableWords): Promise<void> {
  if (!words.unlogged) return;
  await db.schema
    .createTable('limit_window')
    .modifyFront(words.unlogged)
    .addColumn('key', words.bytes, (column) => column.primaryKey().notNull())
    .addColumn('hits', 'integer', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute();
}

/** The time at which a backup was made. */
export async function createBackupMoment(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backup_moment')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
}

/**
 * Adds a column: how many page views the last batch added to an inviter because there were more downloads than page
 * views. The same batch writes a row to the log for each of these page views.
 */
export async function createBroughtViews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('inviter_total')
    .addColumn('brought_views', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** A secret for sign-ins, separate from the secret for erasures, and a mark for codes that the operator has made. */
export async function createSignInKeys(db: Kysely<unknown>, words: TableWords): Promise<void> {
  await db.schema
    .createTable('sign_in_secret')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('bytes', words.bytes, (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable('sign_in_code')
    .addColumn('by_operator', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** Adds a column: up to which time the last retention has removed what had expired. It is null until the next run. */
export async function createRetentionReach(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('retention_run').addColumn('reach', 'bigint').execute();
}
