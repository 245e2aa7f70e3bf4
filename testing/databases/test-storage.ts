import { after, before, beforeEach } from 'node:test';
import type { Storage } from '../../storage/open.ts';
import { openTestStorage, testEngine } from './test-databases.ts';
import type { TestDatabase, TestEngine } from './test-engine.ts';

/**
 * Opens the storage of a new database for the suite that calls this function, and empties it before each test: opening
 * takes far longer.
 */
export function storageForEachTest(engine: TestEngine = testEngine()) {
  let database: TestDatabase;
  let storage: Storage;
  before(async () => {
    database = await engine.create();
    storage = await openTestStorage(database.url);
  });
  beforeEach(() => engine.empty(database.url));
  after(async () => {
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
