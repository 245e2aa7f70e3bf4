import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS } from '../../contract/durations.ts';
import type { ReturnResult } from '../../contract/mail.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { PLENTY, PUT_OFF, sendDue } from '../../testing/databases/test-mail.ts';
import { recipientOf, storeMailing } from '../../testing/databases/test-mailings.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

const DAY = Date.UTC(2025, 5, 14);
const ADMIN = { who: 'command line', at: DAY };

for (const engine of testEngines) {
  describe(`a mailing on ${engine.name}`, () => {
    const database = storageForEachTest(engine);

    /** A mailing of which these first letters were accepted, and others wait. */
    async function start(people: number, sent = 0): Promise<void> {
      await storeMailing(database.url, { id: 7, people, accepted: sent, at: DAY - 1 });
      await query(database.url, `UPDATE mailing SET sent = ${sent} WHERE id = 7`);
    }
    const takeOne = async () => {
      const turn = await database.storage.letters.take(PLENTY, DAY);
      return typeof turn === 'string' ? undefined : turn;
    };
    /** @returns how many were sent */
    const send = async (most: number) => (await sendDue(database.storage, DAY, most)).length;
    const report = (result: ReturnResult, emails: readonly string[], at = DAY) =>
      database.storage.returnedLetters.report(
        emails.map((email) => ({ email, result })),
        { who: 'app', at },
      );
    const why = async () => (await database.storage.mailings.find())?.pausedWhy ?? undefined;
    const resume = () => database.storage.mailings.resume(ADMIN);

    test('stops when the second of 1,000 letters is reported as spam, and the same reports do not stop it again', async () => {
      await start(2_000, 1_000);
      await report('complained', [recipientOf(1), recipientOf(1), recipientOf(1_500)]);
      await report('complained', [recipientOf(1)]);
      assert.equal(await why(), undefined);
      await report('complained', [recipientOf(2)]);
      assert.match((await why()) ?? '', /, 1,000 letters were sent, and 2 were reported as spam/);
      await report('complained', [recipientOf(3)]);
      await resume();
      await report('complained', [1, 2, 3].map(recipientOf));
      assert.equal(await why(), undefined);
      await report('complained', [recipientOf(4)]);
      assert.equal(await why(), undefined);
      await report('complained', [recipientOf(5)]);
      assert.match((await why()) ?? '', /, 0 letters were sent, and 2 were reported/);
      assert.equal((await database.storage.mailings.find())?.returned.complained, 5);
    });

    test('gives the reason of a gate before it goes on, also if it was paused otherwise before, or is paused again', async () => {
      const { mailings } = database.storage;
      await start(9, 3);
      await mailings.pause(ADMIN);
      await report('complained', [1, 2].map(recipientOf));
      assert.match((await why()) ?? '', /, 3 letters were sent, and 2 were reported as spam/);
      await report('complained', [recipientOf(3)]);
      await mailings.pause(ADMIN);
      assert.match((await why()) ?? '', /, and 2 were reported as spam/);
      assert.equal(await send(9), 0);
      await resume();
      assert.equal(await send(9), 6);
    });

    test('stops for 8 complaints of 10,000 letters and 4 bounces of 100, not for a smaller share or fewer letters', async () => {
      await start(200, 99);
      await query(database.url, 'UPDATE mailing SET sent = 10001, complained = 7');
      await report('complained', [recipientOf(1)]);
      assert.equal(await why(), undefined);
      await query(database.url, 'UPDATE mailing SET sent = 1001, complained = 0, bounced = 39');
      await report('bounced', [recipientOf(6)]);
      assert.equal(await why(), undefined);
      await query(database.url, 'UPDATE mailing SET sent = 99, bounced = 0');
      await report('bounced', [2, 3, 4, 5].map(recipientOf));
      assert.equal(await why(), undefined);
      assert.equal(await send(9), 1);
      assert.match((await why()) ?? '', /100 letters were sent, and 4 bounced/);
    });

    test('stops after three failures in a row, in each order, but not for others', async () => {
      const { letters } = database.storage;
      const fail = async (state: 'refused' | 'uncertain' | 'waiting', isFailure: boolean) => {
        const id = (await takeOne())?.id ?? assert.fail('no letter');
        const end = state === 'waiting' ? { ...PUT_OFF, dueAt: DAY + DAY_MS } : { state };
        await letters.finish(id, { reply: 'No.', ...end, isFailure, at: DAY });
      };
      await start(30);
      const { id = 0 } = (await takeOne()) ?? {};
      const often = { ...PUT_OFF, dueAt: DAY - 1, isFailure: true, at: DAY };
      await letters.finish(id, often);
      for (const attempts of [2, 3, 4, 5]) {
        await query(database.url, `UPDATE letter SET state = 1 WHERE id = ${id}`);
        await letters.finish(id, { ...often, attempts });
      }
      await query(database.url, `UPDATE letter SET due_at = ${DAY + DAY_MS} WHERE id = ${id}`);
      await send(1);
      for (let n = 0; n < 4; n++) await fail('refused', false);
      for (let n = 0; n < 4; n++) await fail('waiting', false);
      for (let n = 0; n < 2; n++) await fail('uncertain', true);
      await send(1);
      await fail('refused', true);
      await fail('refused', false);
      await fail('waiting', true);
      assert.equal(await why(), undefined);
      await fail('uncertain', true);
      assert.match((await why()) ?? '', /because 3 letters in a row were refused or are uncertain/);
      await resume();
      for (let n = 0; n < 2; n++) await fail('waiting', true);
      assert.equal(await why(), undefined);
      await fail('refused', true);
      assert.match((await why()) ?? '', /3 letters in a row/);
    });

    test('stops when people complain who have left after its letter, each once, but not for others who have left', async () => {
      const { members } = database.storage;
      await start(9, 5);
      for (const n of [1, 2, 8, 9]) await members.leave(recipientOf(n), DAY);
      await report('complained', [8, 9].map(recipientOf));
      await report('bounced', [recipientOf(2)]);
      for (const _ of [1, 2]) await report('complained', [recipientOf(1)]);
      assert.equal(await why(), undefined);
      await report('complained', [recipientOf(2)]);
      assert.match((await why()) ?? '', /, 5 letters were sent, and 2 were reported as spam/);
      assert.equal((await database.storage.mailings.find())?.returned.complained, 0);
      assert.deepEqual((await database.storage.recount()).differences, []);
    });

    test('is not paused when no letter waits, so that it ends', async () => {
      await start(3, 3);
      await report('complained', [1, 2, 3].map(recipientOf));
      assert.equal(await why(), undefined);
      assert.equal(await takeOne(), undefined);
      assert.ok((await database.storage.mailings.find())?.endedAt);
    });
  });
}
