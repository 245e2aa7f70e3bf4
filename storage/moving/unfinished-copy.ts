import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { StorageRefusal } from '../errors.ts';

/** Whether a copy into this database was begun and is not complete. */
export async function isUnfinished(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('unfinished_copy').select('id').execute()).length > 0;
}

/** @throws StorageRefusal for a copy that is not complete */
export async function refuseUnfinished(db: Kysely<Database>): Promise<void> {
  if (!(await isUnfinished(db))) return;
  throw new StorageRefusal(
    'The database is a copy that was interrupted. Run the same "./site copy" again: it continues the copy, and then the database can be used.',
  );
}
