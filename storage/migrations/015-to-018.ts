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

/**
 * Who invited an address to the waitlist, and the sign-ups of each inviter and named link. Like `waitlist`, `sign_up_ref` has no
 * index except its primary key, so that a sign-up writes the same for known and unknown addresses.
 */
export async function createSignUpRefs(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('sign_up_ref')
    .addColumn('email', types.text, (column) => column.primaryKey().notNull())
    .addColumn('inviter_key', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('counted', 'smallint', (column) => column.notNull())
    .modifyEnd(types.keptInKeyOrder)
    .execute();
  await db.schema
    .createTable('named_link')
    .addColumn('name', types.text, (column) => column.notNull())
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('sign_ups', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('named_link_key', ['name', 'day'])
    .execute();
  for (const table of ['inviter_total', 'inviter_base']) {
    await db.schema
      .alterTable(table)
      .addColumn('sign_ups', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  }
}

/** How far a person on the waitlist has come, and the people who are let in together. */
export async function createWaves(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  const addTo = (table: string) => db.schema.alterTable(table);
  // `waitlist` still has no index except its primary key: see `createSignUpRefs`.
  await addTo('waitlist')
    .addColumn('state', 'smallint', (column) => column.notNull().defaultTo(0))
    .execute();
  await addTo('waitlist').addColumn('state_at', 'bigint').execute();
  await addTo('waitlist').addColumn('wave', 'integer').execute();
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
    .execute();
}
