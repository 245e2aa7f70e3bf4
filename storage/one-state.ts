import type { Kysely, Transaction } from 'kysely';
import type { Database } from './database.ts';

/** Reads several things as they are at one moment, whatever is written meanwhile. */
export function onOneState<Result>(
  db: Kysely<Database>,
  read: (db: Transaction<Database>) => Promise<Result>,
): Promise<Result> {
  return db.transaction().setIsolationLevel('repeatable read').execute(read);
}
