import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../engine.ts';

/**
 * Who invited an address to the waitlist, and the sign-ups of each inviter. Like `waitlist`, the table has no index
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
  for (const table of ['inviter_total', 'inviter_base']) {
    await db.schema
      .alterTable(table)
      .addColumn('sign_ups', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  }
}
