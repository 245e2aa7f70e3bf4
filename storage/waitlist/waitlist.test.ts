import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { lettersOf } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

for (const engine of testEngines) {
  describe(`the waitlist on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    const { memberPosition } = lettersOf(database);

    const entries = () => Array.fromAsync(database.storage.waitlist.entries());

    test('entries have the positions that the members see, also with many reads and equal ranks', async () => {
      const { letters, waitlist } = database.storage;
      await letters.begin(NOON);
      await letters.secret();
      const members = 2_100;
      const emails = Array.from({ length: members }, (_, n) => `${n}@x`);
      await Promise.all(emails.map((email) => waitlist.join(email, NOON)));
      const rows = emails.map((email, n) => {
        // Ranks that repeat, in another order than the keys.
        const rank = (n * 7_919) % 1_500;
        return `('${email}', (SELECT bytes FROM secret), 'code-${n}', 0, ${rank}, 0)`;
      });
      await query(
        database.url,
        `INSERT INTO member (email, mailbox, code, friends, rank, confirmed_at) VALUES ${rows.join(', ')}`,
      );
      const positions = new Map((await entries()).map(({ email, position }) => [email, position]));
      const expected = Array.from({ length: members }, (_, n) => n + 1);
      assert.deepEqual(
        [...positions.values()].toSorted((a, b) => Number(a) - Number(b)),
        expected,
      );
      for (let n = 0; n < members; n += 150) {
        assert.equal((await memberPosition(`${n}@x`)).position, positions.get(`${n}@x`), `${n}@x`);
      }
    });

    async function asks() {
      const rows = await query(database.url, 'SELECT email, via, at, earlier FROM ask ORDER BY id');
      return rows.map(({ email, via, at, earlier }) => [email, via, Number(at), earlier]);
    }

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
