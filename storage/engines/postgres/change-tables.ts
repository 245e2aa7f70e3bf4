import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { DatabaseError } from 'pg';
import { nameOfDatabase, StorageRefusal, StorageUnavailable } from '../../errors.ts';
import type { Database } from '../../schema.ts';
import { lacksRight } from './database-errors.ts';
import { kyselyOver } from './dialect.ts';
import { GuardedPool, IDLE_IN_TRANSACTION_MS } from './pool.ts';

/**
 * While a change of a table waits for a reader, such as a backup, the writes of other instances wait for the change.
 * So the change fails before the statements of those writes time out, and is repeated later. The timeout is longer than
 * a second, because after a second PostgreSQL cancels an automatic VACUUM that holds the lock.
 */
const LOCK_WITHIN_MS = 1_500;
/** Time for the blocked writes to finish before the next attempt. */
const TRY_AGAIN_AFTER_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs work that changes tables, and repeats it until all its locks are available. The migrator takes the
 * lock of writers, so one instance changes tables at a time, and no other transaction writes meanwhile.
 *
 * @param work one transaction, without a time limit
 * @throws StorageRefusal when the database refuses a change
 */
export async function changeTables(
  address: string,
  work: (db: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const pool = new GuardedPool(address, {
    max: 2,
    lockWithinMs: LOCK_WITHIN_MS,
    idleInTransactionMs: IDLE_IN_TRANSACTION_MS,
  });
  const db = kyselyOver(pool);
  try {
    while (!(await succeeds(() => work(db)))) await delay(TRY_AGAIN_AFTER_MS);
  } catch (error) {
    // For example: the role may not create tables. Since version 15 only the owner of a database may do so by default.
    const hasNoRight = lacksRight(error);
    const refusal = hasNoRight ? error.cause : error;
    if (!(refusal instanceof DatabaseError)) throw error;
    const advice = hasNoRight
      ? ' Make this role the owner of the database, and of its tables: ALTER DATABASE … OWNER TO ….'
      : '';
    throw new StorageRefusal(
      `The tables of ${nameOfDatabase(address)} cannot be brought up to date: ${refusal.message}.${advice}`,
      { cause: error },
    );
  } finally {
    await db.destroy();
  }
}

/** @returns false if another transaction had a lock; then nothing has changed */
async function succeeds(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const { cause } = error instanceof StorageUnavailable ? error : {};
    if (cause instanceof DatabaseError && cause.code === LOCK_NOT_AVAILABLE) return false;
    throw error;
  }
}
