import { readDatabaseUrl } from '../server/settings/read-settings.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';

/** Does work on the database of `DATABASE_URL`, beside a site that may be running, and lets go of it. */
export async function withStorage<Result>(
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const storage = await openStorage(readDatabaseUrl(process.env), 'command');
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
