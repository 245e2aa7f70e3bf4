import type { Kysely } from 'kysely';

/** How many missing views the last batch has added for an inviter. The same batch writes as many rows to the log. */
export async function createBroughtViews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('inviter_total')
    .addColumn('brought_views', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
