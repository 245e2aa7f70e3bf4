// Long because each history, from the letter to the deletion, is told on both engines.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { DAY_MS, dayOf } from '../../contract/durations.ts';
import {
  LAUNCH_DELETION_DAYS,
  MAX_MOVED_DAYS,
  launchRefusals as refusals,
} from '../../contract/launch.ts';
import { backupsForEachTest } from '../../testing/databases/test-backups.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { ANA, NOON } from '../../testing/databases/test-invites.ts';
import {
  ADMIN,
  addressOf,
  BOTH,
  confirm,
  DUE,
  IOS,
  join,
  listed,
  newestOf,
  pass,
  SENT,
  STORE,
  send,
  sendLaunch,
  start,
} from '../../testing/databases/test-launch.ts';
import { sendDue } from '../../testing/databases/test-mail.ts';
import type { Storage } from '../open.ts';
import { schema } from '../schema.ts';

for (const engine of testEngines) {
  describe(`the launch on ${engine.name}`, () => {
    const database = backupsForEachTest(engine);
    const it = (name: string, body: (storage: Storage) => Promise<void>) =>
      test(name, () => database.using(body));

    /** All bytes of the database, and of a new backup. */
    async function allBytes(): Promise<string> {
      const texts: string[] = [];
      for (const table of Object.keys(schema))
        texts.push(JSON.stringify(await query(database.url, `SELECT * FROM ${table}`)));
      const file = engine.fileOf(database.url);
      const files = file ? [file, `${file}-wal`].filter((one) => existsSync(one)) : [];
      await database.backUpTo(database.file);
      for (const one of [...files, database.file]) texts.push(await readFile(one, 'latin1'));
      return texts.join('\n');
    }

    test('on the named day no byte of an address is left, unless its person asked to be kept, and none is deleted before', async () => {
      await database.using(async (storage) => {
        await storage.inviters.put(ANA);
        await confirm(storage, ['told', 'kept', 'refused']);
        await join(storage, ['never']);
        await storage.waitlist.join(addressOf('told'), NOON, undefined, { refs: ['ana'] });
        await storage.waitlist.join('via@link.example', NOON - 1, undefined, { refs: ['ana'] });
        assert.equal(await sendLaunch(storage), 3);
        await send(storage, SENT, 'accepted', 2);
        await send(storage, SENT, 'refused');
        await join(storage, ['late'], SENT);
        const { day, people, told, unconfirmed, kept } = await newestOf(storage);
        assert.equal(day, dayOf(NOON) + LAUNCH_DELETION_DAYS);
        assert.deepEqual([people, told, unconfirmed, kept], [5, 2, 2, 1]);
        assert.equal(await start(storage), 5);
        await pass(storage, SENT, DUE - 1);
        assert.equal((await listed(storage)).length, 6);
        // On the last day.
        assert.equal(await storage.launch.keep(addressOf('kept'), DUE - 1), true);
        await storage.retention.run(DUE);
        assert.deepEqual(await listed(storage), ['kept', 'late']);
        assert.equal((await newestOf(storage)).deleted, 4);
        assert.equal(await storage.launch.keep(addressOf('told'), DUE), false);
        assert.deepEqual((await storage.recount()).differences, []);
        assert.equal((await storage.recount()).signUps, 1);
      });
      const bytes = await allBytes();
      for (const name of ['told', 'refused', 'never', 'via'])
        assert.ok(!bytes.includes(`${name}@`), name);
      for (const name of ['kept', 'late']) assert.ok(bytes.includes(addressOf(name)), name);
    });

    it('after a launch for iOS, one for Android tells the people whom no letter has told, and names one later day for all', async (storage) => {
      const { launch } = storage;
      await confirm(storage, ['ana', 'ben', 'refused']);
      await sendLaunch(storage);
      assert.deepEqual(await send(storage, SENT, 'accepted', 2), ['ana', 'ben']);
      await send(storage, SENT, 'refused');
      await launch.keep(addressOf('ben'), SENT);
      assert.equal(await start(storage), 2);
      await confirm(storage, ['late'], SENT + 1);
      assert.equal(await sendLaunch(storage, SENT + 10 * DAY_MS, BOTH), 3);
      assert.deepEqual(await send(storage, SENT + 11 * DAY_MS), ['ben', 'late', 'refused']);
      // Its day is the day of everybody who is still on the list, and its deletion is to be started.
      const second = DUE + 11 * DAY_MS;
      for (const name of ['ana', 'ben'])
        assert.equal((await launch.keeping(addressOf(name))).day, second / DAY_MS);
      await pass(storage, SENT, DUE);
      assert.equal((await listed(storage)).length, 4);
      assert.equal(await start(storage, SENT + 12 * DAY_MS), 4);
      await pass(storage, DUE, second);
      assert.deepEqual(await listed(storage), []);
    });

    it('people who join while a mistaken launch of both is undone are told by the next one', async (storage) => {
      await confirm(storage, ['ana']);
      await sendLaunch(storage, NOON, BOTH);
      await send(storage);
      await storage.availability.undo(ADMIN);
      await confirm(storage, ['late'], SENT + 1);
      assert.equal(await sendLaunch(storage, SENT + DAY_MS, BOTH), 1);
      assert.deepEqual(await send(storage, SENT + 2 * DAY_MS), ['late']);
      assert.equal(await start(storage, SENT + 2 * DAY_MS), 2);
    });

    it('the launch letter reaches no mailbox twice: another mailing goes to those who have not got it, and is the same launch', async (storage) => {
      await confirm(storage, ['ana', 'ben', 'cy', 'dan']);
      // Another address of a mailbox that gets it.
      await storage.waitlist.join('ana+2@ana.example', NOON - 1);
      await storage.members.confirm('ana+2@ana.example', NOON);
      await sendLaunch(storage);
      for (const state of ['accepted', 'uncertain', 'refused'] as const)
        assert.equal((await send(storage, SENT, state, 1)).length, 1);
      assert.equal(await sendLaunch(storage, SENT), 'running');
      await storage.mailings.end(ADMIN);
      await confirm(storage, ['late'], SENT);
      assert.equal(await sendLaunch(storage, SENT), 2);
      assert.equal((await send(storage, SENT + DAY_MS)).length, 2);
      assert.equal((await storage.mailings.figures('launch', { people: 0 }, IOS)).people, 0);
      const { id, day, kept } = await newestOf(storage);
      // Its letters name a day that is one day later.
      assert.deepEqual([id, day, kept], [1, DUE / DAY_MS + 1, 1]);
    });

    it('letters that are sent later move nothing: somebody confirms, or one is sent again', async (storage) => {
      await confirm(storage, ['ana', 'refused']);
      await join(storage, ['ben', 'cy']);
      await sendLaunch(storage);
      await send(storage, SENT, 'refused');
      await start(storage);
      await confirm(storage, ['ben', 'late'], DUE - DAY_MS);
      const [letter] = await sendDue(storage, DUE - DAY_MS, 1);
      assert.ok(letter && 'mailing' in letter);
      assert.deepEqual([letter.email, letter.launch?.day], [addressOf('ben'), DUE / DAY_MS]);
      const [row] = await query(database.url, 'SELECT id FROM letter WHERE state = 3');
      await storage.letters.sendAgain(Number(row?.['id']), { ...ADMIN, at: DUE - 1 });
      assert.equal((await send(storage, DUE - 1)).length, 1);
      await pass(storage, SENT, DUE);
      assert.deepEqual(await listed(storage), ['late']);
      assert.deepEqual((await storage.recount()).differences, []);
    });

    it('people who confirm after an admin has ended the mailing get no letter; a mailing that is taken back before its first letter begins no launch', async (storage) => {
      await confirm(storage, ['ana']);
      await join(storage, ['ben']);
      await sendLaunch(storage);
      assert.equal(await storage.launch.start(2, ADMIN), refusals.changed, 'still being sent');
      await storage.mailings.end(ADMIN);
      assert.equal((await storage.launch.figures()).newest, undefined);
      assert.equal(await sendLaunch(storage, NOON + 1), 1);
      await join(storage, ['cy'], NOON);
      await confirm(storage, ['dan'], NOON + 1);
      await send(storage, SENT, 'accepted', 1);
      await storage.mailings.end(ADMIN);
      await confirm(storage, ['ben'], SENT);
      assert.deepEqual(await send(storage, SENT + 1), []);
    });

    it('control: without a start addresses stay; none is with another number, without a letter or twice, it stops until the first deletion, and the day moves only later', async (storage) => {
      const { launch } = storage;
      await confirm(storage, ['ana', 'ben']);
      assert.equal(await launch.start(0, ADMIN), refusals.changed);
      await sendLaunch(storage);
      await send(storage);
      assert.equal(await launch.start(1, ADMIN), refusals.changed);
      await start(storage);
      assert.equal(await launch.start(2, ADMIN), refusals.changed);
      assert.equal(await launch.stop(ADMIN), undefined);
      assert.equal(await launch.stop(ADMIN), refusals.stopped);
      await pass(storage, SENT, DUE);
      assert.ok((await allBytes()).includes(addressOf('ana')));
      assert.equal((await listed(storage)).length, 2);
      const day = DUE / DAY_MS;
      for (const wrong of [day, Number.NaN, dayOf(NOON) + MAX_MOVED_DAYS + 1])
        assert.equal(await launch.moveDay(wrong, ADMIN), refusals.earlier);
      assert.equal(await launch.moveDay(day + 2, ADMIN), undefined);
      await start(storage);
      await pass(storage, DUE, DUE + 2 * DAY_MS - 1);
      assert.equal((await listed(storage)).length, 2);
      await storage.retention.run(DUE + 2 * DAY_MS);
      assert.equal(await launch.stop(ADMIN), refusals.deleting);
      assert.equal(await launch.moveDay(day + 3, ADMIN), refusals.deleting);
    });

    it('without mail, a launch of which people were told elsewhere ends in the same way', async (storage) => {
      const { launch } = storage;
      await join(storage, ['ana', 'ben']);
      for (const refused of [undefined, refusals.told])
        assert.equal(await launch.tellElsewhere(NOON, IOS, ADMIN), refused);
      assert.equal(await launch.forgetElsewhere(ADMIN), true);
      assert.equal(await launch.tellElsewhere(NOON, IOS, ADMIN), undefined);
      assert.equal((await storage.mailings.figures('launch', { people: 0 }, IOS)).people, 0);
      const { people, told, mailings } = await newestOf(storage);
      assert.deepEqual([people, told, mailings], [2, 0, []]);
      await start(storage);
      assert.equal(await launch.forgetElsewhere(ADMIN), false);
      await pass(storage, SENT, DUE);
      assert.deepEqual(await listed(storage), []);
    });

    it('once a deletion is started, an import is refused, an old link does not add an address that has left, and who has left is forgotten once mail is off', async (storage) => {
      const { waitlist, members } = storage;
      const people = [{ email: addressOf('old'), joinedAt: NOON, confirmedAt: undefined }];
      await confirm(storage, ['ana', 'left', 'gone']);
      await sendLaunch(storage);
      await send(storage);
      for (const name of ['left', 'gone']) await members.leave(addressOf(name), SENT);
      await start(storage);
      for (const act of [
        () => waitlist.sortPeople(people),
        () => waitlist.importPeople(people, ADMIN),
      ])
        await assert.rejects(act, /^StorageRefusal: People cannot be imported any more/);
      assert.equal(await members.confirm(addressOf('left'), SENT + 1), false);
      await pass(storage, SENT, DUE);
      assert.deepEqual(await members.position(addressOf('left')), { state: 'left' });
      assert.equal(await members.confirm(addressOf('ana'), DUE), false);
      // A new sign-up and its letter do, unless the person leaves again.
      await storage.letters.begin(NOON);
      for (const name of ['left', 'gone'])
        await waitlist.join(addressOf(name), DUE, { via: undefined });
      await storage.letters.queue(DUE);
      await members.leave(addressOf('gone'), DUE + 1);
      assert.equal(await members.confirm(addressOf('gone'), DUE + 1), false);
      assert.equal(await members.confirm(addressOf('left'), DUE), true);
      assert.deepEqual(await members.position(addressOf('gone')), { state: 'left' });
      await pass(storage, DUE, DUE + DAY_MS);
      assert.equal(await members.position(addressOf('gone')), undefined);
    });

    test('after a restore nothing is sent, told or deleted before an admin has looked up what was sent; who was deleted, or asked to be kept, stays so', async () => {
      const files = ['before', 'amid', 'started'].map((name) => `${database.file}.${name}`);
      const [before = '', amid = '', started = ''] = files;
      await database.using((storage) => confirm(storage, ['ana', 'ben', 'kept']));
      await database.backUpTo(before);
      await database.using(async (storage) => {
        await storage.letters.begin(NOON);
        await sendLaunch(storage);
        await send(storage, SENT, 'accepted', 1);
      });
      await database.backUpTo(amid);
      await database.using(async (storage) => {
        await send(storage);
        await start(storage);
      });
      await database.backUpTo(started);
      await database.using(async (storage) => {
        await storage.launch.keep(addressOf('kept'), SENT);
        await pass(storage, SENT, DUE);
        await join(storage, ['late'], DUE);
      });
      for (const file of [started, amid, before]) {
        assert.deepEqual((await database.restoreFrom(file, { now: DUE })).differences, [], file);
        await database.using(async (storage) => {
          const { launch, mailings } = storage;
          assert.equal(await mailings.resume(ADMIN), 'restored', file);
          await pass(storage, DUE, DUE + 2 * DAY_MS);
          assert.deepEqual(await send(storage, DUE + DAY_MS), [], file);
          assert.deepEqual(await listed(storage), ['kept'], file);
          assert.equal(await launch.askUnconfirmed(0, ADMIN), refusals.restored);
          assert.equal(await launch.start(0, ADMIN), refusals.restored);
          assert.equal(await launch.tellElsewhere(DUE, BOTH, ADMIN), refusals.restored);
          assert.equal(await sendLaunch(storage, DUE, BOTH), 'restored');
          const acts = (await storage.audit.entries()).map(({ act }) => act);
          assert.ok(acts.includes('start-deletion') && acts.includes('restore'), file);
          await launch.goOn(ADMIN);
          assert.equal((await launch.keeping(addressOf('kept'))).isKept, true);
          assert.equal(await launch.tellElsewhere(DUE, BOTH, ADMIN), undefined);
        });
      }
    });

    it('a launch letter waits while a platform that it names is not launched', async (storage) => {
      await confirm(storage, ['ana']);
      await sendLaunch(storage);
      await storage.availability.undo(ADMIN);
      for (const _ of ['before', 'after']) {
        assert.deepEqual(await send(storage), []);
        assert.match((await storage.mailings.find())?.pausedWhy ?? '', /is not launched any more/);
        await storage.mailings.resume(ADMIN);
      }
      await storage.availability.change({ ios: 'launched', iosLink: STORE }, ADMIN);
      assert.equal((await send(storage)).length, 1);
    });
  });
}
