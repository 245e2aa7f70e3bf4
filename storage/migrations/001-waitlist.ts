import type { Kysely } from 'kysely';
import type { TableWords } from '../engine.ts';

/**
 * The table has no index except its primary key. A sign-up writes to the same place whether it adds a row or counts one
 * more request, so its duration does not show whether the address was already there (decision 007).
 */
export async function createWaitlistTable(db: Kysely<unknown>, words: TableWords): Promise<void> {
  await db.schema
    .createTable('waitlist')
    .addColumn('email', words.text, (column) => column.primaryKey().notNull())
    .addColumn('joined_at', 'bigint', (column) => column.notNull())
    .addColumn('requests', 'integer', (column) => column.notNull())
    .modifyEnd(words.keptInKeyOrder)
    .execute();
}
