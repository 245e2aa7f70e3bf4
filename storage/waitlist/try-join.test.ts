import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';
import { StorageOverloaded } from '../errors.ts';

/** How many sign-ups may wait. */
const MOST_WAITING = 8_000;

const ASK = { via: undefined };

for (const engine of testEngines) {
  describe(`whether a sign-up could be stored now, on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    const tryJoin = () => database.storage.waitlist.tryJoin();
    const rows = (table: string) => query(database.url, `SELECT * FROM ${table}`);

    test('is tried beside sign-ups, and leaves nothing', async () => {
      const { waitlist } = database.storage;
      await Promise.all([
        waitlist.join('ana@example.com', NOON),
        ...Array.from({ length: 3 }, tryJoin),
        waitlist.join('zoe@example.com', NOON, ASK),
      ]);
      await tryJoin();
      const emails = (await rows('waitlist')).map(({ email }) => email);
      assert.deepEqual(emails, ['ana@example.com', 'zoe@example.com']);
      assert.deepEqual(
        (await rows('ask')).map(({ email }) => email),
        ['zoe@example.com'],
      );
    });

    test('is refused when too many sign-ups wait', async () => {
      const joins = Array.from({ length: MOST_WAITING }, (_, n) =>
        database.storage.waitlist.join(`${n}@example.com`, NOON),
      );
      await assert.rejects(tryJoin(), StorageOverloaded);
      await Promise.all(joins);
      await tryJoin();
    });

    test('is refused when the table cannot be written', async () => {
      await query(database.url, 'ALTER TABLE waitlist RENAME TO other');
      await assert.rejects(tryJoin());
      await query(database.url, 'ALTER TABLE other RENAME TO waitlist');
      await tryJoin();
    });
  });
}
