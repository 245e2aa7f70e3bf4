import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../engine.ts';

/** What comes back after the mail server has accepted a letter, and what a mailing counts to pause by itself. */
export async function createReturnedLetters(
  db: Kysely<unknown>,
  types: ColumnTypes,
): Promise<void> {
  const addTo = (table: string) => db.schema.alterTable(table);
  for (const count of ['sent', 'bounced', 'complained', 'failures']) {
    await addTo('mailing')
      .addColumn(count, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await addTo('mailing_letter').addColumn('returned', 'smallint').execute();
  await addTo('mailing_letter').addColumn('returned_at', 'bigint').execute();
  await addTo('letters_begun').addColumn('on_at', 'bigint').execute();
  await db.schema
    .createTable('returned_report')
    .addColumn('who', types.text, (column) => column.primaryKey().notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('reports', 'bigint', (column) => column.notNull())
    .modifyEnd(types.keptInKeyOrder)
    .execute();
}
