import { type Kysely, sql } from 'kysely';
import { StorageRefusal } from '../errors.ts';

/**
 * Refuses a database that an earlier version has copied only in part. Today an interrupted copy leaves nothing, so the
 * table is not used any more. It stays, because copies of an earlier version may run beside this one.
 */
export async function refuseUnfinishedCopy(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`SELECT 1 FROM unfinished_copy`.execute(db);
  if (rows.length === 0) return;
  throw new StorageRefusal(
    'The database is a copy that was interrupted. Run the same "./site copy" again with an empty database.',
  );
}
