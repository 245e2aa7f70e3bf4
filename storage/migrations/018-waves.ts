import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../engine.ts';

/** How far a person on the waitlist has come, and the people who are let in together. */
export async function createWaves(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const addTo = (table: string) => db.schema.alterTable(table);
  // `waitlist` still has no index except its primary key: see `createSignUpRefs`.
  await addTo('waitlist')
    .addColumn('state', 'smallint', (column) => column.notNull().defaultTo(0))
    .execute();
  await addTo('waitlist').addColumn('state_at', 'bigint').execute();
  await addTo('waitlist').addColumn('wave', 'integer').execute();
  for (const figure of ['invited', 'arrived']) {
    await addTo('waitlist_day')
      .addColumn(figure, 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  }
  await db.schema
    .createTable('wave')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('who', types.text)
    .addColumn('people', 'integer', (column) => column.notNull())
    .addColumn('back', 'integer', (column) => column.notNull())
    .addColumn('taken_at', 'bigint')
    .addColumn('undone_at', 'bigint')
    .execute();
  await db.schema
    .createTable('arrival_report')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('reports', 'bigint', (column) => column.notNull())
    .execute();
}
