import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, test } from 'node:test';
import { createSqliteDatabase, sqlite } from '../../testing/databases/sqlite-test-engine.ts';
import { backupsForEachTest, RESTORE_OPTIONS } from '../../testing/databases/test-backups.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { ANA, NOON } from '../../testing/databases/test-invites.ts';
import { fillEverything, fillTwoPages, silentWatch } from '../../testing/databases/test-moves.ts';
import { hashSubject } from '../erasures.ts';
import { openStorage } from '../open.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';

for (const engine of testEngines) {
  describe(`a restore to ${engine.name}`, () => {
    const backups = backupsForEachTest(engine, async (storage) => {
      await fillEverything(storage);
      await fillTwoPages(storage);
    });
    const { using, backUpTo, restoreFrom, addresses, findAnaAndBen } = backups;

    test('a restore brings back the rows of the backup, and removes later rows', async () => {
      const before = { addresses: await addresses(), both: await findAnaAndBen() };
      const made = await backUpTo(backups.file);
      await using(async ({ waitlist, inviters }) => {
        await waitlist.join('later@example.com', NOON);
        await inviters.put({ ...ANA, username: 'later' });
      });
      const restored = await restoreFrom(backups.file);
      assert.deepEqual({ addresses: await addresses(), both: await findAnaAndBen() }, before);
      assert.deepEqual(restored.differences, []);
      // The letter to the person who had left is not restored.
      assert.equal(restored.rows, made.rows - 1);
      await using(async ({ admins, recount }) => {
        assert.deepEqual(await admins.list(), ['+15550001111']);
        assert.deepEqual((await recount()).differences, []);
      });
    });

    test('a database with data is only replaced with `replaces`', async () => {
      await backUpTo(backups.file);
      await using(({ waitlist }) => waitlist.join('latest@example.com', NOON));
      await assert.rejects(restoreFrom(backups.file, { replaces: false }), {
        name: 'StorageRefusal',
        message: /is not empty: there are rows in waitlist, .*inviter, .* Add --replace/,
      });
      assert.ok((await addresses()).includes('latest@example.com'));
    });

    test('a restore is refused while a server runs, and an interrupted restore changes nothing', async () => {
      await backUpTo(backups.file);
      const before = await using(async ({ waitlist, analytics }) => {
        await waitlist.join('later@example.com', NOON);
        await assert.rejects(restoreFrom(backups.file), {
          name: 'StorageRefusal',
          message: /server/,
        });
        return await analytics.totals();
      });
      const interrupted = restore(
        backups.file,
        backups.url,
        RESTORE_OPTIONS,
        silentWatch({ stopAfterRows: 5_000 }),
      );
      await assert.rejects(interrupted, { name: 'AbortError' });
      assert.ok((await addresses()).includes('later@example.com'));
      assert.deepEqual(await using(({ analytics }) => analytics.totals()), before);
    });

    test('a file that is damaged or not a backup is refused, the message names the file, and nothing changes', async () => {
      const before = await addresses();
      await backUpTo(backups.file);
      const whole = readFileSync(backups.file);
      const foreign = new DatabaseSync(join(backups.folder, 'foreign.db'));
      foreign.exec('CREATE TABLE shopping (thing TEXT)');
      foreign.close();
      writeFileSync(
        join(backups.folder, 'text.db'),
        'milk, eggs, bread, a lemon and much else that is needed',
      );
      writeFileSync(join(backups.folder, 'half.db'), whole.subarray(0, whole.length / 2));
      writeFileSync(join(backups.folder, 'empty.db'), '');
      for (const [name, reason] of [
        ['foreign.db', /foreign\.db is not a database of this program/],
        ['text.db', /text\.db cannot be opened: it is not an SQLite database, or is damaged/],
        ['half.db', /half\.db cannot be opened: /],
        ['empty.db', /empty\.db is not a database of this program/],
        ['nothing.db', /There is no backup at .*nothing\.db/],
      ] as const) {
        await assert.rejects(restoreFrom(join(backups.folder, name)), {
          name: 'StorageRefusal',
          message: reason,
        });
      }
      assert.deepEqual(readFileSync(backups.file), whole);
      assert.deepEqual(await addresses(), before);
    });
  });
}

test('a copy of the file of a database is refused as a backup, even with `despiteAge`', async () => {
  await using database = await createSqliteDatabase();
  const copy = `${database.file}-copied.db`;
  // Closing writes the tables from the log into the file. The address is added afterwards, so it is only in the log,
  // which is not copied.
  await (await openStorage(database.url, 'server')).close();
  await using storage = await openStorage(database.url, 'server');
  await storage.waitlist.join('ana@example.com', NOON);
  await copyFile(database.file, copy);
  await using target = await createSqliteDatabase();
  const given = { ...RESTORE_OPTIONS, despiteAge: true };
  const refused = {
    name: 'StorageRefusal',
    message: /-copied\.db is not a backup, but a database in use\. .*"\.\/site backup"/,
  };
  await assert.rejects(restore(copy, target.url, given, silentWatch()), refused);
  const made = `${database.file}-made.db`;
  await backUp(database.url, made, NOON, silentWatch());
  const erasuresOf = [copy];
  await assert.rejects(restore(made, target.url, { ...given, erasuresOf }, silentWatch()), refused);
  await restore(made, target.url, given, silentWatch());
});

describe('a restore to SQLite', () => {
  const backups = backupsForEachTest(sqlite);
  const { using, backUpTo, restoreFrom } = backups;
  const databaseFile = () => backups.url.replace(/^file:/, '');
  beforeEach(() => backUpTo(backups.file));

  test('does not bring back a person whom a command erases while the restore begins', async () => {
    await using(({ waitlist }) => waitlist.join('ana@example.com', NOON));
    const withAna = join(backups.folder, 'two.db');
    await backUpTo(withAna);
    const erasuresOf = {
      [Symbol.iterator]() {
        const raw = new DatabaseSync(databaseFile());
        const secret = raw.prepare('SELECT bytes FROM secret').get()?.['bytes'] as Uint8Array;
        const ana = hashSubject(secret, 'waitlist', 'ana@example.com');
        raw.prepare('INSERT INTO erasure (subject, at) VALUES (?, ?)').run(ana, NOON + 1);
        raw.close();
        return [].values();
      },
    } as unknown as string[];
    await restoreFrom(withAna, { erasuresOf });
    assert.deepEqual(await backups.addresses(), []);
  });

  test('reports that bytes of the replaced data remain if another program still reads them; the next restore removes them', async () => {
    await using(({ waitlist }) => waitlist.join('zoe.unmistakable@example.com', NOON));
    const folder = dirname(databaseFile());
    const hasTraces = () =>
      readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes('unmistakable'));
    const reader = new DatabaseSync(databaseFile(), { readOnly: true });
    reader.exec('BEGIN; SELECT * FROM waitlist');
    const held = await restoreFrom(backups.file);
    assert.deepEqual([held.traceless, hasTraces()], [false, true]);
    reader.close();
    const again = await restoreFrom(backups.file);
    assert.deepEqual([again.traceless, hasTraces()], [true, false]);
  });
});

const [ADA, BOB, CAL] = ['+15550001111', '+15550002222', '+15550003333'] as const;

/** The rows of admins are moved as all others. What a restore decides about them does not depend on the engine. */
describe('admins after a restore', () => {
  const backups = backupsForEachTest(sqlite);
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

  test('a new database gets the admins of the backup', async () => {
    await loseDatabase();
    assert.deepEqual(await restoreFrom({ replaces: false }), {
      phones: [ADA, BOB],
      areKept: false,
      leftOut: [],
    });
  });
});
