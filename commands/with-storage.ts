import { readValues } from '../server/settings/read-settings.ts';
import type { Storage } from '../storage/open.ts';

/**
 * Runs work on the database of `DATABASE_URL` and then closes it. A site may use the database at the same time.
 *
 * @throws StorageRefusal if the tables are not up to date
 */
export async function withStorage<Result>(
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const { openStorage } = await import('../storage/open.ts');
  const { databaseUrl } = readValues(process.env, ['databaseUrl']);
  await using storage = await openStorage(databaseUrl, 'command');
  return await work(storage);
}
