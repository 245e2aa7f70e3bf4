import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { sendDue } from '../../testing/databases/test-mail.ts';
import { storeMailing } from '../../testing/databases/test-mailings.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';
import { openStorage } from '../open.ts';

const DAY = Date.UTC(2025, 5, 14);
const ADMIN = { who: 'command line', at: DAY };

for (const engine of testEngines) {
  describe(`a mailing on ${engine.name}`, () => {
    const database = storageForEachTest(engine);

    const start = (people: number) =>
      storeMailing(database.url, { id: 7, people, accepted: 0, at: DAY - 1 });
    /** @returns how many were sent */
    const send = async (most: number, at = DAY, storage = database.storage) =>
      (await sendDue(storage, at, { most })).length;

    /** As if so many letters had been sent on a day on which one was sent. */
    async function pretend(letters: number, at: number): Promise<void> {
      const waiting = `SELECT id FROM letter WHERE mailing IS NOT NULL AND state = 0 ORDER BY id LIMIT ${letters - 1}`;
      const accept = `UPDATE letter SET state = 2, since = ${at} WHERE id IN (${waiting})`;
      await query(database.url, accept);
      const counts = `taken_in_hour = ${letters}, taken_in_day = ${letters}`;
      await query(database.url, `UPDATE budget SET ${counts}`);
    }

    test('begins slowly on a new site, on two instances, and over a stop', async () => {
      const { mailings } = database.storage;
      await using other = await openStorage(database.url, 'command');
      await start(1_700);
      const sendAll = async (at: number) => {
        const both = [database.storage, other].map((one) => send(2_000, at, one));
        return (await Promise.all(both)).reduce((sum, sent) => sum + sent);
      };
      assert.equal(await send(60), 60);
      await mailings.pause(ADMIN);
      await mailings.resume(ADMIN);
      assert.equal(await sendAll(DAY + HOUR_MS), 40);
      assert.equal(await sendAll(DAY + 23 * HOUR_MS), 0);
      assert.equal(await mailings.acceptedBefore(DAY), 0);
      const [second, third] = [DAY + DAY_MS, DAY + 2 * DAY_MS];
      const [fourth, fifth] = [third + DAY_MS, third + 2 * DAY_MS];
      assert.equal(await send(1, second), 1);
      await pretend(250, second);
      // A day that was interrupted is repeated.
      assert.equal(await mailings.acceptedBefore(third), 350);
      assert.equal(await send(1, third), 1);
      await pretend(290, third);
      assert.equal(await sendAll(third), 10);
      assert.equal(await sendAll(third), 0);
      assert.equal(await send(1, fourth), 1);
      await pretend(980, fourth);
      assert.equal(await sendAll(fourth), 20);
      assert.equal(await mailings.acceptedBefore(fifth), 1_400);
      assert.equal(await sendAll(fifth), 50);
    });
  });
}
