import type { Kysely } from 'kysely';

/** What a backup says of its own age. */
export async function createBackupMoment(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backup_moment')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
}
