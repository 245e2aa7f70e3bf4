import type { Kysely } from 'kysely';
import type { TableWords } from '../engine.ts';

/** What a restored backup has to be told of, and what a copy that was interrupted leaves to be seen. */
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
