import type { Kysely, Transaction } from 'kysely';
import type { Database } from './database.ts';

/** Runs several reads on one snapshot: writes between these reads are not visible. */
export function onOneState<Result>(
  db: Kysely<Database>,
  read: (db: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').execute(read);
}
