import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine.ts';

/**
 * Mailings and their letters. These are no rows of `letter`, which instances of the version before read: they would stop
 * at a kind that they do not know.
 */
export async function createMailings(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('mailing')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('who', types.text)
    .addColumn('kind', 'smallint', (column) => column.notNull())
    .addColumn('subject', types.text, (column) => column.notNull())
    .addColumn('words', types.text, (column) => column.notNull())
    .addColumn('people', 'integer', (column) => column.notNull())
    .addColumn('wave', 'integer')
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('paused_why', types.text)
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema
    .createTable('mailing_letter')
    .addColumn('id', types.idNeverReused)
    .addColumn('mailing', 'integer', (column) => column.notNull())
    .addColumn('email', types.text, (column) => column.notNull())
    .addColumn('mailbox', types.bytes, (column) => column.notNull())
    .addColumn('state', 'smallint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('reply', types.text)
    .execute();
  const index = (name: string) => db.schema.createIndex(name).on('mailing_letter');
  // 7: the state `same-mailbox`.
  await index('mailing_letter_once')
    .unique()
    .columns(['mailing', 'mailbox'])
    .where(sql.ref('state'), '<>', sql.lit(7))
    .execute();
  await index('mailing_letter_in_order').columns(['mailing', 'state', 'due_at', 'id']).execute();
  await index('mailing_letter_to').column('email').execute();
}

/** What comes back after the mail server has accepted a letter, and what a mailing counts to pause by itself. */
export async function createReturnedLetters(
  db: Kysely<unknown>,
  types: ColumnTypes,
): Promise<void> {
  const addTo = (table: string) => db.schema.alterTable(table);
  for (const count of ['sent', 'bounced', 'complained', 'failures']) {
    await addTo('mailing')
      .addColumn(count, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await addTo('mailing_letter').addColumn('returned', 'smallint').execute();
  await addTo('mailing_letter').addColumn('returned_at', 'bigint').execute();
  await addTo('letters_begun').addColumn('on_at', 'bigint').execute();
  await db.schema
    .createTable('returned_report')
    .addColumn('who', types.text, (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('reports', 'bigint', (column) => column.notNull())
    .modifyEnd(types.keptInKeyOrder)
    .execute();
}

/**
 * The version of the words that a member has agreed to; null for earlier members, and for those who confirmed
 * elsewhere.
 */
export async function addConsent(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('member').addColumn('consent', types.text).execute();
}

/** Who is kept after the launch, and since when the addresses of others are deleted. */
export async function createDeletionClock(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('waitlist').addColumn('kept_at', 'bigint').execute();
  await db.schema
    .alterTable('mailing')
    .addColumn('platforms', 'smallint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('letters_begun').addColumn('unconfirmed_asked_at', 'bigint').execute();
  await db.schema
    .createTable('deletion_clock')
    .addColumn('mailing', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('who', types.text)
    .addColumn('deleted', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}

/** What a started deletion promises, and that people who were deleted by it stay counted for their inviters. */
export async function addEndOfClock(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('deletion_clock').addColumn('ended_at', 'bigint').execute();
  await sql`
    UPDATE deletion_clock SET ended_at = coalesce((
      SELECT ended_at FROM mailing WHERE mailing.id = deletion_clock.mailing), at)`.execute(db);
  await db.schema
    .alterTable('erasure')
    .addColumn('stays_counted', 'smallint', (column) => column.notNull().defaultTo(0))
    .execute();
}
