import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../engine.ts';

/**
 * The table has no index except its primary key. A sign-up writes to the same place whether it adds a row or counts one
 * more request, so its duration does not show whether the address was already there (decision 007).
 */
export async function createWaitlistTable(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('waitlist')
    .addColumn('email', types.text, (column) => column.primaryKey().notNull())
    .addColumn('joined_at', 'bigint', (column) => column.notNull())
    .addColumn('requests', 'integer', (column) => column.notNull())
    .modifyEnd(types.keptInKeyOrder)
    .execute();
}

/** Inviters, the log of their invites' events, and its counters. */
export async function createInvites(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('inviter')
    .addColumn('key', types.idNeverReused)
    .addColumn('user_id', types.text, (column) => column.notNull().unique())
    .addColumn('username', types.text, (column) => column.notNull())
    .addColumn('first_name', types.text)
    .addColumn('profile_image_url', types.text)
    .addColumn('search_text', types.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('erased_inviter')
    .addColumn('inviter_key', 'integer', (column) => column.primaryKey())
    .execute();

  // No index by inviter: it would need a third of the space of the log.
  await db.schema
    .createTable('invite_event')
    .addColumn('id', types.id)
    .addColumn('inviter_key', 'integer', (column) => column.notNull())
    .addColumn('counter', 'smallint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('event_key')
    .addColumn('key', types.bytes, (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .modifyEnd(types.keptInKeyOrder)
    .execute();
  await db.schema
    .createTable('app_invite')
    .addColumn('invite_id', types.text, (column) => column.primaryKey().notNull())
    .addColumn('inviter_key', 'integer', (column) => column.notNull())
    .addColumn('accepted', 'smallint', (column) => column.notNull())
    .modifyEnd(types.keptInKeyOrder)
    .execute();
  await db.schema
    .createIndex('app_invite_of_inviter')
    .on('app_invite')
    .column('inviter_key')
    .execute();

  for (const table of ['inviter_total', 'inviter_base']) {
    await withCounts(db.schema.createTable(table), 'inviter_key').execute();
  }
  for (const table of ['day_total', 'day_base']) {
    await withCounts(db.schema.createTable(table), 'day').execute();
  }
  await withCounts(db.schema.createTable('total'), 'slot').execute();
  await db.schema
    .createTable('excluded_total')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('reason', types.text, (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('excluded_total_key', ['day', 'reason'])
    .execute();

  await db.schema
    .createTable('retention_run')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addColumn('erased_events', 'bigint', (column) => column.notNull())
    .execute();
}

/** Repeats the names of the counters, because a released migration must not change when `events.ts` does. */
function withCounts(table: CreateTableBuilder<string, never>, key: string) {
  return table
    .addColumn(key, 'integer', (column) => column.primaryKey())
    .addColumn('page_views', 'bigint', (column) => column.notNull())
    .addColumn('downloads', 'bigint', (column) => column.notNull())
    .addColumn('invites_sent', 'bigint', (column) => column.notNull())
    .addColumn('invites_accepted', 'bigint', (column) => column.notNull());
}

/** Admins, sessions, and sign-in codes for phone numbers. */
export async function createIdentity(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('admin')
    .addColumn('phone', types.text, (column) => column.primaryKey().notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .modifyEnd(types.keptInKeyOrder)
    .execute();
  await db.schema
    .createTable('account')
    .addColumn('user_id', types.text, (column) => column.primaryKey().notNull())
    .addColumn('phone', types.text, (column) => column.notNull().unique())
    .execute();
  await db.schema
    .createTable('session')
    .addColumn('token_hash', types.bytes, (column) => column.primaryKey().notNull())
    .addColumn('user_id', types.text, (column) => column.notNull())
    .addColumn('begun_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .modifyEnd(types.keptInKeyOrder)
    .execute();
  await db.schema.createIndex('session_of_account').on('session').column('user_id').execute();

  await db.schema
    .createTable('sign_in_code')
    .addColumn('id_hash', types.bytes, (column) => column.primaryKey().notNull())
    .addColumn('phone', types.text, (column) => column.notNull())
    .addColumn('browser_hash', types.bytes, (column) => column.notNull())
    .addColumn('code_hash', types.bytes, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('valid_until', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('sign_in_code_newest', ['phone', 'browser_hash'])
    .execute();
  await db.schema
    .createTable('spent_challenge')
    .addColumn('nonce', types.bytes, (column) => column.primaryKey().notNull())
    .addColumn('valid_until', 'bigint', (column) => column.notNull())
    .modifyEnd(types.keptInKeyOrder)
    .execute();
  await db.schema
    .createTable('budget')
    .addColumn('key', types.bytes, (column) => column.primaryKey().notNull())
    .addColumn('hour', 'integer', (column) => column.notNull())
    .addColumn('taken_in_hour', 'integer', (column) => column.notNull())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('taken_in_day', 'integer', (column) => column.notNull())
    .modifyEnd(types.keptInKeyOrder)
    .execute();

  await db.schema
    .createTable('secret')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('bytes', types.bytes, (column) => column.notNull())
    .execute();
}

/** Splits the counts of days and of excluded visits into shards, numbered by `slot`. */
export async function createSlots(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('day_total').renameTo('day_total_before').execute();
  await db.schema
    .createTable('day_total')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('slot', 'integer', (column) => column.notNull())
    .addColumn('page_views', 'bigint', (column) => column.notNull())
    .addColumn('downloads', 'bigint', (column) => column.notNull())
    .addColumn('invites_sent', 'bigint', (column) => column.notNull())
    .addColumn('invites_accepted', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('day_total_in_slot', ['day', 'slot'])
    .execute();
  await sql`
    INSERT INTO day_total (day, slot, page_views, downloads, invites_sent, invites_accepted)
    SELECT day, 0, page_views, downloads, invites_sent, invites_accepted
    FROM day_total_before`.execute(db);
  await db.schema.dropTable('day_total_before').execute();

  await db.schema.alterTable('excluded_total').renameTo('excluded_total_before').execute();
  await db.schema
    .createTable('excluded_total')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('reason', types.text, (column) => column.notNull())
    .addColumn('slot', 'integer', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('excluded_total_in_slot', ['day', 'reason', 'slot'])
    .execute();
  await sql`
    INSERT INTO excluded_total (day, reason, slot, events)
    SELECT day, reason, 0, events FROM excluded_total_before`.execute(db);
  await db.schema.dropTable('excluded_total_before').execute();
}
