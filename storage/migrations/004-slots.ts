import { type Kysely, sql } from 'kysely';
import type { TableWords } from '../engine.ts';

/** Splits the counts of days and of excluded visits into shards, numbered by `slot`. */
export async function createSlots(db: Kysely<unknown>, words: TableWords): Promise<void> {
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
    .addColumn('reason', words.text, (column) => column.notNull())
    .addColumn('slot', 'integer', (column) => column.notNull())
    .addColumn('events', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('excluded_total_in_slot', ['day', 'reason', 'slot'])
    .execute();
  await sql`
    INSERT INTO excluded_total (day, reason, slot, events)
    SELECT day, reason, 0, events FROM excluded_total_before`.execute(db);
  await db.schema.dropTable('excluded_total_before').execute();
}
