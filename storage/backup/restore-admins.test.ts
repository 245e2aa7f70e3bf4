import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { backupsForEachTest } from '../../testing/databases/test-backups.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { silentWatch } from '../../testing/databases/test-moves.ts';
import { copyDatabase } from './copy.ts';

const [ADA, BOB, CAL] = ['+15550001111', '+15550002222', '+15550003333'] as const;

for (const engine of testEngines) {
  describe(`admins after a restore on ${engine.name}`, () => {
    const backups = backupsForEachTest(engine);
    const { using, backUpTo, loseDatabase } = backups;
    beforeEach(async () => {
      await using(async ({ admins }) => {
        await admins.add(ADA, NOON);
        await admins.add(BOB, NOON);
      });
      await backUpTo(backups.file);
    });

    async function restoreFrom(options: { replaces: boolean }) {
      const { admins } = await backups.restoreFrom(backups.file, options);
      assert.deepEqual(await using((storage) => storage.admins.list()), admins.phones);
      return admins;
    }

    test('a database that is replaced keeps its admins, so that an admin who was removed since the backup stays removed', async () => {
      await using(async ({ admins }) => {
        await admins.remove(BOB, NOON);
        await admins.add(CAL, NOON + 1);
      });
      assert.deepEqual(await restoreFrom({ replaces: true }), {
        phones: [ADA, CAL],
        areKept: true,
        leftOut: [BOB],
      });
    });

    test('a restore into a database without admins does not add the admins of the backup', async () => {
      await using(async ({ waitlist, admins }) => {
        await waitlist.join('ana@example.com', NOON);
        await admins.remove(ADA, NOON);
        await admins.remove(BOB, NOON);
      });
      assert.deepEqual(await restoreFrom({ replaces: true }), {
        phones: [],
        areKept: true,
        leftOut: [ADA, BOB],
      });
    });

    test('an interrupted copy, which may lack the admins of its source, gets the admins of the backup', async () => {
      await loseDatabase();
      const watch = silentWatch({ stopAfterRows: 1 });
      await assert.rejects(copyDatabase(`file:${backups.file}`, backups.url, watch), {
        name: 'AbortError',
      });
      assert.deepEqual(await restoreFrom({ replaces: true }), {
        phones: [ADA, BOB],
        areKept: false,
        leftOut: [],
      });
    });

    test('a new database gets the admins of the backup', async () => {
      await loseDatabase();
      assert.deepEqual(await restoreFrom({ replaces: false }), {
        phones: [ADA, BOB],
        areKept: false,
        leftOut: [],
      });
    });
  });
}
