import type { Kysely } from 'kysely';

/** How many views were added for the downloads of an inviter's last batch, for the log of the same batch. */
export async function createBroughtViews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('inviter_total')
    .addColumn('brought_views', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
