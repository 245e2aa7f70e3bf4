import type { Kysely } from 'kysely';

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
