import type { Kysely } from 'kysely';
import type { ColumnTypes } from '../engine.ts';

/** Which words a member has agreed to. Members of before, and those who confirmed elsewhere, have none. */
export async function addConsent(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('member').addColumn('consent', types.text).execute();
}
