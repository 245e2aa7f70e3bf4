// This file is long because restores and copies are tested with the same letters.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS } from '../../contract/durations.ts';
import { sqlite } from '../../testing/databases/sqlite-test-engine.ts';
import { backupsForEachTest } from '../../testing/databases/test-backups.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { lettersOf, takeLetters } from '../../testing/databases/test-mail.ts';
import { silentWatch } from '../../testing/databases/test-moves.ts';
import { openStorage, type Storage } from '../open.ts';
import { copyDatabase } from './copy.ts';

const YEAR = 365 * DAY_MS;

/** Stores a letter in each state except `uncertain`, and a sign-up that was not read yet. */
async function stopInTheMiddle(storage: Storage): Promise<void> {
  const { send, ask, confirm } = lettersOf({ storage });
  await storage.letters.begin(NOON);
  const [sent = 0, refused = 0] = await send(
    'sent@x.example',
    'refused@x.example',
    'sending@x.example',
  );
  await storage.letters.finish(sent, { state: 'accepted', reply: 'OK', at: NOON });
  await storage.letters.finish(refused, {
    state: 'refused',
    reply: 'No.',
    at: NOON,
    isAddressDead: true,
  });
  await confirm('sent@x.example');
  // This sign-up gets no letter.
  await ask('refused@x.example');
  await ask('waiting@x.example');
  await storage.waitlist.join('unread@x.example', NOON, { via: undefined });
}

/** Queues what a site would send by itself within a year. @returns the addresses that would get a letter */
async function sendAll({ letters }: Storage): Promise<string[]> {
  await letters.markInterrupted();
  await letters.queue(NOON + YEAR);
  return (await takeLetters(letters, NOON + YEAR, 100)).map(({ email }) => email);
}

async function lettersBy({ letters }: Storage): Promise<string[]> {
  const all = await letters.list({ limit: 100 });
  return all.map(({ email, state, reply }) => `${email} ${state}: ${reply}`).toSorted();
}

for (const engine of testEngines) {
  describe(`letters and a restore to ${engine.name}`, () => {
    const backups = backupsForEachTest(engine);
    const { using, backUpTo, restoreFrom } = backups;

    const position = (email: string) => using(({ members }) => members.position(email));

    test('after a restore, letters that the backup has in the queue are not sent, and their `reply` says why', async () => {
      await using(stopInTheMiddle);
      await backUpTo(backups.file);
      assert.deepEqual((await using(sendAll)).toSorted(), [
        'unread@x.example',
        'waiting@x.example',
      ]);
      await restoreFrom(backups.file);
      await using(async (storage) => {
        assert.deepEqual(await sendAll(storage), []);
        const restored =
          'uncertain: Restored from a backup; the site may have sent this letter after the backup was made.';
        assert.deepEqual(await lettersBy(storage), [
          'refused@x.example refused: No.',
          `sending@x.example ${restored}`,
          'sent@x.example accepted: OK',
          `waiting@x.example ${restored}`,
        ]);
        assert.equal(await storage.letters.begunAt(), NOON);
        assert.deepEqual(await storage.members.position('unread@x.example'), { state: 'asked' });
        assert.equal((await storage.members.position('sent@x.example'))?.state, 'confirmed');
      });
    });

    // What follows is decided by rows alone, so one engine is enough.
    if (engine !== sqlite) return;

    test('someone who left after the backup was made is not on the restored waitlist, and is known to have left', async () => {
      await using(stopInTheMiddle);
      await backUpTo(backups.file);
      await using(async ({ members }) => {
        await members.leave('sent@x.example', NOON + 1);
        await members.leave('waiting@x.example', NOON + 1);
      });
      assert.equal((await restoreFrom(backups.file)).erasedAgain.addresses, 2);
      for (const email of ['sent@x.example', 'waiting@x.example']) {
        assert.deepEqual(await position(email), { state: 'left' });
      }
      const addresses = await using(({ letters }) => letters.list({ limit: 10 }));
      assert.deepEqual(
        addresses.map(({ email }) => email),
        ['sending@x.example', 'refused@x.example'],
      );
    });

    test('someone who left is known to have left also if the replaced database has another secret than the backup', async () => {
      await using(stopInTheMiddle);
      await backUpTo(backups.file);
      await backups.loseDatabase();
      await using(async (storage) => {
        const { ask } = lettersOf({ storage });
        for (const email of ['sent@x.example', 'waiting@x.example']) await ask(email);
        await storage.members.leave('sent@x.example', NOON + 1);
        await storage.waitlist.erase('waiting@x.example', NOON + 1);
      });
      assert.equal((await restoreFrom(backups.file)).erasedAgain.addresses, 2);
      assert.deepEqual(await position('sent@x.example'), { state: 'left' });
      assert.equal(await position('waiting@x.example'), undefined);
    });

    test('someone who had left before the backup is still known to have left, unless the address was erased later', async () => {
      await using(async (storage) => {
        const { ask } = lettersOf({ storage });
        for (const email of ['ana@x.example', 'ben@x.example', 'cy@x.example', 'di@x.example']) {
          await ask(email);
          await storage.members.leave(email, NOON);
        }
        // Their letters are in the backup, although they are not on the waitlist.
        for (const email of ['ben@x.example', 'cy@x.example'])
          await ask(email, undefined, NOON + 1);
      });
      await backUpTo(backups.file);
      await using(async (storage) => {
        for (const email of ['ben@x.example', 'di@x.example'])
          await storage.waitlist.erase(email, NOON + 2);
        await storage.members.confirm('cy@x.example', NOON + 2);
        await storage.members.leave('cy@x.example', NOON + 3);
      });
      await restoreFrom(backups.file);
      assert.deepEqual(await position('ana@x.example'), { state: 'left' });
      for (const email of ['ben@x.example', 'di@x.example'])
        assert.equal(await position(email), undefined);
      assert.deepEqual(await position('cy@x.example'), { state: 'left' });
      assert.deepEqual(await using(lettersBy), []);
    });

    test('a database of a site that has only begun to send letters counts as unused', async () => {
      await using(stopInTheMiddle);
      await backUpTo(backups.file);
      await backups.loseDatabase();
      await using(({ letters }) => letters.begin(NOON));
      await restoreFrom(backups.file, { replaces: false });
      assert.deepEqual(await position('waiting@x.example'), { state: 'asked' });
    });
  });

  for (const to of testEngines.filter((other) => other !== engine)) {
    describe(`letters and a copy from ${engine.name} to ${to.name}`, () => {
      test('the copy sends nothing that the source may send', async () => {
        await using source = await engine.create();
        await using target = await to.createBare();
        {
          await using storage = await openStorage(source.url, 'server');
          await stopInTheMiddle(storage);
        }
        await copyDatabase(source.url, target.url, silentWatch());
        await using copy = await openStorage(target.url, 'server');
        assert.deepEqual(await sendAll(copy), []);
        const copied =
          'uncertain: Copied from another database; the site that uses the other database may send this letter.';
        assert.deepEqual(await lettersBy(copy), [
          'refused@x.example refused: No.',
          `sending@x.example ${copied}`,
          'sent@x.example accepted: OK',
          `waiting@x.example ${copied}`,
        ]);
        await using original = await openStorage(source.url, 'server');
        assert.deepEqual((await sendAll(original)).toSorted(), [
          'unread@x.example',
          'waiting@x.example',
        ]);
      });
    });
  }
}
