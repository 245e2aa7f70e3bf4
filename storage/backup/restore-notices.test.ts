import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSqliteDatabase } from '../../testing/databases/sqlite-test-engine.ts';
import { backupsForEachTest } from '../../testing/databases/test-backups.ts';
import { openTestStorage, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { silentWatch } from '../../testing/databases/test-moves.ts';
import type { Storage } from '../open.ts';
import { copyDatabase } from './copy.ts';

const told = async ({ notices }: Storage) => (await notices.read()).told('day');
const madeAt = async ({ notices }: Storage) => (await notices.read()).backupMadeAt;
const tell = (day: string, before?: string) => (storage: Storage) =>
  storage.notices.claim([{ name: 'day', before, after: day }]);

for (const engine of testEngines) {
  describe(`what the team was told, on ${engine.name}`, () => {
    const database = backupsForEachTest(engine);

    test('is claimed once', async () => {
      await database.using(async (storage) => {
        const claims = Array.from({ length: 9 }, () => tell('2025-06-13')(storage));
        assert.equal((await Promise.all(claims)).flat().length, 1);
        const next = Array.from({ length: 9 }, () => tell('2025-06-14', '2025-06-13')(storage));
        assert.equal((await Promise.all(next)).flat().length, 1);
        assert.deepEqual(await tell('2025-06-15', '2025-06-13')(storage), []);
      });
    });

    test('is not in a backup: a lost database begins again, and knows when its backup was made', async () => {
      await database.using(tell('2025-06-13'));
      await database.backUpTo(database.file);
      await database.loseDatabase();
      await database.restoreFrom(database.file);
      assert.equal(await database.using(told), undefined);
      assert.equal(await database.using(madeAt), NOON);
    });

    test('moves with a copy', async () => {
      await database.using(tell('2025-06-13'));
      await database.backUpTo(database.file);
      await using target = await createSqliteDatabase();
      await copyDatabase(database.url, target.url, silentWatch());
      await using storage = await openTestStorage(target.url);
      assert.deepEqual([await told(storage), await madeAt(storage)], ['2025-06-13', NOON]);
    });
  });
}
