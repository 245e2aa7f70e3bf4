import type { Kysely } from 'kysely';

/** Adds a column: up to which time the last retention has removed what had expired. It is null until the next run. */
export async function createRetentionReach(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('retention_run').addColumn('reach', 'bigint').execute();
}
