import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { DAY_MS } from '../../contract/durations.ts';
import { sqlite } from '../../testing/databases/sqlite-test-engine.ts';
import { addAnaAndBen, backupsForEachTest } from '../../testing/databases/test-backups.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { ANA, BEN, counts, NOON } from '../../testing/databases/test-invites.ts';

for (const engine of testEngines) {
  describe(`erasures and a restore to ${engine.name}`, () => {
    const backups = backupsForEachTest(engine);
    const { using, backUpTo, restoreFrom, loseDatabase, addresses, findAnaAndBen } = backups;

    test('people who were erased since the backup are not restored', async () => {
      await using(addAnaAndBen);
      await backUpTo(backups.file);
      await using(async ({ waitlist, inviters }) => {
        await waitlist.erase('ana@example.com', NOON + 1);
        await inviters.erase('ana', NOON + 1);
      });
      const { erasedAgain, differences } = await restoreFrom(backups.file);
      assert.deepEqual(erasedAgain, { addresses: 1, inviters: 1 });
      assert.deepEqual(differences, []);
      assert.deepEqual(await addresses(), ['ben@example.com']);
      assert.deepEqual(await findAnaAndBen(), [undefined, BEN]);
      await using(async ({ analytics, retention }) => {
        assert.deepEqual((await analytics.totals()).total, counts({ sent: 1 }));
        assert.equal((await retention.run(NOON)).erasedEvents, 1);
      });
      // The restored database contains these erasures, too, so a second restore repeats them.
      assert.deepEqual((await restoreFrom(backups.file)).erasedAgain, {
        addresses: 1,
        inviters: 1,
      });
    });

    // What follows is decided by rows alone, so one engine is enough.
    if (engine !== sqlite) return;

    test('people who were erased, but joined again before the backup was made, are restored', async () => {
      await using(async (storage) => {
        await addAnaAndBen(storage);
        await storage.waitlist.erase('ana@example.com', NOON + 1);
        await storage.inviters.erase('ana', NOON + 1);
        await storage.waitlist.join('ana@example.com', NOON + 2);
        await storage.inviters.put(ANA);
      });
      await backUpTo(backups.file);
      assert.deepEqual((await restoreFrom(backups.file)).erasedAgain, {
        addresses: 0,
        inviters: 0,
      });
      assert.deepEqual(await addresses(), ['ana@example.com', 'ben@example.com']);
      assert.deepEqual(await findAnaAndBen(), [ANA, BEN]);
    });

    test('when the database is lost, erasures are read from a later backup', async () => {
      await using(addAnaAndBen);
      await backUpTo(backups.file);
      await using(async ({ waitlist, inviters }) => {
        await waitlist.erase('ana@example.com', NOON + 1);
        await inviters.erase('ben', NOON + 1);
      });
      const later = join(backups.folder, 'later.db');
      await backUpTo(later);
      await loseDatabase();
      const options = { replaces: false, erasuresOf: [later] };
      assert.deepEqual((await restoreFrom(backups.file, options)).erasedAgain, {
        addresses: 1,
        inviters: 1,
      });
      assert.deepEqual(await addresses(), ['ben@example.com']);
      assert.deepEqual(await findAnaAndBen(), [ANA, undefined]);
    });

    test('an erasure is stored for 90 days, as a hash', async () => {
      await using(async (storage) => {
        await addAnaAndBen(storage);
        await storage.waitlist.erase('ana@example.com', NOON);
        await storage.inviters.erase('ana', NOON);
      });
      const erasures = async () => {
        const name = join(backups.folder, `${readdirSync(backups.folder).length}.db`);
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

    test('a backup that is older than 90 days is only restored with `despiteAge`', async () => {
      await using(addAnaAndBen);
      await backUpTo(backups.file);
      await using(async ({ waitlist, retention }) => {
        await waitlist.erase('ana@example.com', NOON + 1);
        await retention.run(NOON + 90 * DAY_MS);
      });
      const lastDay = NOON + 90 * DAY_MS;
      assert.equal((await restoreFrom(backups.file, { now: lastDay })).erasedAgain.addresses, 1);
      await using(({ retention }) => retention.run(lastDay + 2));
      const late = { now: lastDay + 1 };
      await assert.rejects(restoreFrom(backups.file, late), {
        name: 'StorageRefusal',
        message:
          /one\.db was made on 2025-06-14 \(UTC\), and erasures are stored for 90 days: .* --despite-age /,
      });
      assert.deepEqual(await addresses(), ['ben@example.com']);
      const restored = await restoreFrom(backups.file, { ...late, despiteAge: true });
      assert.equal(restored.erasedAgain.addresses, 0);
      assert.deepEqual(await addresses(), ['ana@example.com', 'ben@example.com']);
    });
  });
}
