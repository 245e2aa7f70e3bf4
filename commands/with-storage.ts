import { readDatabaseUrl } from '../server/settings/read-settings.ts';
import type { Storage } from '../storage/storage.ts';

/** Runs work on the database of `DATABASE_URL`, also while a site uses it, and closes it afterwards. */
export async function withStorage<Result>(
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const { openStorage } = await import('../storage/open.ts');
  await using storage = await openStorage(readDatabaseUrl(process.env), 'command');
  return await work(storage);
}
