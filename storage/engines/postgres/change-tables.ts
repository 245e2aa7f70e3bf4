import { setTimeout as delay } from 'node:timers/promises';
import { Kysely } from 'kysely';
import { DatabaseError } from 'pg';
import type { Database } from '../../database.ts';
import { StorageRefusal, StorageUnavailable } from '../../errors.ts';
import { nameOfDatabase } from '../database-name.ts';
import { OwnSchemaDialect } from './dialect.ts';
import type { Heartbeat } from './heartbeat.ts';
import { withLock } from './locks.ts';
import { GuardedPool } from './pool.ts';

/**
 * Other copies' writes queue behind a change of a table that waits for a reader, such as a backup, so it must
 * give up before their statements time out. PostgreSQL has an automatic VACUUM make way after a second.
 */
const LOCK_WITHIN_MS = 1_500;
/** What has queued meanwhile is written before the next attempt. */
const TRY_AGAIN_AFTER_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Runs work that changes tables, as often as it takes until all of its locks are free.
 *
 * @param work one transaction, which takes as long as it needs
 * @throws StorageRefusal when the database refuses a change
 */
export async function changeTables(
  address: string,
  heartbeat: Heartbeat | undefined,
  work: (db: Kysely<Database>) => Promise<void>,
): Promise<void> {
  const pool = new GuardedPool(address, { max: 2, lockWithinMs: LOCK_WITHIN_MS });
  const db = new Kysely<Database>({ dialect: new OwnSchemaDialect({ pool }) });
  try {
    await withLock(address, heartbeat, 'migrating', async () => {
      while (!(await succeeds(() => work(db)))) await delay(TRY_AGAIN_AFTER_MS);
    });
  } catch (error) {
    // Such as that of a role that may not create tables, as none but the owner may since version 15.
    if (!(error instanceof DatabaseError)) throw error;
    throw new StorageRefusal(
      `The tables of ${nameOfDatabase(address)} cannot be brought up to date: ${error.message}.`,
      { cause: error },
    );
  } finally {
    await db.destroy();
  }
}

/** @returns false where somebody else's lock was in the way, and nothing has changed */
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
