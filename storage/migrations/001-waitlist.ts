import type { Kysely } from 'kysely';

export async function createWaitlist(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waitlist')
    .addColumn('email', 'text', (column) => column.primaryKey().notNull())
    .addColumn('joined_at', 'bigint', (column) => column.notNull())
    .addColumn('requests', 'integer', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('waitlist_by_time')
    .on('waitlist')
    .columns(['joined_at', 'email'])
    .execute();
}
