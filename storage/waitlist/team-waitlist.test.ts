// Long because it has every figure and order of the list for its team.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { DAY_MS, dayOf, HOUR_MS } from '../../contract/durations.ts';
import { ADDRESSES_PER_PAGE, type AddressOrder } from '../../contract/team-waitlist.ts';
import { fileOf, query, testEngines } from '../../testing/databases/test-databases.ts';
import { ANA, NOON } from '../../testing/databases/test-invites.ts';
import { lettersOf } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

const ADMIN = '+15550001111';

for (const engine of testEngines) {
  describe(`what admins see of the waitlist on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    const { confirm, send } = lettersOf(database);

    const listed = async (order: AddressOrder, search = '', from = 0) => {
      const found = await database.storage.teamWaitlist.page({ search, order, from });
      return { ...found, emails: found.rows.map(({ email }) => email) };
    };

    test('is in the order of the positions, of the addresses, or the newest first, with the same positions', async () => {
      const { waitlist, inviters } = database.storage;
      await inviters.put(ANA);
      await waitlist.join('zoe@x.example', NOON - 2, undefined, { refs: [ANA.id] });
      const ben = await confirm('ben@x.example', undefined, NOON);
      await confirm('ana@x.example', undefined, NOON - 1);
      await confirm('dan@x.example', undefined, NOON + 1);
      const friend = await confirm('friend@x.example', ben, NOON + 2);
      for (let n = 0; n < 2; n++) await confirm(`further-${n}@x.example`, friend, NOON + 3 + n);
      const people = {
        position: 'friend ben ana dan further-0 further-1',
        address: 'ana ben dan friend further-0 further-1 zoe',
        newest: 'further-1 further-0 friend dan ben ana zoe',
      };
      const positions = new Map<string, number | undefined>();
      for await (const step of waitlist.steps()) {
        for (const { email, position } of step) positions.set(email, position);
      }
      assert.equal(positions.get('zoe@x.example'), undefined);
      for (const order of ['position', 'address', 'newest'] as const) {
        const { rows, matching, emails } = await listed(order);
        const names = emails.map((email) => email.replace('@x.example', ''));
        assert.equal(names.join(' '), people[order]);
        assert.equal(matching, names.length);
        for (const { email, position } of rows) assert.equal(position, positions.get(email), email);
      }
      const { rows } = await listed('position', 'fri');
      assert.deepEqual(
        rows.map(({ member, invitedBy }) => [invitedBy, member?.friends, member?.confirmedAt]),
        [['ben@x.example', 2, NOON]],
      );
      assert.equal((await listed('position', 'zoe')).rows[0]?.invitedBy, ANA.username);
      assert.deepEqual(
        (await listed('position')).rows.map(({ position }) => position),
        [1, 2, 3, 4, 5, 6],
      );
    });

    test('has pages, and a page beyond the last is the last', async () => {
      const { waitlist } = database.storage;
      assert.deepEqual(await listed('newest', '', 9), {
        rows: [],
        matching: 0,
        from: 0,
        emails: [],
      });
      const count = 2 * ADDRESSES_PER_PAGE + 1;
      await Promise.all(
        Array.from({ length: count }, (_, n) => waitlist.join(`${n + 100}@x`, NOON)),
      );
      for (const [asked, from] of [
        [0, 0],
        [1, 1],
        [count - 1, count - 1],
        [count, count - 1],
        [Number.MAX_SAFE_INTEGER, count - 1],
      ] as const) {
        const found = await listed('address', '1', asked);
        assert.equal(found.from, from);
        assert.equal(found.matching, count);
        assert.equal(found.emails[0], `${100 + from}@x`);
      }
    });

    test('finds the beginning of an address, as text', async () => {
      const { waitlist } = database.storage;
      const names = ['a%b', 'a_b', "a'b", 'a"b', 'a\\b', 'ab', 'élan', '𝒶b', '\uffeeb'];
      const emails = [...names, 'h\u{10ffff}\u{10ffff}'].map((name) => `${name}@x`);
      await Promise.all(emails.map((email) => waitlist.join(email, NOON)));
      const find = async (search: string) => (await listed('position', search)).emails;
      for (const email of emails) {
        assert.deepEqual(await find(email.slice(0, -2)), [email]);
        assert.deepEqual(await find(email.toUpperCase().normalize('NFD')), [email]);
      }
      assert.deepEqual(await find('a'), emails.filter((email) => /^a/.test(email)).toSorted());
      assert.deepEqual(await find('h'), [emails.at(-1)]);
      const none = ['%', '_', 'b', "'", "' OR '1'='1", 'ab@x\0', 'ab\ud800', '\u{10ffff}'];
      for (const search of [...none, 'a'.repeat(10_000)])
        assert.deepEqual(await find(search), [], search.slice(0, 20));
    });

    test('counts days from the people who are on the list now', async () => {
      const { waitlist, members, teamWaitlist } = database.storage;
      const today = dayOf(NOON);
      const counted = async () =>
        (await teamWaitlist.count()).days.map(({ day, joined, confirmed, departed }) => [
          ...[day - today, joined, confirmed, departed],
        ]);
      for (const [n, name] of ['ana', 'ben', 'cy', 'dan', 'eve'].entries()) {
        await waitlist.join(`${name}@x`, NOON - DAY_MS * (n % 2));
      }
      await members.confirm('ana@x', NOON);
      await members.confirm('ben@x', NOON - DAY_MS);
      await members.leave('cy@x', NOON);
      assert.deepEqual(await counted(), [
        [-1, 2, 1, 0],
        [0, 2, 1, 1],
      ]);
      assert.deepEqual((await teamWaitlist.count()).sums, {
        onList: 4,
        confirmed: 2,
        left: 1,
        invited: 0,
        in: 0,
        iphone: 0,
        android: 0,
      });
      await waitlist.erase('ben@x', NOON + HOUR_MS);
      await waitlist.erase('cy@x', NOON + HOUR_MS);
      await waitlist.join('fay@x', NOON + HOUR_MS);
      assert.deepEqual(await counted(), [
        [-1, 1, 0, 0],
        [0, 3, 1, 0],
      ]);
    });

    test('counts the letters about which somebody may have to do something', async () => {
      const { teamWaitlist, letters } = database.storage;
      const none = { waiting: 0, uncertain: 0, refused: 0 };
      assert.deepEqual(await teamWaitlist.openLetters(), none);
      const [first = 0, second = 0] = await send('ana@x.example', 'ben@x.example', 'cy@x.example');
      await letters.finish(first, { state: 'refused', reply: '', at: NOON });
      await letters.finish(second, { state: 'uncertain', reply: '', at: NOON });
      await confirm('dan@x.example');
      await database.storage.waitlist.join('eve@x.example', NOON, { via: undefined });
      await letters.queue(NOON);
      const open = { waiting: 1, uncertain: 1, refused: 1 };
      assert.deepEqual(await teamWaitlist.openLetters(), open);
    });

    test('a removed address is gone like an erased one, each request is an act, and the bytes go with the next retention', async () => {
      const { waitlist, audit, retention } = database.storage;
      const email = 'unmistakable@example.com';
      await waitlist.join('ana@x', NOON);
      await waitlist.join(email, NOON);
      const author = { who: ADMIN, at: NOON };
      assert.equal(await waitlist.remove(email, author), true);
      const unlisted = [email, "x' OR '1'='1", '', 'a\0@x'];
      for (const one of unlisted) assert.equal(await waitlist.remove(one, author), false);
      assert.deepEqual((await listed('address')).emails, ['ana@x']);
      const act = (name: string) => ({ ...author, act: name, detail: '' });
      assert.deepEqual(await audit.entries(), [
        act('remove-address'),
        ...unlisted.map(() => act('look-for-address')),
      ]);
      await retention.run(NOON);
      assert.deepEqual(await query(database.url, 'SELECT * FROM erased_inviter'), []);
      const file = fileOf(database.url);
      if (!file) return;
      const names = readdirSync(dirname(file)).filter((name) =>
        readFileSync(join(dirname(file), name)).includes('unmistakable'),
      );
      assert.deepEqual(names, []);
    });
  });
}
