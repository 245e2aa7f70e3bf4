import type { CreateTableBuilder, Kysely } from 'kysely';
import type { TableWords } from '../engine.ts';

/** Inviters, the log of their invites' events, and its counters. */
export async function createInvites(db: Kysely<unknown>, words: TableWords): Promise<void> {
  await db.schema
    .createTable('inviter')
    .addColumn('key', words.idNeverReused)
    .addColumn('user_id', words.text, (column) => column.notNull().unique())
    .addColumn('username', words.text, (column) => column.notNull())
    .addColumn('first_name', words.text)
    .addColumn('profile_image_url', words.text)
    .addColumn('search_text', words.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('erased_inviter')
    .addColumn('inviter_key', 'integer', (column) => column.primaryKey())
    .execute();

  // No index by inviter: it would need a third of the space of the log.
  await db.schema
    .createTable('invite_event')
    .addColumn('id', words.id)
    .addColumn('inviter_key', 'integer', (column) => column.notNull())
    .addColumn('counter', 'smallint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('event_key')
    .addColumn('key', words.bytes, (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .modifyEnd(words.keptInKeyOrder)
    .execute();
  await db.schema
    .createTable('app_invite')
    .addColumn('invite_id', words.text, (column) => column.primaryKey().notNull())
    .addColumn('inviter_key', 'integer', (column) => column.notNull())
    .addColumn('accepted', 'smallint', (column) => column.notNull())
    .modifyEnd(words.keptInKeyOrder)
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
    .addColumn('reason', words.text, (column) => column.notNull())
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
