import type { Kysely } from 'kysely';
import type { TableWords } from '../engine.ts';

/** A secret for sign-ins, separate from the secret for erasures, and a mark for codes that the operator has made. */
export async function createSignInKeys(db: Kysely<unknown>, words: TableWords): Promise<void> {
  await db.schema
    .createTable('sign_in_secret')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('bytes', words.bytes, (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable('sign_in_code')
    .addColumn('by_operator', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
