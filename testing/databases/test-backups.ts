import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';
import { backUp } from '../../storage/backup/backup.ts';
import { type RestoreOptions, restore } from '../../storage/backup/restore.ts';
import type { Storage } from '../../storage/open.ts';
import { openTestStorage } from './test-databases.ts';
import type { TestDatabase, TestEngine } from './test-engine.ts';
import { ANA, BEN, NOON } from './test-invites.ts';
import { silentWatch } from './test-moves.ts';

export const RESTORE_OPTIONS: RestoreOptions = {
  replaces: true,
  erasuresOf: [],
  despiteAge: false,
  now: NOON,
};

/**
 * Makes a new database for each test of the suite that calls this function, and a folder for its backups.
 *
 * @param fill adds rows. Then the tests share one database, because filling it takes far longer
 */
export function backupsForEachTest(
  engine: TestEngine,
  fill?: (storage: Storage) => Promise<unknown>,
) {
  let database: TestDatabase;
  let folder: string;
  (fill ? before : beforeEach)(async () => {
    database = await engine.create();
    if (fill) await using(fill);
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'impromptu-test-'));
  });
  afterEach(() => rm(folder, { recursive: true }));
  (fill ? after : afterEach)(() => database.remove());

  /** Runs `work` with the open storage. */
  async function using<Result>(work: (storage: Storage) => Promise<Result>): Promise<Result> {
    await using storage = await openTestStorage(database.url);
    return await work(storage);
  }

  return {
    get url() {
      return database.url;
    },
    get folder() {
      return folder;
    },
    get file() {
      return join(folder, 'one.db');
    },
    using,
    backUpTo: (file: string) => backUp(database.url, file, NOON, silentWatch()),
    restoreFrom: (file: string, options: Partial<RestoreOptions> = {}) =>
      restore(file, database.url, { ...RESTORE_OPTIONS, ...options }, silentWatch()),
    /** Replaces the database with a database that has no tables. */
    async loseDatabase() {
      await database.remove();
      database = await engine.createBare();
    },
    addresses: () =>
      using(async ({ waitlist }) =>
        (await Array.fromAsync(waitlist.entries())).map(({ email }) => email),
      ),
    findAnaAndBen: () =>
      using(async ({ inviters }) => [await inviters.find('ana'), await inviters.find('ben')]),
  };
}

/** Adds Ana and Ben, both with an address on the waitlist, a profile and a sent invite. */
export async function addAnaAndBen({ waitlist, inviters, appInvites }: Storage): Promise<void> {
  await waitlist.join('ana@example.com', NOON);
  await waitlist.join('ben@example.com', NOON);
  await inviters.put(ANA);
  await inviters.put(BEN);
  const invite = { inviteId: 'i-1', inviterId: 'ana', action: 'sent', at: NOON } as const;
  await appInvites.report([invite, { ...invite, inviteId: 'i-2', inviterId: 'ben' }]);
}
