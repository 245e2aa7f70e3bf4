import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../engine.ts';

/**
 * Who invited an address to the waitlist, and the sign-ups of each inviter and named link. Like `waitlist`, `sign_up_ref` has no index
 * except its primary key, so that a sign-up writes the same for known and unknown addresses.
 */
export async function createSignUpRefs(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('sign_up_ref')
    .addColumn('email', types.text, (column) => column.primaryKey().notNull())
    .addColumn('inviter_key', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('requests', 'integer', (column) => column.notNull())
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
