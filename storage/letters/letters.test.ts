import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { ADMIN } from '../../testing/databases/test-launch.ts';
import { lettersOf, PUT_OFF, takeLetters } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

for (const engine of testEngines) {
  describe(`letters on ${engine.name}`, () => {
    const database = storageForEachTest(engine);

    const { ask, confirm, send } = lettersOf(database);

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

    test('after a letter was marked as uncertain, no late result changes it', async () => {
      const { letters } = database.storage;
      const [id = 0] = await send('ana@x.example');
      await letters.markInterrupted();
      const dead = { state: 'refused', isAddressDead: true } as const;
      for (const end of [{ state: 'accepted' } as const, dead, { ...PUT_OFF, dueAt: NOON }])
        await letters.finish(id, { reply: 'No.', ...end, at: NOON });
      assert.equal((await letters.find(id))?.state, 'uncertain');
      assert.deepEqual(await query(database.url, 'SELECT * FROM stopped'), []);
    });

    test('letters are sent in the order of their times, and those that an admin has requested last', async () => {
      const { letters, waitlist, launch } = database.storage;
      await waitlist.join('old@x.example', NOON - 1);
      await letters.begin(NOON);
      assert.equal(await launch.askUnconfirmed(1, ADMIN), undefined);
      await confirm('ben@x.example');
      for (const email of ['ben@x.example', 'ana@x.example']) await ask(email);
      await ask('cy@x.example', undefined, NOON + 1);
      const due = await takeLetters(letters, NOON + 1, 10);
      assert.deepEqual(
        due.map(({ kind, email }) => [kind, email]),
        [
          ['position', 'ben@x.example'],
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

    test('no result is stored for an address that was erased while its letter was sent', async () => {
      const { letters, waitlist } = database.storage;
      const [id = 0] = await send('ana@x.example');
      await waitlist.erase('ana@x.example', NOON);
      const dead = { state: 'refused', isAddressDead: true } as const;
      await letters.finish(id, { ...dead, reply: 'No.', at: NOON });
      assert.equal(await letters.find(id), undefined);
      assert.deepEqual(await query(database.url, 'SELECT * FROM stopped'), []);
      const [next = 0] = await send('ben@x.example');
      assert.ok(next > id, 'ids are not reused');
    });
  });
}
