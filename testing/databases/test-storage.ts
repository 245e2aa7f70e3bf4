import { afterEach, beforeEach } from 'node:test';
import type { Storage } from '../../storage/open.ts';
import { openTestStorage } from './test-databases.ts';
import type { TestDatabase, TestEngine } from './test-engine.ts';

/** Makes a new database for each test of the suite that calls this function, and opens its storage. */
export function storageForEachTest(engine: TestEngine) {
  let database: TestDatabase;
  let storage: Storage;
  beforeEach(async () => {
    database = await engine.create();
    storage = await openTestStorage(database.url);
  });
  afterEach(async () => {
    await storage.close();
    await database.remove();
  });
  return {
    get url() {
      return database.url;
    },
    get storage() {
      return storage;
    },
    async reopen() {
      await storage.close();
      storage = await openTestStorage(database.url);
    },
  };
}
