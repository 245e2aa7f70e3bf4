import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

for (const engine of testEngines) {
  describe(`sign-ups that ask for a letter on ${engine.name}`, () => {
    const database = storageForEachTest(engine);

    async function asks() {
      const rows = await query(database.url, 'SELECT email, via, at, earlier FROM ask ORDER BY id');
      return rows.map(({ email, via, at, earlier }) => [email, via, Number(at), earlier]);
    }

    test('each sign-up stores one row in "ask", also if the address is already on the waitlist', async () => {
      const { waitlist } = database.storage;
      await waitlist.join('ana@x', NOON, { via: 'abcdefgh' });
      await waitlist.join('ana@x', NOON + 1, { via: undefined });
      assert.deepEqual(await asks(), [
        ['ana@x', 'abcdefgh', NOON, 0],
        ['ana@x', null, NOON + 1, 0],
      ]);
      const [entry] = await Array.fromAsync(waitlist.entries());
      assert.deepEqual(entry, { email: 'ana@x', joinedAt: NOON, requests: 2 });
    });

    test('a text that cannot be a code is not stored, and does not make other sign-ups fail', async () => {
      const { waitlist } = database.storage;
      const texts = ['', 'abcdefg', 'ABCDEFGH', 'abc\0efgh', "';--", 'abcdefgh\n', 'a'.repeat(64)];
      await Promise.all(texts.map((via, n) => waitlist.join(`${n}@x`, NOON, { via })));
      assert.deepEqual(new Set((await asks()).map(([, via]) => via)), new Set([null]));
      assert.equal((await asks()).length, texts.length);
    });

    test('among many concurrent sign-ups, each one that asks for a letter stores one row in "ask", and the others store none', async () => {
      const { waitlist } = database.storage;
      const joins = Array.from({ length: 3_000 }, (_, n) => {
        const email = `${n % 700}@x`;
        return waitlist.join(email, NOON + n, n % 3 === 0 ? undefined : { via: undefined });
      });
      await Promise.all(joins);
      const stored = (await asks()).map(([email, , at]) => `${email} ${at}`);
      const expected = Array.from({ length: 3_000 }, (_, n) => n)
        .filter((n) => n % 3 !== 0)
        .map((n) => `${n % 700}@x ${NOON + n}`);
      assert.deepEqual(stored.toSorted(), expected.toSorted());
      const entries = await Array.fromAsync(waitlist.entries());
      assert.equal(
        entries.reduce((sum, { requests }) => sum + requests, 0),
        3_000,
      );
    });
  });
}
