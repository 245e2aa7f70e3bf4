import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS } from '../../contract/durations.ts';
import { MAX_COUNTED_FRIENDS, POSITIONS_PER_FRIEND } from '../../contract/mail.ts';
import { MEMBER_CODE } from '../../contract/screens.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { lettersOf, takeLetters } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

for (const engine of testEngines) {
  describe(`members on ${engine.name}`, () => {
    const database = storageForEachTest(engine);

    const { ask, confirm, memberPosition, position, friendsOf } = lettersOf(database);

    test('an address that never signed up has no position, and cannot be confirmed', async () => {
      const { members } = database.storage;
      assert.equal(await position('ana@x.example'), undefined);
      assert.equal(await members.confirm('ana@x.example', NOON), false);
      assert.equal(await position('ana@x.example'), undefined);
      assert.deepEqual(await query(database.url, 'SELECT * FROM waitlist'), []);
    });

    test('a sign-up that confirms is a member, and a second confirmation changes nothing', async () => {
      const { members } = database.storage;
      await ask('ana@x.example');
      assert.deepEqual(await position('ana@x.example'), { state: 'asked' });
      assert.equal(await members.confirm('ana@x.example', NOON), true);
      const first = await memberPosition('ana@x.example');
      assert.match(first.code, MEMBER_CODE);
      assert.deepEqual(first, {
        state: 'confirmed',
        phone: null,
        code: first.code,
        friends: 0,
        position: 1,
        waiting: 1,
      });
      assert.equal(await members.confirm('ana@x.example', NOON + 1), true);
      assert.deepEqual(await memberPosition('ana@x.example'), first);
    });

    test('members have positions in the order in which they confirmed', async () => {
      const emails = ['cy@x.example', 'ana@x.example', 'ben@x.example'];
      for (const email of emails) await confirm(email);
      for (const [n, email] of emails.entries())
        assert.partialDeepStrictEqual(await memberPosition(email), { position: n + 1, waiting: 3 });
    });

    test('each friend moves a member up, at most as far as the limit', async () => {
      const before = POSITIONS_PER_FRIEND * (MAX_COUNTED_FRIENDS + 1);
      const { waitlist, members } = database.storage;
      const emails = Array.from({ length: before }, (_, n) => `${n}@x.example`);
      await Promise.all(emails.map((email) => waitlist.join(email, NOON)));
      await Promise.all(emails.map((email) => members.confirm(email, NOON)));
      const code = await confirm('ana@x.example');
      assert.equal((await memberPosition('ana@x.example')).position, before + 1);
      await confirm('friend-0@x.example', code);
      // Of two members with the same rank, the one who was moved up is first.
      const moved = (await memberPosition('ana@x.example')).position;
      assert.equal(moved, before + 1 - POSITIONS_PER_FRIEND);
      for (let n = 1; n <= MAX_COUNTED_FRIENDS; n++) await confirm(`friend-${n}@x.example`, code);
      const { position, friends } = await memberPosition('ana@x.example');
      assert.equal(friends, MAX_COUNTED_FRIENDS + 1);
      assert.equal(position, before + 1 - POSITIONS_PER_FRIEND * MAX_COUNTED_FRIENDS);
    });

    test('the keys of members have no gaps, even if addresses or mailboxes confirm several times', async () => {
      const { members } = database.storage;
      const ana = await confirm('ana@gmail.com');
      for (const email of ['ben@gmail.com', 'be.n@gmail.com', 'an.a@gmail.com']) {
        await confirm(email, ana);
      }
      await ask('cy@x.example', ana);
      await Promise.all(Array.from({ length: 5 }, () => members.confirm('cy@x.example', NOON)));
      await confirm('di@x.example');
      const rows = await query(database.url, 'SELECT key FROM member ORDER BY key');
      assert.deepEqual(
        rows.map(({ key }) => Number(key)),
        [1, 2, 3, 4, 5, 6],
      );
    });

    test('only the link of the first sign-up counts, and a later sign-up cannot add a link', async () => {
      const [ana, ben] = [await confirm('ana@x.example'), await confirm('ben@x.example')];
      await ask('cy@x.example', ana);
      await ask('di@x.example');
      for (const email of ['cy@x.example', 'di@x.example']) {
        await ask(email, ben);
        await ask(email, ben, NOON + DAY_MS);
      }
      assert.equal((await takeLetters(database.storage.letters, NOON + DAY_MS, 100)).length, 4);
      for (const email of ['cy@x.example', 'di@x.example']) {
        assert.equal(await database.storage.members.confirm(email, NOON), true);
      }
      assert.deepEqual(
        [await friendsOf('ana@x.example'), await friendsOf('ben@x.example')],
        [1, 0],
      );
    });

    test('the spellings of a Gmail address together give one credit, and none to each other', async () => {
      const ana = await confirm('a.na@gmail.com');
      const ben = await confirm('ben@x.example');
      await confirm('an.a+1@gmail.com', ana, NOON + DAY_MS);
      assert.equal(await friendsOf('a.na@gmail.com'), 0);
      // Each of these spellings gets a letter, because they sign up on different days.
      await confirm('cy@gmail.com', ana);
      await confirm('c.y@gmail.com', ana, NOON + DAY_MS);
      await confirm('cy+x@googlemail.com', ben, NOON + 2 * DAY_MS);
      assert.deepEqual(
        [await friendsOf('a.na@gmail.com'), await friendsOf('ben@x.example')],
        [1, 0],
      );
      await confirm('d.y@x.example', ana);
      await confirm('dy@x.example', ana);
      assert.equal(await friendsOf('a.na@gmail.com'), 3);
    });
  });
}
