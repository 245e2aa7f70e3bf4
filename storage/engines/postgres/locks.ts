import type { GuardedClient } from './guarded-client.ts';
import type { Heartbeat } from './heartbeat.ts';
import { onOneConnection } from './pool.ts';

/** Numbers that nobody else uses in this database. */
export const locks = { migrating: 8_316_001, onlyCopy: 8_316_002, moving: 8_316_003 } as const;
type Lock = keyof typeof locks;

/**
 * Does work when nobody else does any under the same lock, and waits for that. The lock goes with its
 * connection, however the program ends.
 */
export async function withLock<Result>(
  address: string,
  heartbeat: Heartbeat | undefined,
  lock: Lock,
  work: () => Promise<Result>,
): Promise<Result> {
  return await onOneConnection(address, heartbeat, async (client) => {
    await client.query(`SELECT pg_advisory_lock(${locks[lock]})`);
    return await work();
  });
}

/** @returns undefined where somebody else holds the lock */
export async function unlessLocked<Result>(
  address: string,
  heartbeat: Heartbeat | undefined,
  lock: Lock,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return await onOneConnection(address, heartbeat, async (client) => {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${locks[lock]}) AS held`);
    if (!rows[0]?.['held']) return undefined;
    try {
      return await work();
    } finally {
      await unlock(client);
    }
  });
}

/** So that the next may have it at once: at the server a connection that is closed lives on for a moment. */
export async function unlock(client: GuardedClient): Promise<void> {
  // One that is broken takes its locks along.
  await client.query('SELECT pg_advisory_unlock_all()').catch(() => {});
}
