// Over 200 lines: every property of a backup, on every engine.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  createSqliteDatabase,
  type TestDatabase,
  testEngines,
} from '../../testing/databases/test-databases.ts';
import { ANA, BEN, counts, DAY_MS, NOON } from '../../testing/databases/test-invites.ts';
import { fillEverything, quietly } from '../../testing/databases/test-moves.ts';
import { openStorage } from '../open.ts';
import type { Storage } from '../storage.ts';
import { backUp } from './backup.ts';
import { type RestoreOptions, restore } from './restore.ts';

const OPTIONS: RestoreOptions = { replaces: true, erasuresOf: [], despiteAge: false, now: NOON };

for (const engine of testEngines) {
  describe(`backups of ${engine.name}`, () => {
    let database: TestDatabase;
    let folder: string;
    let file: string;
    beforeEach(async () => {
      database = await engine.create();
      folder = await mkdtemp(join(tmpdir(), 'impromptu-test-'));
      file = join(folder, 'one.db');
    });
    afterEach(async () => {
      await database.remove();
      await rm(folder, { recursive: true });
    });

    const backUpTo = (name: string) => backUp(database.url, name, NOON, quietly());
    const restoreFrom = (name: string, options: Partial<RestoreOptions> = {}) =>
      restore(name, database.url, { ...OPTIONS, ...options }, quietly());
    const using = async <Result>(work: (storage: Storage) => Promise<Result>) => {
      const storage = await openStorage(database.url, 'server');
      try {
        return await work(storage);
      } finally {
        await storage.close();
      }
    };
    const addresses = () =>
      using(async ({ waitlist }) =>
        (await Array.fromAsync(waitlist.entries())).map(({ email }) => email),
      );
    const findBoth = () =>
      using(async ({ inviters }) => [await inviters.find('ana'), await inviters.find('ben')]);
    const joinAndPut = async ({ waitlist, inviters, inviteEvents }: Storage) => {
      await waitlist.join('ana@example.com', NOON);
      await waitlist.join('ben@example.com', NOON);
      await inviters.put(ANA);
      await inviters.put(BEN);
      const invite = { inviteId: 'i-1', inviterId: 'ana', action: 'sent', at: NOON } as const;
      await inviteEvents.report([invite, { ...invite, inviteId: 'i-2', inviterId: 'ben' }]);
    };

    test('a restore brings back the rows of the backup, and removes later ones', async () => {
      await using(fillEverything);
      const before = { addresses: await addresses(), both: await findBoth() };
      const made = await backUpTo(file);
      await using(async ({ waitlist, inviters }) => {
        await waitlist.join('later@example.com', NOON);
        await inviters.put({ ...ANA, username: 'later' });
      });
      const restored = await restoreFrom(file);
      assert.deepEqual({ addresses: await addresses(), both: await findBoth() }, before);
      assert.deepEqual(restored.differences, []);
      assert.equal(restored.rows, made.rows);
      await using(async ({ admins, inviteEvents }) => {
        assert.deepEqual(await admins.list(), ['+15550001111']);
        assert.deepEqual((await inviteEvents.recount()).differences, []);
      });
    });

    test('a backup is one file that only its user can read, without sessions or sign-ins', async () => {
      await using(fillEverything);
      await backUpTo(file);
      assert.deepEqual(readdirSync(folder), ['one.db']);
      assert.equal(statSync(file).mode & 0o777, 0o600);
      const raw = new DatabaseSync(file, { readOnly: true });
      for (const table of [
        'session',
        'sign_in_secret',
        'sign_in_code',
        'spent_challenge',
        'budget',
      ]) {
        assert.deepEqual(raw.prepare(`SELECT * FROM ${table}`).all(), [], table);
      }
      raw.close();
    });

    test('a backup whose log was not folded into its file is refused and removed', async () => {
      await using(fillEverything);
      let reader: DatabaseSync | undefined;
      const holdUp = () => {
        if (reader) return;
        const [unfinished = ''] = readdirSync(folder);
        reader = new DatabaseSync(join(folder, unfinished, 'backup.db'));
        // An open read transaction keeps SQLite from checkpointing the log, as a full disk does.
        reader.exec('BEGIN; SELECT * FROM waitlist');
      };
      const made = backUp(database.url, file, NOON, { ...quietly(), tell: holdUp });
      await assert.rejects(made, { name: 'StorageRefusal', message: /one\.db is not whole/ });
      reader?.close();
      assert.deepEqual(readdirSync(folder), []);
    });

    test('sessions are not restored', async () => {
      await using(fillEverything);
      const token = new Uint8Array(32).fill(0xfe);
      assert.ok(await using(({ sessions }) => sessions.find(token, NOON)));
      await backUpTo(file);
      await restoreFrom(file);
      assert.equal(await using(({ sessions }) => sessions.find(token, NOON)), undefined);
    });

    test('a backup is consistent while the site writes', async () => {
      await using(async (storage) => {
        await joinAndPut(storage);
        let ended = false;
        const writing = (async () => {
          for (let n = 0; !ended; n++) {
            await Promise.all([
              storage.waitlist.join(`${n}@x`, NOON),
              storage.inviteEvents.report([
                { inviteId: `j-${n}`, inviterId: 'ana', action: 'accepted', at: NOON },
              ]),
            ]);
          }
        })();
        const { differences } = await backUpTo(file);
        ended = true;
        await writing;
        assert.deepEqual(differences, []);
      });
      assert.deepEqual((await restoreFrom(file)).differences, []);
    });

    test('a backup replaces no file, and an interrupted one leaves no file behind', async () => {
      await using(fillEverything);
      writeFileSync(file, 'dear diary');
      await assert.rejects(backUpTo(file), { name: 'StorageRefusal', message: /exists already/ });
      assert.equal(readFileSync(file, 'utf8'), 'dear diary');
      const interrupted = backUp(
        database.url,
        join(folder, 'two.db'),
        NOON,
        quietly({ stopAfterRows: 1 }),
      );
      await assert.rejects(interrupted, { name: 'AbortError' });
      assert.deepEqual(readdirSync(folder), ['one.db']);
      await assert.rejects(backUpTo(join(folder, 'nowhere', 'three.db')), {
        name: 'StorageRefusal',
        message: /cannot be written/,
      });
    });

    test('people who were erased since the backup are not restored', async () => {
      await using(joinAndPut);
      await backUpTo(file);
      await using(async ({ waitlist, inviters }) => {
        await waitlist.erase('ana@example.com', NOON + 1);
        await inviters.erase('ana', NOON + 1);
      });
      const { erasedAgain, differences } = await restoreFrom(file);
      assert.deepEqual(erasedAgain, { addresses: 1, inviters: 1 });
      assert.deepEqual(differences, []);
      assert.deepEqual(await addresses(), ['ben@example.com']);
      assert.deepEqual(await findBoth(), [undefined, BEN]);
      await using(async ({ inviteEvents, retention }) => {
        assert.deepEqual((await inviteEvents.totals()).total, counts({ sent: 1 }));
        assert.equal((await retention.run(NOON)).erasedEvents, 1);
      });
      // The restored database remembers them, too: the same holds for a second restore.
      assert.deepEqual((await restoreFrom(file)).erasedAgain, { addresses: 1, inviters: 1 });
    });

    test('people who had joined again before the backup are restored', async () => {
      await using(async (storage) => {
        await joinAndPut(storage);
        await storage.waitlist.erase('ana@example.com', NOON + 1);
        await storage.inviters.erase('ana', NOON + 1);
        await storage.waitlist.join('ana@example.com', NOON + 2);
        await storage.inviters.put(ANA);
      });
      await backUpTo(file);
      assert.deepEqual((await restoreFrom(file)).erasedAgain, { addresses: 0, inviters: 0 });
      assert.deepEqual(await addresses(), ['ana@example.com', 'ben@example.com']);
      assert.deepEqual(await findBoth(), [ANA, BEN]);
    });

    test('an erasure holds also where a clock was ahead when somebody joined, or was erased before', async () => {
      await using(async (storage) => {
        await storage.waitlist.join('ana@example.com', NOON + DAY_MS);
        await storage.inviters.put(ANA);
        await storage.inviters.erase('ana', NOON + DAY_MS);
        await storage.inviters.put(ANA);
      });
      await backUpTo(file);
      await using(async ({ waitlist, inviters }) => {
        await waitlist.erase('ana@example.com', NOON);
        await inviters.erase('ana', NOON);
      });
      const { erasedAgain } = await restoreFrom(file);
      assert.deepEqual(erasedAgain, { addresses: 1, inviters: 1 });
      assert.deepEqual(await addresses(), []);
      assert.deepEqual(await findBoth(), [undefined, undefined]);
    });

    test('when the database is lost, erasures are read from a later backup', async () => {
      await using(joinAndPut);
      await backUpTo(file);
      await using(async ({ waitlist, inviters }) => {
        await waitlist.erase('ana@example.com', NOON + 1);
        await inviters.erase('ben', NOON + 1);
      });
      const later = join(folder, 'later.db');
      await backUpTo(later);
      await database.remove();
      database = await engine.createBare();
      const options = { replaces: false, erasuresOf: [later] };
      assert.deepEqual((await restoreFrom(file, options)).erasedAgain, {
        addresses: 1,
        inviters: 1,
      });
      assert.deepEqual(await addresses(), ['ben@example.com']);
      assert.deepEqual(await findBoth(), [ANA, undefined]);
    });

    test('an erasure is remembered for 90 days, as a hash', async () => {
      await using(async (storage) => {
        await joinAndPut(storage);
        await storage.waitlist.erase('ana@example.com', NOON);
        await storage.inviters.erase('ana', NOON);
      });
      const erasures = async () => {
        const name = join(folder, `${readdirSync(folder).length}.db`);
        await backUpTo(name);
        const raw = new DatabaseSync(name, { readOnly: true });
        const rows = raw.prepare('SELECT hex(subject) AS subject, at FROM erasure').all();
        raw.close();
        return rows;
      };
      const kept = await erasures();
      assert.deepEqual(
        kept.map(({ subject, at }) => [String(subject).length, at]),
        [
          [64, NOON],
          [64, NOON],
        ],
      );
      await using(({ retention }) => retention.run(NOON + 90 * DAY_MS));
      assert.equal((await erasures()).length, 2);
      await using(({ retention }) => retention.run(NOON + 90 * DAY_MS + 1));
      assert.deepEqual(await erasures(), []);
    });

    test('a backup of more than 90 days is only restored with `despiteAge`', async () => {
      await using(joinAndPut);
      await backUpTo(file);
      await using(async ({ waitlist, retention }) => {
        await waitlist.erase('ana@example.com', NOON + 1);
        await retention.run(NOON + 90 * DAY_MS);
      });
      const lastDay = NOON + 90 * DAY_MS;
      assert.equal((await restoreFrom(file, { now: lastDay })).erasedAgain.addresses, 1);
      await using(({ retention }) => retention.run(lastDay + 2));
      const late = { now: lastDay + 1 };
      await assert.rejects(restoreFrom(file, late), {
        name: 'StorageRefusal',
        message:
          /one\.db was made on 2025-06-14 \(UTC\), and erasures are remembered for 90 days: .* --despite-age /,
      });
      assert.deepEqual(await addresses(), ['ben@example.com']);
      const restored = await restoreFrom(file, { ...late, despiteAge: true });
      assert.equal(restored.erasedAgain.addresses, 0);
      assert.deepEqual(await addresses(), ['ana@example.com', 'ben@example.com']);
    });

    test('a backup without a date is as old as the last retention in it', async () => {
      await using(fillEverything);
      await backUpTo(file);
      const forget = (table: string) => {
        const raw = new DatabaseSync(file);
        raw.exec(`DELETE FROM ${table}`);
        raw.close();
      };
      forget('backup_moment');
      await restoreFrom(file, { now: NOON + 90 * DAY_MS });
      await assert.rejects(restoreFrom(file, { now: NOON + 90 * DAY_MS + 1 }), /2025-06-14/);
      forget('retention_run');
      await assert.rejects(restoreFrom(file), /does not say when it was made/);
      await restoreFrom(file, { despiteAge: true });
    });

    test('a database in use is only replaced with `replaces`', async () => {
      await using(joinAndPut);
      await backUpTo(file);
      await using(({ waitlist }) => waitlist.join('later@example.com', NOON));
      await assert.rejects(restoreFrom(file, { replaces: false }), {
        name: 'StorageRefusal',
        message: /is not empty: there are rows in waitlist, inviter, .* Add --replace/,
      });
      assert.equal((await addresses()).length, 3);
    });

    test('nothing is restored while a server runs, and an interruption changes nothing', async () => {
      await using(fillEverything);
      await backUpTo(file);
      const before = await using(async ({ waitlist, inviteEvents }) => {
        await waitlist.join('later@example.com', NOON);
        await assert.rejects(restoreFrom(file), { name: 'StorageRefusal', message: /server/ });
        return await inviteEvents.totals();
      });
      const interrupted = restore(file, database.url, OPTIONS, quietly({ stopAfterRows: 5_000 }));
      await assert.rejects(interrupted, { name: 'AbortError' });
      assert.ok((await addresses()).includes('later@example.com'));
      assert.deepEqual(await using(({ inviteEvents }) => inviteEvents.totals()), before);
    });

    test('a file that is no backup, or is damaged, is named and refused, and changes nothing', async () => {
      await using(fillEverything);
      await backUpTo(file);
      const whole = readFileSync(file);
      const foreign = new DatabaseSync(join(folder, 'foreign.db'));
      foreign.exec('CREATE TABLE shopping (thing TEXT)');
      foreign.close();
      writeFileSync(
        join(folder, 'text.db'),
        'milk, eggs, bread, a lemon and much else that is needed',
      );
      writeFileSync(join(folder, 'half.db'), whole.subarray(0, whole.length / 2));
      writeFileSync(join(folder, 'empty.db'), '');
      for (const [name, reason] of [
        ['foreign.db', /foreign\.db is no database of this program/],
        ['text.db', /text\.db cannot be opened: file is not a database/],
        ['half.db', /half\.db cannot be opened: /],
        ['empty.db', /empty\.db is no database of this program/],
        ['nothing.db', /There is no backup at .*nothing\.db/],
      ] as const) {
        await assert.rejects(restoreFrom(join(folder, name)), {
          name: 'StorageRefusal',
          message: reason,
        });
      }
      assert.deepEqual(readFileSync(file), whole);
      assert.equal((await addresses()).length, 5_100);
    });
  });
}

test('a restore is refused when a command erases somebody meanwhile', async () => {
  const database = await createSqliteDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'impromptu-test-'));
  const file = join(folder, 'one.db');
  await (await openStorage(database.url, 'server')).close();
  await backUp(database.url, file, NOON, quietly());
  // Runs after the ledger is read, and before the database is filled.
  const erasuresOf = {
    [Symbol.iterator]() {
      const raw = new DatabaseSync(database.file);
      raw.exec("INSERT INTO erasure (subject, at) VALUES (x'00', 1)");
      raw.close();
      return [].values();
    },
  } as unknown as string[];
  await assert.rejects(
    restore(file, database.url, { ...OPTIONS, erasuresOf }, quietly()),
    /erased from the database meanwhile/,
  );
  await rm(folder, { recursive: true });
  await database.remove();
});
