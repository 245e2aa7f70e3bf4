// This file is long because the tests of all limits use the same set-up.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS } from '../../contract/durations.ts';
import { launchRefusals as refusals } from '../../contract/launch.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { ADMIN } from '../../testing/databases/test-launch.ts';
import { takeLetters } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';
import { letterKinds } from './letter.ts';
import { suppressionReasons } from './suppressions.ts';

for (const engine of testEngines) {
  describe(`the limits of letters on ${engine.name}`, () => {
    const database = storageForEachTest(engine);

    /** Signs up and queues. @returns the kinds of the letters that were queued for this sign-up */
    async function ask(email: string, at: number): Promise<(string | undefined)[]> {
      const { waitlist, letters } = database.storage;
      const before = await idsOf(email);
      await waitlist.join(email, at, { via: undefined });
      await letters.queue(at);
      const after = await idsOf(email);
      return after.filter(({ id }) => !before.some((row) => row.id === id)).map(({ kind }) => kind);
    }

    async function idsOf(email: string) {
      const rows = await query(
        database.url,
        `SELECT id, kind FROM letter WHERE email = '${email}' ORDER BY id`,
      );
      return rows.map(({ id, kind }) => ({ id: Number(id), kind: letterKinds[Number(kind)] }));
    }

    test('a sign-up that is not confirmed is asked once in 24 hours, also across midnight, and three times in 30 days', async () => {
      for (const day of [0, 1, 2]) {
        assert.deepEqual(await ask('ana@x.example', NOON + day * DAY_MS), ['confirm']);
        assert.deepEqual(await ask('ana@x.example', NOON + (day + 1) * DAY_MS - 1), []);
      }
      assert.deepEqual(await ask('ana@x.example', NOON + 3 * DAY_MS), []);
      assert.deepEqual(await ask('ben@x.example', NOON + 3 * DAY_MS), ['confirm']);
      assert.deepEqual(await ask('ana@x.example', NOON + 30 * DAY_MS - 1), []);
      assert.deepEqual(await ask('ana@x.example', NOON + 30 * DAY_MS), ['confirm']);
      assert.deepEqual(await ask('ana@x.example', NOON + 31 * DAY_MS - 1), []);
    });

    test('a member who signs up again and again is told the position once in 24 hours, every day', async () => {
      await ask('ana@x.example', NOON);
      await database.storage.members.confirm('ana@x.example', NOON);
      assert.deepEqual(await ask('ana@x.example', NOON), ['position']);
      assert.deepEqual(await ask('ana@x.example', NOON + DAY_MS - 1), []);
      for (let day = 1; day <= 5; day++) {
        assert.deepEqual(
          await ask('ana@x.example', NOON + day * DAY_MS),
          ['position'],
          `day ${day}`,
        );
      }
    });

    test('someone who has left is asked once in 30 days', async () => {
      const { members } = database.storage;
      await ask('ana@x.example', NOON);
      await members.leave('ana@x.example', NOON);
      assert.deepEqual(await ask('ana@x.example', NOON + 1), ['confirm']);
      assert.deepEqual(await ask('ana@x.example', NOON + 2 * DAY_MS), []);
      await members.leave('ana@x.example', NOON + 2 * DAY_MS);
      assert.deepEqual(await ask('ana@x.example', NOON + 30 * DAY_MS), []);
      assert.deepEqual(await ask('ana@x.example', NOON + 30 * DAY_MS + 1), ['confirm']);
    });

    test('someone who leaves by the letter that asked again is not asked more often, and no letter has the address', async () => {
      const { members, letters, waitlist } = database.storage;
      await ask('ana@x.example', NOON);
      await members.leave('ana@x.example', NOON);
      assert.deepEqual(await ask('ana@x.example', NOON + 1), ['confirm']);
      await members.leave('ana@x.example', NOON + 2);
      assert.deepEqual(await takeLetters(letters, NOON + DAY_MS, 10), []);
      assert.deepEqual(await query(database.url, "SELECT id FROM letter WHERE email <> ''"), []);
      assert.deepEqual(await ask('ana@x.example', NOON + 3), []);
      // A sign-up while the site sends no letters.
      await waitlist.join('ana@x.example', NOON + 4);
      await members.leave('ana@x.example', NOON + 4);
      assert.deepEqual(await ask('ana@x.example', NOON + 30 * DAY_MS), []);
      assert.deepEqual(await ask('ana@x.example', NOON + 30 * DAY_MS + 1), ['confirm']);
      await database.storage.retention.run(NOON + 61 * DAY_MS);
      const suppressed = await query(database.url, 'SELECT reason FROM stopped');
      assert.deepEqual(
        suppressed.map(({ reason }) => Number(reason)),
        [suppressionReasons.left],
      );
    });

    test('an address that does not exist gets no letter, until its letter is sent again by hand', async () => {
      const { letters, members } = database.storage;
      await ask('ana@x.example', NOON);
      const [letter] = await takeLetters(letters, NOON, 1);
      const dead = { state: 'refused', isAddressDead: true } as const;
      await letters.finish(letter?.id ?? 0, { ...dead, reply: 'No such mailbox.', at: NOON });
      assert.deepEqual(await ask('ana@x.example', NOON + 2 * DAY_MS), []);
      assert.deepEqual(await members.position('ana@x.example'), { state: 'asked' });
      await letters.sendAgain(letter?.id ?? 0, { ...ADMIN, at: NOON + 2 * DAY_MS });
      await takeLetters(letters, NOON + 2 * DAY_MS, 1);
      await letters.finish(letter?.id ?? 0, { state: 'refused', reply: 'Spam.', at: NOON });
      assert.deepEqual(await ask('ana@x.example', NOON + 4 * DAY_MS), ['confirm']);
    });

    test('all tags of one mailbox together get as many letters as one address, and its address without a tag as many again', async () => {
      const spellings = ['ana.lee+1@gmail.com', 'a.nalee@googlemail.com', 'analee+2+3@gmail.com'];
      for (const email of spellings)
        await database.storage.waitlist.join(email, NOON, { via: undefined });
      await database.storage.letters.queue(NOON);
      assert.equal((await database.storage.letters.list({ limit: 10 })).length, 2);
      assert.deepEqual(await ask('ben+0@x.example', NOON), ['confirm']);
      assert.deepEqual(await ask('ben@x.example', NOON), ['confirm']);
      for (const tag of ['', '+1', '+2+x']) {
        assert.deepEqual(await ask(`ben${tag}@x.example`, NOON + 1), [], tag);
      }
      assert.deepEqual(await ask('ben+1@x.example', NOON + DAY_MS), ['confirm']);
      assert.deepEqual(await ask('ben+2@x.example', NOON + 2 * DAY_MS), ['confirm']);
      assert.deepEqual(await ask('ben+3@x.example', NOON + 3 * DAY_MS), []);
      assert.deepEqual(await ask('b.en@x.example', NOON), ['confirm']);
    });

    test('leaving does not reset the limits of the mailbox, and its letters stay without the address', async () => {
      const { members, letters } = database.storage;
      for (const [day, tag] of ['+1', '+2'].entries()) {
        const at = NOON + day * DAY_MS;
        const email = `ana${tag}@x.example`;
        assert.deepEqual(await ask(email, at), ['confirm'], email);
        await takeLetters(letters, at, 1);
        await members.leave(email, at);
        assert.deepEqual(await ask(`ana${tag}x@x.example`, at), [], `${tag} on the same day`);
      }
      assert.deepEqual(await ask('ana+3@x.example', NOON + 2 * DAY_MS), ['confirm']);
      assert.deepEqual(await ask('ana+4@x.example', NOON + 30 * DAY_MS - 1), [], 'three a month');
      assert.deepEqual(await ask('ana+4@x.example', NOON + 30 * DAY_MS), ['confirm']);
      const rows = await query(
        database.url,
        'SELECT email, via, reply FROM letter WHERE kind >= 0 ORDER BY id',
      );
      const nothing = ['', null, null];
      assert.deepEqual(
        rows.slice(0, 2).map(({ email, via, reply }) => [email, via, reply]),
        [nothing, nothing],
      );
      const left = (await letters.list({ limit: 10 })).filter(({ email }) => email === '');
      for (const { id } of left) assert.equal(await letters.sendAgain(id, ADMIN), 'state');
      await database.storage.waitlist.erase('ana+1@x.example', NOON);
      assert.deepEqual(
        await query(database.url, "SELECT id FROM letter WHERE email = '' AND kind >= 0"),
        [],
      );
    });

    test('letters that told the position of a member who has left do not prevent that another address of the mailbox is asked', async () => {
      const { members } = database.storage;
      await ask('ana@x.example', NOON);
      await members.confirm('ana@x.example', NOON);
      for (let day = 0; day < 5; day++)
        assert.deepEqual(await ask('ana@x.example', NOON + day * DAY_MS), ['position']);
      await members.leave('ana@x.example', NOON + 5 * DAY_MS);
      assert.deepEqual(await ask('ana+1@x.example', NOON + 5 * DAY_MS), ['confirm']);
    });

    test('all addresses of a mailbox that have confirmed leave together, and each can come back; only one is erased', async () => {
      const { members, waitlist } = database.storage;
      const spellings = ['ana@gmail.com', 'a.na+x@googlemail.com'];
      const states = () =>
        Promise.all(spellings.map(async (email) => (await members.position(email))?.state));
      for (const email of [...spellings, 'ben@gmail.com']) {
        await ask(email, NOON);
        await members.confirm(email, NOON);
      }
      await members.leave('ana@gmail.com', NOON + 1);
      assert.deepEqual(await states(), ['left', 'left']);
      assert.equal((await members.position('ben@gmail.com'))?.state, 'confirmed');
      for (const email of spellings) await members.confirm(email, NOON + 2);
      assert.deepEqual(await states(), ['confirmed', 'confirmed']);
      await waitlist.erase('a.na+x@googlemail.com', NOON + 3);
      assert.deepEqual(await states(), ['confirmed', undefined]);
    });

    test('an address that a mail program could read as another address gets no letter, and stays on the waitlist', async () => {
      const { waitlist, letters, launch } = database.storage;
      const uncertain = ['"ana"@x.example', 'ana(b)@x.example', 'ana@localhost', 'ana@x.example.'];
      for (const email of uncertain) await waitlist.join(email, NOON - 1);
      await letters.begin(NOON);
      await launch.askUnconfirmed(uncertain.length, ADMIN);
      for (const email of uncertain) assert.deepEqual(await ask(email, NOON), [], email);
      assert.equal((await Array.fromAsync(waitlist.entries())).length, uncertain.length);
    });

    test('a letter that asks to confirm is not sent any more after the address has confirmed', async () => {
      const { letters, members } = database.storage;
      await ask('ana@x.example', NOON);
      await members.confirm('ana@x.example', NOON);
      assert.deepEqual(await takeLetters(letters, NOON, 10), []);
    });

    test('people who have never confirmed are asked once by admins: with another letter if they signed up before the site sent letters', async () => {
      const { waitlist, letters, members, launch } = database.storage;
      for (const email of ['ana@x.example', 'ben@x.example', 'cy@x.example', 'di@x.example'])
        await waitlist.join(email, NOON - 1);
      await letters.begin(NOON);
      await ask('ben@x.example', NOON);
      await waitlist.join('late@x.example', NOON);
      await members.confirm('cy@x.example', NOON);
      await members.leave('di@x.example', NOON);
      const press = (people: number, at: number) => launch.askUnconfirmed(people, { ...ADMIN, at });
      assert.equal(await press(4, NOON + 1), refusals.changed);
      const both = await Promise.all([press(3, NOON + 1), press(3, NOON + 1)]);
      assert.deepEqual(both.toSorted(), [refusals.changed, undefined], 'two admins at once');
      await waitlist.join('new@x.example', NOON + 2);
      assert.equal(await press(1, NOON + 3), undefined);
      await letters.queue(NOON + 3);
      const waiting = await letters.list({ state: 'waiting', limit: 10 });
      assert.deepEqual(waiting.map(({ kind, email }) => `${kind} ${email}`).toSorted(), [
        'confirm ben@x.example',
        'earlier ana@x.example',
        'last-call late@x.example',
        'last-call new@x.example',
      ]);
    });
  });
}
