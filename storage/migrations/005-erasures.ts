import type { Kysely } from 'kysely';
import type { TableWords } from '../engine.ts';

/** Erasures to repeat when a backup is restored, and the mark of an unfinished copy. */
export async function createErasures(db: Kysely<unknown>, words: TableWords): Promise<void> {
  await db.schema
    .createTable('erasure')
    .addColumn('subject', words.bytes, (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .modifyEnd(words.keptInKeyOrder)
    .execute();
  await db.schema
    .createTable('unfinished_copy')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .execute();
}
