import { setTimeout as delay } from 'node:timers/promises';
import type { SoleTask } from '../../engine.ts';
import { nameOfDatabase, StorageRefusal } from '../../errors.ts';
import { WRITING } from './dialect.ts';
import type { Heartbeat } from './heartbeat.ts';
import { type GuardedClient, GuardedPool, isNamed, MOVING, onOneConnection } from './pool.ts';
import { PROGRAM_NAME } from './requirements.ts';

/** Keys of advisory locks, unlikely to be used by another program in the same database. */
const locks = {
  retention: 8_316_002,
  moving: MOVING,
  sending: 8_316_004,
  writing: WRITING,
} as const;

/**
 * With these settings PostgreSQL closes a connection, and releases its locks, within about 30 seconds after the machine
 * at the other end has lost its power or its network. With the default settings this takes hours.
 */
const NOTICE_LOST_MACHINE = `
  SET tcp_keepalives_idle = 15;
  SET tcp_keepalives_interval = 5;
  SET tcp_keepalives_count = 3`;

/** PostgreSQL still lists a connection for a moment after it was closed. */
const LOOK_AGAIN_AFTER_MS = 100;
const LOOKS = 20;
/** The timeout of the queries of `lockForMover`, none of which waits for a lock. */
const ANSWER_WITHIN_MS = 5_000;

/** Runs work under the lock of its task. @returns undefined, without running it, if another connection has the lock */
export async function unlessLocked<Result>(
  address: string,
  heartbeat: Heartbeat | undefined,
  task: SoleTask,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return await onOneConnection(address, heartbeat, async (client) => {
    await client.query(NOTICE_LOST_MACHINE);
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${locks[task]}) AS held`);
    if (!rows[0]?.['held']) return undefined;
    try {
      return await work();
    } finally {
      await unlock(client);
    }
  });
}

/** Unlocks explicitly, because the server notices a closed connection only a moment later. */
async function unlock(client: GuardedClient): Promise<void> {
  // If the connection is broken, PostgreSQL releases its locks.
  await client.query('SELECT pg_advisory_unlock_all()').catch(() => {});
}

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
    if (rows[0]?.['held'] && (await becomesQuiet(client))) return unlockAndClose;
    throw new StorageRefusal(
      `A server or another command uses ${nameOfDatabase(address)}. Stop it first, or wait for it to end.`,
    );
  } catch (error) {
    await unlockAndClose();
    throw error;
  }
}

async function becomesQuiet(client: GuardedClient): Promise<boolean> {
  for (let look = 1; ; look++) {
    const { rows } = await client.query(
      `SELECT count(*) AS others FROM pg_stat_activity
       WHERE datname = current_database() AND ${isNamed('application_name', PROGRAM_NAME)}`,
    );
    if (rows[0]?.['others'] === 0) return true;
    if (look === LOOKS) return false;
    await delay(LOOK_AGAIN_AFTER_MS);
  }
}
