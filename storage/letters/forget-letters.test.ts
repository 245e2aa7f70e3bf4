import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS } from '../../contract/durations.ts';
import { LETTER_RETENTION_DAYS } from '../../contract/mail.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { lettersOf } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

const addressOf = (name: string) => `${name}@x.example`;

const KEPT_MS = LETTER_RETENTION_DAYS * DAY_MS;

for (const engine of testEngines) {
  describe(`the retention of letters on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    const { ask, send } = lettersOf(database);

    async function addresses(): Promise<string[]> {
      const letters = await database.storage.letters.list({ limit: 100 });
      return letters.map(({ email }) => email).toSorted();
    }

    test('letters are deleted after 30 days, except those that are still to be sent', async () => {
      const { letters, retention } = database.storage;
      const states = ['accepted', 'refused', 'uncertain'] as const;
      const ids = await send(...states.map(addressOf), addressOf('sending'));
      for (const [n, state] of states.entries()) {
        await letters.finish(ids[n] ?? 0, { state, reply: '', at: NOON });
      }
      await ask(addressOf('waiting'));
      await ask(addressOf('later'), undefined, NOON + 1);
      await retention.run(NOON + KEPT_MS - 1);
      assert.equal((await addresses()).length, 6);
      await retention.run(NOON + KEPT_MS);
      assert.deepEqual(await addresses(), ['later', 'sending', 'waiting'].map(addressOf));
      await retention.run(NOON + 10 * KEPT_MS);
      assert.deepEqual(await addresses(), ['later', 'sending', 'waiting'].map(addressOf));
      assert.equal(await letters.markInterrupted(), 1);
      await retention.run(NOON + 10 * KEPT_MS);
      assert.deepEqual(await addresses(), ['later', 'waiting'].map(addressOf));
    });

    test('a row of "ask" that was never read is deleted after 30 days, and its address stays on the waitlist', async () => {
      const { waitlist, retention, letters } = database.storage;
      await waitlist.join('ana@x.example', NOON, { via: undefined });
      await waitlist.join('ben@x.example', NOON + 1, { via: undefined });
      await retention.run(NOON + KEPT_MS);
      const asks = await query(database.url, 'SELECT email FROM ask');
      assert.deepEqual(
        asks.map(({ email }) => email),
        ['ben@x.example'],
      );
      assert.equal(await letters.queue(NOON + KEPT_MS), 1);
      assert.equal((await Array.fromAsync(waitlist.entries())).length, 2);
    });

    test('after two runs at the same time, the bytes of the next deleted address are removed, too', async () => {
      const { members, retention } = database.storage;
      const unscrubbed = async () => {
        const [row] = await query(database.url, 'SELECT unscrubbed FROM letters_begun');
        return Number(row?.['unscrubbed']);
      };
      await database.storage.letters.begin(NOON);
      await ask('ana@x.example');
      await members.leave('ana@x.example', NOON);
      assert.equal(await unscrubbed(), 1);
      await Promise.all([retention.run(NOON), retention.run(NOON)]);
      assert.equal(await unscrubbed(), 0);
    });

    test('an address that did not exist can get letters again 30 days after its letter was refused', async () => {
      const { letters, retention } = database.storage;
      const [id = 0] = await send('ana@x.example');
      const deadAt = NOON + DAY_MS;
      const dead = { state: 'refused', isAddressDead: true } as const;
      await letters.finish(id, { ...dead, reply: 'No.', at: deadAt });
      const asked = async (at: number) => {
        await ask('ana@x.example', undefined, at);
        return (await letters.list({ state: 'waiting', limit: 10 })).length;
      };
      await retention.run(deadAt + KEPT_MS - 1);
      assert.equal(await asked(deadAt + KEPT_MS - 1), 0);
      await retention.run(deadAt + KEPT_MS);
      assert.equal(await asked(deadAt + KEPT_MS), 1);
    });
  });
}
