import type { Kysely } from 'kysely';

/** The time at which a backup was made. */
export async function createBackupMoment(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backup_moment')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
}
