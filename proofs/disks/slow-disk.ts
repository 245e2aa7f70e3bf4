import { setTimeout as wait } from 'node:timers/promises';
import { openWriteLock } from '../../testing/databases/test-databases.ts';

/** Delay before each batch: long enough that the disk limits the site before the processor does. */
const SLOW_MS = 200;

/** Delays each write, by a lock on the database. @returns a function that ends the delays */
export async function slowDown(databaseUrl: string): Promise<() => Promise<void>> {
  const lock = await openWriteLock(databaseUrl);
  let isStopped = false;
  async function holdUpEachBatch(): Promise<void> {
    while (!isStopped) {
      await lock.take();
      await wait(SLOW_MS);
      await lock.release();
      await lock.giveWay();
    }
    await lock.close();
  }
  const ended = holdUpEachBatch();
  return async () => {
    isStopped = true;
    await ended;
  };
}
