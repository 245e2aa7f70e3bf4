// This file is long because most tests need letters in the same states.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS } from '../../contract/durations.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { ADMIN } from '../../testing/databases/test-launch.ts';
import { lettersOf, PLENTY, takeLetters } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

for (const engine of testEngines) {
  describe(`letters on ${engine.name}`, () => {
    const database = storageForEachTest(engine);

    const { ask, confirm, send } = lettersOf(database);
    const stateOf = async (id: number) => (await database.storage.letters.find(id))?.state;

    test('the time at which the site began to send letters is stored once', async () => {
      const { letters } = database.storage;
      assert.equal(await letters.begunAt(), undefined);
      await Promise.all([letters.begin(NOON), letters.begin(NOON)]);
      await letters.begin(NOON + 1);
      assert.equal(await letters.begunAt(), NOON);
    });

    test('a sign-up gets a letter, which is waiting until it is sent', async () => {
      const { letters, waitlist } = database.storage;
      await waitlist.join('ana@x.example', NOON, { via: undefined });
      assert.deepEqual(await takeLetters(letters, NOON), []);
      assert.equal(await letters.queue(NOON + 5), 1);
      assert.equal(await letters.queue(NOON + 6), 0);
      assert.deepEqual(await takeLetters(letters, NOON + 4), []);
      const [letter, ...more] = await takeLetters(letters, NOON + 5, 10);
      assert.deepEqual(more, []);
      assert.deepEqual(letter, {
        id: letter?.id,
        kind: 'confirm',
        email: 'ana@x.example',
        state: 'sending',
        attempts: 0,
        dueAt: NOON + 5,
        at: NOON + 5,
        reply: undefined,
      });
    });

    test('a letter is taken only once, by one caller', async () => {
      const { letters } = database.storage;
      await ask('ana@x.example');
      const turns = await Promise.all([1, 2, 3].map(() => letters.take(PLENTY, NOON)));
      const taken = turns.filter((turn) => typeof turn !== 'string');
      assert.deepEqual(
        taken.map(({ email }) => email),
        ['ana@x.example'],
      );
      assert.equal(await stateOf(taken[0]?.id ?? 0), 'sending');
      assert.equal(await letters.take(PLENTY, NOON), 'nothing due');
    });

    test('a letter that is sent, refused or uncertain keeps the reply, and is not due again', async () => {
      const { letters } = database.storage;
      const ids = await send('ana@x.example', 'ben@x.example', 'cy@x.example');
      for (const [n, state] of (['accepted', 'refused', 'uncertain'] as const).entries()) {
        await letters.finish(ids[n] ?? 0, { state, reply: `It was ${state}.`, at: NOON });
        const letter = await letters.find(ids[n] ?? 0);
        assert.deepEqual([letter?.state, letter?.reply], [state, `It was ${state}.`]);
      }
      assert.deepEqual(await takeLetters(letters, NOON + DAY_MS, 10), []);
    });

    test('after a letter was marked as uncertain, only its acceptance by the mail server changes it', async () => {
      const { letters } = database.storage;
      const [id = 0, accepted = 0] = await send('ana@x.example', 'ben@x.example');
      await letters.markInterrupted();
      await letters.finish(accepted, { state: 'accepted', reply: 'OK', at: NOON });
      assert.equal(await stateOf(accepted), 'accepted');
      await letters.finish(id, { state: 'refused', reply: 'No.', at: NOON, deadAt: NOON });
      await letters.postpone(id, { dueAt: NOON, attempts: 1, reply: 'Later.', at: NOON });
      assert.equal(await stateOf(id), 'uncertain');
      assert.deepEqual(await query(database.url, 'SELECT * FROM stopped'), []);
    });

    test('a postponed letter is due at its new time', async () => {
      const { letters } = database.storage;
      const [id = 0] = await send('ana@x.example');
      await letters.postpone(id, { dueAt: NOON + 10, attempts: 1, reply: 'Later.', at: NOON });
      assert.deepEqual(await takeLetters(letters, NOON + 9, 10), []);
      const [letter] = await takeLetters(letters, NOON + 10, 10);
      assert.deepEqual([letter?.attempts, letter?.reply], [1, 'Later.']);
    });

    test('letters that were being sent when an instance ended are uncertain', async () => {
      const { letters } = database.storage;
      const [ana = 0, ben = 0] = await send('ana@x.example', 'ben@x.example');
      await letters.finish(ben, { state: 'accepted', reply: 'OK', at: NOON });
      await ask('cy@x.example');
      assert.equal(await letters.markInterrupted(), 1);
      assert.deepEqual([await stateOf(ana), await stateOf(ben)], ['uncertain', 'accepted']);
      assert.match((await letters.find(ana))?.reply ?? '', /ended while/);
      assert.equal((await takeLetters(letters, NOON, 10))[0]?.email, 'cy@x.example');
    });

    test('letters are sent in the order of their times, and those to earlier sign-ups last', async () => {
      const { letters, waitlist } = database.storage;
      await waitlist.join('old@x.example', NOON - 1);
      await letters.begin(NOON);
      await letters.askEarlier(NOON);
      await confirm('ben@x.example');
      for (const email of ['ben@x.example', 'ana@x.example']) await ask(email);
      await ask('cy@x.example', undefined, NOON + 1);
      const due = await takeLetters(letters, NOON + 1, 10);
      assert.deepEqual(
        due.map(({ kind, email }) => [kind, email]),
        [
          ['place', 'ben@x.example'],
          ['confirm', 'ana@x.example'],
          ['confirm', 'cy@x.example'],
          ['earlier', 'old@x.example'],
        ],
      );
    });

    test('the figures count the letters of each state', async () => {
      const { letters } = database.storage;
      const none = { waiting: 0, sending: 0, accepted: 0, refused: 0, uncertain: 0 };
      assert.deepEqual(await letters.figures(), { states: none, oldestWaitingAt: undefined });
      const [ana = 0] = await send('ana@x.example', 'ben@x.example');
      await letters.finish(ana, { state: 'accepted', reply: 'OK', at: NOON });
      await ask('cy@x.example', undefined, NOON + 7);
      await ask('di@x.example', undefined, NOON + 8);
      assert.deepEqual(await letters.figures(), {
        states: { ...none, waiting: 2, sending: 1, accepted: 1 },
        oldestWaitingAt: NOON + 7,
      });
    });

    test('letters are listed with the newest first, all or those of one state', async () => {
      const { letters } = database.storage;
      const [ana = 0, ben = 0, cy = 0] = await send(
        'ana@x.example',
        'ben@x.example',
        'cy@x.example',
      );
      await letters.finish(ben, { state: 'uncertain', reply: '?', at: NOON });
      const ids = async (filter: Parameters<typeof letters.list>[0]) =>
        (await letters.list(filter)).map(({ id }) => id);
      assert.deepEqual(await ids({ limit: 10 }), [cy, ben, ana]);
      assert.deepEqual(await ids({ limit: 2 }), [cy, ben]);
      assert.deepEqual(await ids({ state: 'uncertain', limit: 10 }), [ben]);
      assert.equal(await letters.find(cy + 1), undefined);
    });

    test('a letter is sent again only if it is uncertain or was refused', async () => {
      const { letters } = database.storage;
      const [ana = 0, ben = 0, cy = 0] = await send(
        'ana@x.example',
        'ben@x.example',
        'cy@x.example',
      );
      await letters.finish(ana, { state: 'uncertain', reply: '?', at: NOON });
      await letters.finish(ben, { state: 'refused', reply: 'No.', at: NOON, deadAt: NOON });
      await letters.finish(cy, { state: 'accepted', reply: 'OK', at: NOON });
      const again = [ana, ben, cy, cy + 1].map((id) =>
        letters.sendAgain(id, { ...ADMIN, at: NOON + 1 }),
      );
      assert.deepEqual(await Promise.all(again), [undefined, undefined, 'state', 'state']);
      const due = await takeLetters(letters, NOON + 1, 10);
      assert.deepEqual(
        due.map(({ id, attempts, reply }) => [id, attempts, reply]),
        [
          [ana, 0, undefined],
          [ben, 0, undefined],
        ],
      );
      assert.deepEqual(await query(database.url, 'SELECT * FROM stopped'), []);
    });

    test('no result is stored for an address that was erased while its letter was sent', async () => {
      const { letters, waitlist } = database.storage;
      const [id = 0] = await send('ana@x.example');
      await waitlist.erase('ana@x.example', NOON);
      await letters.finish(id, { state: 'refused', reply: 'No.', at: NOON, deadAt: NOON });
      assert.equal(await letters.find(id), undefined);
      assert.deepEqual(await query(database.url, 'SELECT * FROM stopped'), []);
      const [next = 0] = await send('ben@x.example');
      assert.ok(next > id, 'ids are not reused');
    });
  });
}
