import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { type TestDatabase, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { quietly } from '../../testing/databases/test-moves.ts';
import type { Admins } from '../identity-storage.ts';
import { openStorage } from '../open.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

const [ADA, BOB, CAL] = ['+15550001111', '+15550002222', '+15550003333'] as const;
const OPTIONS = { erasuresOf: [], despiteAge: false, now: NOON };

for (const engine of testEngines) {
  describe(`admins after a restore on ${engine.name}`, () => {
    let database: TestDatabase;
    let folder: string;
    let file: string;
    beforeEach(async () => {
      database = await engine.create();
      folder = await mkdtemp(join(tmpdir(), 'impromptu-test-'));
      file = join(folder, 'one.db');
      await using(async (admins) => {
        await admins.add(ADA, NOON);
        await admins.add(BOB, NOON);
      });
      await backUp(database.url, file, NOON, quietly());
    });
    afterEach(async () => {
      await database.remove();
      await rm(folder, { recursive: true });
    });

    async function using<Result>(work: (admins: Admins) => Promise<Result>): Promise<Result> {
      const storage = await openStorage(database.url, 'server');
      try {
        return await work(storage.admins);
      } finally {
        await storage.close();
      }
    }

    async function restoreFrom(options: { replaces: boolean }) {
      const { admins } = await restore(file, database.url, { ...OPTIONS, ...options }, quietly());
      assert.deepEqual(await using((list) => list.list()), admins.phones);
      return admins;
    }

    test('a replaced database keeps its own: an admin removed since the backup stays removed', async () => {
      await using(async (admins) => {
        await admins.remove(BOB);
        await admins.add(CAL, NOON + 1);
      });
      assert.deepEqual(await restoreFrom({ replaces: true }), {
        phones: [ADA, CAL],
        areKept: true,
        leftOut: [BOB],
      });
    });

    test('a replaced database without admins stays without', async () => {
      const storage = await openStorage(database.url, 'server');
      await storage.waitlist.join('ana@example.com', NOON);
      await storage.admins.remove(ADA);
      await storage.admins.remove(BOB);
      await storage.close();
      assert.deepEqual(await restoreFrom({ replaces: true }), {
        phones: [],
        areKept: true,
        leftOut: [ADA, BOB],
      });
    });

    test('a new database gets those of the backup', async () => {
      await database.remove();
      database = await engine.createBare();
      assert.deepEqual(await restoreFrom({ replaces: false }), {
        phones: [ADA, BOB],
        areKept: false,
        leftOut: [],
      });
    });
  });
}
