import type { Kysely } from 'kysely';
import type { TableWords } from '../engine.ts';

/** The limits that copies of the program share. */
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
