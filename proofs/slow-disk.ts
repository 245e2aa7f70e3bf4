import { setTimeout as wait } from 'node:timers/promises';
import { openWriteLock } from '../testing/databases/write-lock.ts';

/** So long each batch waits before it may begin. */
const SLOW_MS = 100;

/** Makes a disk slow for who writes. @returns what ends that */
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
