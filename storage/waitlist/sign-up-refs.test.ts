import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { invitesForEachTest, NOON } from '../../testing/databases/test-invites.ts';

const MAIL = { via: undefined };

for (const engine of testEngines) {
  describe(`sign-ups by an inviter's link on ${engine.name}`, () => {
    const invites = invitesForEachTest(engine);

    async function signUps(): Promise<Record<string, number>> {
      const all = { search: '', sort: 'signUps', order: 'desc', limit: 9, offset: 0 } as const;
      const { rows } = await invites.storage.analytics.read(all);
      return Object.fromEntries(rows.map((row) => [row.id, row.signUps]));
    }
    const ties = async () => {
      const text = 'SELECT email, inviter_key AS key, counted FROM sign_up_ref ORDER BY 1';
      const rows = await query(invites.database.url, text);
      return rows.map(({ email, key, counted }) => [email, key, counted]);
    };
    const join = (email: string, refs: string[] = [], mail?: typeof MAIL, at = NOON) =>
      invites.storage.waitlist.join(email, at, mail, { refs });

    test('without letters, the first sign-up of an address counts once, for the first inviter', async () => {
      await join('a@x.example', ['ana']);
      await join('a@x.example', ['ben']);
      await join('a@x.example', ['ana']);
      assert.deepEqual(await signUps(), { ana: 1 });
      assert.deepEqual(await ties(), [['a@x.example', 1, 1]]);
    });

    test('an address that signed up without a link does not count later', async () => {
      await join('a@x.example');
      await join('a@x.example', ['ana']);
      assert.deepEqual(await signUps(), {});
    });

    test('the first id that exists is meant, and unknown or hostile ids change nothing', async () => {
      const hostile = ['nobody', "';--", 'an\0a', '', 'é'.repeat(10_000)];
      await Promise.all(hostile.map((ref, n) => join(`${n}@x.example`, [ref])));
      assert.deepEqual(await ties(), []);
      await join('a@x.example', ['ana.', 'ana', 'ben']);
      assert.deepEqual(await signUps(), { ana: 1 });
      assert.equal((await Array.fromAsync(invites.storage.waitlist.entries())).length, 6);
    });

    test('many sign-ups at once count each address once', async () => {
      const all = Array.from({ length: 1_500 }, (_, n) =>
        join(`${n % 300}@x.example`, [n % 300 < 100 ? 'ana' : 'ben'], undefined, NOON + n),
      );
      await Promise.all(all);
      assert.deepEqual(await signUps(), { ben: 200, ana: 100 });
      assert.equal((await ties()).length, 300);
    });

    test('a named link counts an address once, by its first sign-up, also of several at once', async () => {
      const { waitlist } = invites.storage;
      const joinBy = (email: string, from?: string) =>
        waitlist.join(`${email}@x.example`, NOON, MAIL, { from });
      await joinBy('known');
      await Promise.all([
        joinBy('a', 'poster'),
        joinBy('a', 'tiktok'),
        joinBy('b'),
        joinBy('b', 'poster'),
      ]);
      await Promise.all([joinBy('known', 'tiktok'), joinBy('a', 'tiktok'), joinBy('c', 'poster')]);
      const counted = await waitlist.namedLinks(0);
      assert.deepEqual(
        counted.map(({ name, signUps }) => [name, Number(signUps)]),
        [['poster', 2]],
      );
    });

    test('with letters, a sign-up counts when it is confirmed, and only once', async () => {
      const { members } = invites.storage;
      await join('a@x.example', ['ana'], MAIL);
      await join('a@x.example', ['ben'], MAIL);
      assert.deepEqual(await signUps(), {});
      assert.deepEqual(await ties(), [['a@x.example', 1, 0]]);
      await members.confirm('a@x.example', NOON + 1);
      await members.confirm('a@x.example', NOON + 2);
      assert.deepEqual(await signUps(), { ana: 1 });
    });

    test('an address that counted before letters were turned on does not count again', async () => {
      await join('a@x.example', ['ana']);
      await join('a@x.example', ['ana'], MAIL);
      await invites.storage.members.confirm('a@x.example', NOON + 1);
      assert.deepEqual(await signUps(), { ana: 1 });
    });

    test('who leaves or is erased takes the count back, and who comes back by a link counts for its inviter', async () => {
      const { members, waitlist, letters, retention } = invites.storage;
      for (const email of ['a@x.example', 'b@x.example', 'c@x.example']) {
        await join(email, ['ana'], MAIL);
        await members.confirm(email, NOON);
      }
      await members.leave('a@x.example', NOON + 1);
      for (const _ of [1, 2]) await waitlist.erase('b@x.example', NOON + 1);
      assert.deepEqual([await signUps(), await ties()], [{ ana: 1 }, [['c@x.example', 1, 1]]]);
      await join('a@x.example', ['ben'], MAIL);
      await letters.queue(NOON + 2);
      await retention.run(NOON + 3);
      assert.deepEqual(await signUps(), { ana: 1 });
      await members.confirm('a@x.example', NOON + 4);
      assert.deepEqual(await signUps(), { ana: 1, ben: 1 });
    });

    test('the link by which an address comes back that gets no letter is forgotten', async () => {
      const { members, letters, retention } = invites.storage;
      await join('a@x.example', ['ana'], MAIL);
      await members.confirm('a@x.example', NOON);
      for (const _ of [1, 2]) {
        await members.leave('a@x.example', NOON);
        await join('a@x.example', ['ana'], MAIL);
        await letters.queue(NOON);
      }
      assert.deepEqual(await ties(), [['a@x.example', 1, 0]]);
      await retention.run(NOON);
      assert.deepEqual([await ties(), await signUps()], [[], { ana: 0 }]);
    });

    test('an inviter and a member are erased in both orders', async () => {
      const { waitlist, inviters, retention } = invites.storage;
      await join('a@x.example', ['ana']);
      await join('b@x.example', ['ben']);
      await inviters.erase('ana', NOON + 1);
      assert.deepEqual(await ties(), [['b@x.example', 2, 1]]);
      await waitlist.erase('a@x.example', NOON + 2);
      await waitlist.erase('b@x.example', NOON + 3);
      await inviters.erase('ben', NOON + 4);
      await retention.run(NOON + 5);
      assert.deepEqual([await signUps(), await ties()], [{}, []]);
    });

    const invitedBy = async () => {
      const { rows } = await invites.storage.teamWaitlist.page({
        search: '',
        order: 'address',
        from: 0,
      });
      return rows.map((row) => row.invitedBy);
    };

    for (const mail of [undefined, MAIL]) {
      test(`a later link names no inviter for a known address ${mail ? 'with' : 'without'} letters`, async () => {
        const { members, inviters } = invites.storage;
        await join('a@x.example', [], mail);
        await join('b@x.example', ['ana'], mail);
        await join('c@x.example', ['ana'], mail);
        await inviters.erase('ana', NOON);
        for (const email of ['a@x.example', 'b@x.example']) await join(email, ['ben'], mail);
        assert.deepEqual(await invitedBy(), [null, null, null]);
        if (mail)
          for (const name of ['a', 'b', 'c']) await members.confirm(`${name}@x.example`, NOON);
        await join('c@x.example', ['ben'], mail);
        assert.deepEqual([await invitedBy(), await signUps()], [[null, null, null], {}]);
      });
    }

    test('a link that never counts does not keep a later one from counting', async () => {
      const { members, letters } = invites.storage;
      await join('a@x.example', [], MAIL);
      await members.confirm('a@x.example', NOON);
      await members.leave('a@x.example', NOON);
      await join('a@x.example', [], MAIL);
      await join('a@x.example', ['ben'], MAIL);
      // Takes the address off the waitlist again, until it is confirmed.
      await letters.queue(NOON);
      await join('a@x.example', ['ana'], MAIL);
      await members.confirm('a@x.example', NOON);
      assert.deepEqual([await invitedBy(), await signUps()], [['ana_92'], { ana: 1 }]);
    });
  });
}
