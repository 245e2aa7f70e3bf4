import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../engine.ts';

/** The state of the app, which admins with the right to the waitlist change, and the record of what they did. */
export async function createAppState(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .alterTable('admin')
    .addColumn('waitlist', 'smallint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('audit')
    .addColumn('id', types.idNeverReused)
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('who', types.text, (column) => column.notNull())
    .addColumn('act', types.text, (column) => column.notNull())
    .addColumn('detail', types.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('app_state')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('ios', types.text, (column) => column.notNull())
    .addColumn('ios_link', types.text)
    .addColumn('android', types.text, (column) => column.notNull())
    .addColumn('android_link', types.text)
    .execute();
}
