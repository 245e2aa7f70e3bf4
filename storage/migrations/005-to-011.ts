import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine.ts';

/** Erasures to repeat when a backup is restored, and the mark of an unfinished copy. */
export async function createErasures(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('erasure')
    .addColumn('subject', types.bytes, (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .modifyEnd(types.keptInKeyOrder)
    .execute();
  await db.schema
    .createTable('unfinished_copy')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .execute();
}

/** The limits that instances of the program share. */
export async function createLimits(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  if (!types.unlogged) return;
  await db.schema
    .createTable('limit_window')
    .modifyFront(types.unlogged)
    .addColumn('key', types.bytes, (column) => column.primaryKey().notNull())
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
export async function createSignInKeys(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('sign_in_secret')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('bytes', types.bytes, (column) => column.notNull())
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

/** Letters to the people of the waitlist, and who has confirmed or left (decision 053). */
export async function createLetters(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  // For its letter, a sign-up only adds a row to this table, and reads no table. So the duration of the answer does not
  // show what is stored about the address.
  await db.schema
    .createTable('ask')
    .addColumn('id', types.id)
    .addColumn('email', types.text, (column) => column.notNull())
    .addColumn('via', types.text)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('earlier', 'smallint', (column) => column.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('member')
    .addColumn('key', types.idNeverReused)
    .addColumn('email', types.text, (column) => column.notNull().unique())
    .addColumn('mailbox', types.bytes, (column) => column.notNull())
    .addColumn('code', types.text, (column) => column.notNull().unique())
    .addColumn('via_member', 'integer')
    .addColumn('friends', 'integer', (column) => column.notNull())
    .addColumn('rank', 'integer', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('member_in_order')
    .on('member')
    .columns(['rank', 'key desc'])
    .execute();
  await db.schema.createIndex('member_via_member').on('member').column('via_member').execute();
  // A mailbox counts once as a friend, even if two spellings of its address are confirmed at the same time.
  await db.schema
    .createIndex('member_credited_once')
    .unique()
    .on('member')
    .column('mailbox')
    .where(sql.ref('via_member'), 'is not', null)
    .execute();

  await db.schema
    .createTable('letter')
    .addColumn('id', types.idNeverReused)
    .addColumn('kind', 'smallint', (column) => column.notNull())
    .addColumn('subject_key', types.bytes, (column) => column.notNull().unique())
    .addColumn('email', types.text, (column) => column.notNull())
    .addColumn('mailbox', types.bytes, (column) => column.notNull())
    .addColumn('via', types.text)
    .addColumn('state', 'smallint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('reply', types.text)
    .execute();
  await db.schema.createIndex('letter_to').on('letter').column('email').execute();
  await db.schema.createIndex('letter_to_mailbox').on('letter').column('mailbox').execute();
  await db.schema
    .createIndex('letter_in_order')
    .on('letter')
    .columns(['state', 'kind', 'due_at', 'id'])
    .execute();

  await db.schema
    .createTable('stopped')
    .addColumn('subject', types.bytes, (column) => column.notNull())
    .addColumn('reason', 'smallint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('stopped_for', ['subject', 'reason'])
    .modifyEnd(types.keptInKeyOrder)
    .execute();

  await db.schema
    .createTable('letters_begun')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('earlier_asked_at', 'bigint')
    .addColumn('unscrubbed', 'integer', (column) => column.notNull())
    .execute();
}
