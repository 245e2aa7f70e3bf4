import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS } from '../../contract/durations.ts';
import { backupsForEachTest } from '../../testing/databases/test-backups.ts';
import { openTestStorage, query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { PLENTY, sendDue } from '../../testing/databases/test-mail.ts';
import { silentWatch } from '../../testing/databases/test-moves.ts';
import type { Storage } from '../open.ts';
import { copyDatabase } from './copy.ts';

const ADMIN = { who: 'command line', at: NOON };
const NAMES = ['ana', 'ben', 'cy', 'dan', 'eve', 'fay'];
const addressOf = (name: string) => `${name}@${name}.example`;

async function startMailing({ waitlist, members, audit, mailings }: Storage): Promise<void> {
  for (const email of NAMES.map(addressOf)) {
    await waitlist.join(email, NOON - 1);
    await members.confirm(email, NOON);
  }
  await audit.record(ADMIN, 'test-mailing');
  await mailings.send({ subject: 'In', words: 'In.', kind: 'next', people: NAMES.length }, ADMIN);
}

/** Sends letters, the last of which gets no result. @returns their addresses */
async function send(storage: Storage, most: number): Promise<string[]> {
  const sent = await sendDue(storage, NOON + DAY_MS, most - 1);
  const last = await storage.letters.take(PLENTY, NOON + DAY_MS);
  return [...sent, ...(typeof last === 'string' ? [] : [last])].map(({ email }) => email);
}

for (const engine of testEngines) {
  describe(`a mailing in a restored backup on ${engine.name}`, () => {
    const database = backupsForEachTest(engine);

    test('waits until somebody resumes it, and reaches nobody twice, nor anybody who was erased or has left', async () => {
      await database.using(async (storage) => {
        await startMailing(storage);
        assert.deepEqual(await send(storage, 2), ['ana', 'ben'].map(addressOf));
      });
      await database.backUpTo(database.file);
      await database.using(async (storage) => {
        assert.deepEqual(await send(storage, 1), [addressOf('cy')]);
        await storage.waitlist.erase(addressOf('dan'), NOON + 1);
        await storage.members.leave(addressOf('eve'), NOON + 1);
      });
      const restored = await database.restoreFrom(database.file);
      assert.deepEqual(restored.differences, []);
      assert.equal(restored.erasedAgain.addresses, 2);
      await database.using(async (storage) => {
        const { mailings } = storage;
        assert.match(
          (await mailings.find())?.pausedWhy ?? '',
          /^A restore has paused it\. .* log /,
        );
        await mailings.resume(ADMIN);
        assert.deepEqual(await send(storage, 9), []);
        await storage.launch.goOn(ADMIN);
        await mailings.resume(ADMIN);
        assert.deepEqual(await send(storage, 9), [addressOf('fay')]);
        const { people, endedAt, letters } = (await mailings.find()) ?? {};
        const parts = Object.entries(letters ?? {}).filter(([, count]) => count > 0);
        assert.deepEqual(Object.fromEntries(parts), { accepted: 2, uncertain: 2, gone: 2 });
        assert.equal(people, NAMES.length);
        assert.ok(endedAt);
        assert.deepEqual((await storage.recount()).differences, []);
      });
    });

    test('keeps that letters came back after the backup was made, unless the address was erased', async () => {
      const report = ({ returnedLetters }: Storage, name: string, at: number) =>
        returnedLetters.report([{ email: addressOf(name), result: 'complained' }], {
          ...ADMIN,
          at,
        });
      const reasons = async () =>
        (await query(database.url, 'SELECT reason, at FROM stopped ORDER BY at')).map(
          ({ reason, at }) => [Number(reason), Number(at) - NOON],
        );
      await database.using(async (storage) => {
        await startMailing(storage);
        await report(storage, 'ana', NOON);
        await report(storage, 'ben', NOON + 1);
      });
      await database.backUpTo(database.file);
      await database.using(async (storage) => {
        await storage.waitlist.erase(addressOf('ana'), NOON + 2);
        await report(storage, 'cy', NOON + 2);
      });
      await database.restoreFrom(database.file);
      assert.deepEqual(await reasons(), [
        [4, 1],
        [4, 2],
      ]);
    });

    test('waits as well in a copy', async () => {
      await database.using(startMailing);
      await using target = await engine.createBare();
      await copyDatabase(database.url, target.url, silentWatch());
      await using copy = await openTestStorage(target.url);
      assert.deepEqual(await send(copy, 9), []);
      assert.match((await copy.mailings.find())?.pausedWhy ?? '', /^Copied from another/);
      await copy.mailings.resume(ADMIN);
      assert.equal((await send(copy, 9)).length, NAMES.length);
    });
  });
}
