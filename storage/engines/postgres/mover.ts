import { setTimeout as delay } from 'node:timers/promises';
import { nameOfDatabase, StorageRefusal } from '../../errors.ts';
import type { GuardedClient } from './guarded-client.ts';
import { locks, NOTICE_LOST_MACHINE, unlock } from './locks.ts';
import { GuardedPool } from './pool.ts';
import { PROGRAM_NAME } from './requirements.ts';

/** PostgreSQL still lists a connection for a moment after it was closed. */
const LOOK_AGAIN_AFTER_MS = 100;
const LOOKS = 20;
/** The timeout of the queries here, none of which waits for a lock. */
const ANSWER_WITHIN_MS = 5_000;

/**
 * Locks a database for one command that moves data, such as `restore`. PostgreSQL releases the lock when the connection
 * ends, also after a crash.
 *
 * @returns a function that unlocks
 * @throws StorageRefusal while a server or another command uses the database
 */
export async function lockForMover(address: string): Promise<() => Promise<void>> {
  const pool = new GuardedPool(address, { max: 1, statementWithinMs: ANSWER_WITHIN_MS });
  const client = await pool.connect();
  const unlockAndClose = async () => {
    await unlock(client);
    client.release(true);
    await pool.end();
  };
  try {
    await client.query(NOTICE_LOST_MACHINE);
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${locks.moving}) AS held`);
    if (!rows[0]?.['held'] || !(await becomesQuiet(client))) throw refusal(address);
    return unlockAndClose;
  } catch (error) {
    await unlockAndClose();
    throw error;
  }
}

async function becomesQuiet(client: GuardedClient): Promise<boolean> {
  for (let look = 1; ; look++) {
    const { rows } = await client.query(
      `SELECT count(*) AS others FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = '${PROGRAM_NAME}'`,
    );
    if (rows[0]?.['others'] === 0) return true;
    if (look === LOOKS) return false;
    await delay(LOOK_AGAIN_AFTER_MS);
  }
}

function refusal(address: string): StorageRefusal {
  return new StorageRefusal(
    `A server or another command uses ${nameOfDatabase(address)}. Stop it first, or wait for it to end.`,
  );
}
