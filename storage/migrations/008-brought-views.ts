import type { Kysely } from 'kysely';

/** How many views the last batch of somebody's events brought along, for the log of the same batch. */
export async function createBroughtViews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('inviter_total')
    .addColumn('brought_views', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
