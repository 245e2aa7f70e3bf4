import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { query, tablesOf, testEngines } from '../testing/databases/test-databases.ts';
import type { TestDatabase } from '../testing/databases/test-engine.ts';
import { storageForEachTest } from '../testing/databases/test-storage.ts';
import { openEngine } from './engines/choose-engine.ts';
import { StorageRefusal } from './errors.ts';
import { openStorage } from './open.ts';

const NOON = Date.UTC(2025, 5, 14, 12);

for (const engine of testEngines) {
  describe(`storage on ${engine.name}`, () => {
    const opened = storageForEachTest(engine);

    async function entries() {
      const all = await Array.fromAsync(opened.storage.waitlist.entries());
      return all.map(({ email, joinedAt, requests }) => ({ email, joinedAt, requests }));
    }

    test('an address that joins again, also many times at once, is listed once with its first time and all requests', async () => {
      const join = (at: number) => opened.storage.waitlist.join('ana@example.com', at);
      await join(NOON);
      assert.deepEqual(await entries(), [
        { email: 'ana@example.com', joinedAt: NOON, requests: 1 },
      ]);
      await Promise.all(Array.from({ length: 20 }, (_, n) => join(NOON + 1 + n)));
      assert.deepEqual(await entries(), [
        { email: 'ana@example.com', joinedAt: NOON, requests: 21 },
      ]);
    });

    test('entries are listed once each, in the order of their addresses, even if this needs many reads', async () => {
      const emails = Array.from({ length: 2_500 }, (_, n) => `${String(n).padStart(4, '0')}@x`);
      await Promise.all(
        emails.toReversed().map((email) => opened.storage.waitlist.join(email, NOON)),
      );
      assert.deepEqual(
        (await entries()).map((entry) => entry.email),
        emails,
      );
    });

    test('a long report arrives in parts, between which visitors are served, and reports do not mix', async (t) => {
      await using reading = await openEngine(opened.url, 'command');
      const parts = engine.countReportParts(t.mock);
      const lengths = [0, 199, 200, 201, 20_000, 500, 501];
      const answers = await Promise.all(
        lengths.map(async (length) => {
          const { rows } = await sql<{ n: number }>`
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers)
            SELECT n FROM numbers LIMIT ${length}`.execute(reading.reports);
          return rows.map(({ n }) => n);
        }),
      );
      assert.deepEqual(
        answers,
        lengths.map((length) => Array.from({ length }, (_, n) => n + 1)),
      );
      assert.ok(parts() >= 40, `${parts()} parts`);
    });

    test('closing finishes the writes that were begun', async () => {
      const joined = Promise.all(
        Array.from({ length: 3_000 }, (_, n) => opened.storage.waitlist.join(`${n}@x`, NOON)),
      );
      await opened.storage.close();
      await joined;
      await opened.reopen();
      assert.equal((await entries()).length, 3_000);
    });

    test('a command reads and erases while the server writes', async () => {
      await using command = await openStorage(opened.url, 'command');
      await opened.storage.waitlist.join('ana@example.com', NOON);
      const writing = Promise.all(
        Array.from({ length: 2_000 }, (_, n) => opened.storage.waitlist.join(`${n}@x`, NOON)),
      );
      assert.equal(await command.waitlist.erase('ana@example.com', NOON), true);
      await writing;
      assert.equal((await Array.fromAsync(command.waitlist.entries())).length, 2_000);
    });
  });

  describe(`opening ${engine.name}`, () => {
    let database: TestDatabase;
    beforeEach(async () => {
      database = await engine.createBare();
    });
    afterEach(() => database.remove());

    test('a command refuses a database that no server has created, and creates nothing', async () => {
      for (const _ of [1, 2]) {
        await assert.rejects(openStorage(database.url, 'command'), StorageRefusal);
      }
      // A read of the tables would create the file of SQLite.
      if ('file' in database) assert.equal(existsSync(String(database.file)), false);
      else assert.deepEqual(await tablesOf(database.url), []);
    });

    test('a server refuses the database of another program, and adds no tables', async () => {
      await query(database.url, 'CREATE TABLE shopping (thing text)');
      await assert.rejects(openStorage(database.url, 'server'), {
        name: 'StorageRefusal',
        message:
          /is the database of another program, with the tables shopping\. Name an empty database\.$/,
      });
      assert.deepEqual(await tablesOf(database.url), ['shopping']);
    });
  });
}
