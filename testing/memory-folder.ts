import { existsSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** Required free space. A run of the tests uses less than half of it. In a container the folder may have only 64 MB. */
const ROOM_BYTES = 2 * 1024 ** 3;

/**
 * Apart from both users, because the runner of the tests must not load the browser tests.
 *
 * @returns a folder in memory; undefined if the system has none, or it has too little space
 */
export function findMemoryFolder(): string | undefined {
  if (!existsSync(FOLDER)) return undefined;
  const { bavail, bsize } = statfsSync(FOLDER);
  return bavail * bsize >= ROOM_BYTES ? FOLDER : undefined;
}
