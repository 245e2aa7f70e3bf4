import type { GuardedClient } from './guarded-client.ts';
import type { Heartbeat } from './heartbeat.ts';
import { MOVING, onOneConnection } from './pool.ts';

/** Keys of advisory locks, unlikely to be used by another program in the same database. */
export const locks = {
  migrating: 8_316_001,
  retention: 8_316_002,
  moving: MOVING,
  sending: 8_316_004,
} as const;
type Lock = keyof typeof locks;

/**
 * With these settings PostgreSQL closes a connection, and releases its locks, within about 30 seconds after the machine
 * at the other end has lost its power or its network. With the default settings this takes hours.
 */
export const NOTICE_LOST_MACHINE = `
  SET tcp_keepalives_idle = 15;
  SET tcp_keepalives_interval = 5;
  SET tcp_keepalives_count = 3`;

/**
 * Waits for a lock, and runs work under it. PostgreSQL releases the lock when the connection ends, also after a
 * crash.
 */
export async function withLock<Result>(
  address: string,
  heartbeat: Heartbeat | undefined,
  lock: Lock,
  work: () => Promise<Result>,
): Promise<Result> {
  return await onOneConnection(address, heartbeat, async (client) => {
    await client.query(NOTICE_LOST_MACHINE);
    await client.query(`SELECT pg_advisory_lock(${locks[lock]})`);
    return await work();
  });
}

/** Runs work under a lock. @returns undefined, without running it, if another connection has the lock */
export async function unlessLocked<Result>(
  address: string,
  heartbeat: Heartbeat | undefined,
  lock: Lock,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return await onOneConnection(address, heartbeat, async (client) => {
    await client.query(NOTICE_LOST_MACHINE);
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${locks[lock]}) AS held`);
    if (!rows[0]?.['held']) return undefined;
    try {
      return await work();
    } finally {
      await unlock(client);
    }
  });
}

/** Unlocks explicitly, because the server notices a closed connection only a moment later. */
export async function unlock(client: GuardedClient): Promise<void> {
  // If the connection is broken, PostgreSQL releases its locks.
  await client.query('SELECT pg_advisory_unlock_all()').catch(() => {});
}
