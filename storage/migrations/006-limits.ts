import type { Kysely } from 'kysely';
import type { TableWords } from '../engine.ts';

/** Where copies of the program count together how often they were called, and by whom. */
export async function createLimits(db: Kysely<unknown>, words: TableWords): Promise<void> {
  if (!words.unlogged) return;
  await db.schema
    .createTable('limit_window')
    .modifyFront(words.unlogged)
    .addColumn('key', words.bytes, (column) => column.primaryKey().notNull())
    .addColumn('hits', 'integer', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute();
}
