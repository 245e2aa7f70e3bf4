import { onOneConnection } from './pool.ts';
import type { Pulse } from './pulse.ts';

/** Numbers that nobody else uses in this database. */
export const locks = { migrating: 8_316_001, onlyCopy: 8_316_002, moving: 8_316_003 } as const;
type Lock = keyof typeof locks;

/**
 * Does work when nobody else does any under the same lock, and waits for that. The lock goes with its
 * connection, however the program ends.
 */
export async function withLock<Result>(
  address: string,
  pulse: Pulse | undefined,
  lock: Lock,
  work: () => Promise<Result>,
): Promise<Result> {
  return await onOneConnection(address, pulse, async (client) => {
    await client.query(`SELECT pg_advisory_lock(${locks[lock]})`);
    return await work();
  });
}

/** @returns undefined where somebody else holds the lock */
export async function unlessLocked<Result>(
  address: string,
  pulse: Pulse | undefined,
  lock: Lock,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  return await onOneConnection(address, pulse, async (client) => {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${locks[lock]}) AS held`);
    return rows[0]?.['held'] ? await work() : undefined;
  });
}
