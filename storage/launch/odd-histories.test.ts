// Long because each history is told on its own, on both engines.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS } from '../../contract/durations.ts';
import { countDoomed } from '../../contract/launch.ts';
import { backupsForEachTest } from '../../testing/databases/test-backups.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { ANA, NOON } from '../../testing/databases/test-invites.ts';
import {
  ADMIN,
  addressOf,
  BOTH,
  confirm,
  IOS,
  join,
  KEPT_MS,
  listed,
  pass,
  SENT,
  send,
  sendLaunch,
  start,
} from '../../testing/databases/test-launch.ts';

for (const engine of testEngines) {
  describe(`the launch with undone states, clocks set wrong and restores, on ${engine.name}`, () => {
    const database = backupsForEachTest(engine);

    test('a platform that was undone after its letter gets a letter again, also for who is kept or joined since', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana', 'ben']);
        await sendLaunch(storage, NOON, BOTH);
        await send(storage, SENT, 'accepted', 1);
        // A mistake: Android is not out. The site says: resume it or end it.
        await storage.availability.change({ android: 'soon', androidLink: null }, ADMIN);
        await storage.mailings.end({ ...ADMIN, at: SENT });
        await sendLaunch(storage, SENT + 1, IOS);
        await send(storage, SENT + DAY_MS);
        await confirm(storage, ['late'], SENT + 2 * DAY_MS);
        await storage.launch.keep(addressOf('ana'), SENT + 2 * DAY_MS);
        await start(storage, SENT + 2 * DAY_MS);
        await pass(storage, SENT, SENT + 2 * KEPT_MS);
        assert.deepEqual(await listed(storage), ['ana', 'late']);
        const third = SENT + 3 * KEPT_MS;
        assert.equal(await sendLaunch(storage, third, BOTH), 2);
        assert.deepEqual(await send(storage, third + DAY_MS), ['ana', 'late']);
        await start(storage, third + DAY_MS);
        await pass(storage, SENT + 2 * KEPT_MS, third + KEPT_MS + DAY_MS);
        assert.deepEqual(await listed(storage), []);
        assert.equal(await sendLaunch(storage, third + 2 * KEPT_MS, BOTH), 0);
      });
    });

    test('people who join while a platform is undone get the next letter about both', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana']);
        await sendLaunch(storage, NOON, BOTH);
        await send(storage);
        await storage.availability.undo(ADMIN);
        await confirm(storage, ['late'], SENT + 1);
        await join(storage, ['later'], SENT + 1);
        await storage.availability.undo(ADMIN);
        await sendLaunch(storage, SENT + DAY_MS, BOTH);
        await send(storage, SENT + 2 * DAY_MS);
        const { unstarted, kept } = await storage.launch.figures();
        assert.deepEqual([kept, countDoomed(unstarted)], [0, 3]);
      });
    });

    test('another address of a mailbox that was told gets no letter from a second mailing', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana', 'ben']);
        await storage.waitlist.join('ana+2@ana.example', NOON - 1);
        await sendLaunch(storage);
        await send(storage, SENT, 'accepted', 1).then((names) => assert.deepEqual(names, ['ana']));
        await storage.mailings.end({ ...ADMIN, at: SENT });
        assert.equal(await sendLaunch(storage, SENT + 1), 1);
        assert.deepEqual(await send(storage, SENT + DAY_MS), ['ben']);
        await storage.members.confirm('ana+2@ana.example', SENT + DAY_MS + 1);
        assert.deepEqual(await send(storage, SENT + 2 * DAY_MS), []);
      });
    });

    test('a started deletion goes on if its only letter is sent again, and then refused', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana']);
        await join(storage, ['never']);
        await sendLaunch(storage);
        await send(storage, SENT, 'uncertain');
        await start(storage);
        const [letter] = await query(database.url, 'SELECT id FROM mailing_letter');
        await storage.mailingLetters.sendAgain(Number(letter?.['id']), { ...ADMIN, at: SENT + 1 });
        await send(storage, SENT + 2, 'refused');
        await send(storage, SENT + 3);
        await pass(storage, SENT, SENT + 2 * KEPT_MS);
        assert.deepEqual(await listed(storage), []);
      });
    });

    test('a letter told elsewhere that was taken back stays so after a restore', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana']);
        await storage.launch.tellElsewhere({ people: 1, at: NOON, platforms: 1 }, ADMIN);
      });
      await database.backUpTo(database.file);
      await database.using(async (storage) => {
        await storage.launch.forgetElsewhere(ADMIN);
      });
      await database.restoreFrom(database.file);
      await database.using(async (storage) => {
        assert.equal(await storage.mailings.count('launch', { people: 0 }, IOS), 1);
      });
    });

    test('a deleted person who is erased once more stays counted after a restore', async () => {
      await database.using(async (storage) => {
        await storage.inviters.put(ANA);
        await storage.waitlist.join(addressOf('told'), NOON - 1, undefined, { refs: ['ana'] });
        await confirm(storage, ['told']);
      });
      await database.backUpTo(database.file);
      await database.using(async (storage) => {
        await sendLaunch(storage);
        await send(storage);
        await start(storage);
        await pass(storage, SENT, SENT + KEPT_MS);
        await storage.waitlist.remove(addressOf('told'), { ...ADMIN, at: SENT + KEPT_MS + 1 });
        assert.equal((await storage.recount()).signUps, 1);
      });
      await database.restoreFrom(database.file);
      await database.using(async (storage) => assert.equal((await storage.recount()).signUps, 1));
    });

    test('people who joined between a day told elsewhere and the launch of both can be told afterwards', async () => {
      await database.using(async (storage) => {
        await join(storage, ['ana']);
        await join(storage, ['late'], NOON + DAY_MS);
        const told = { platforms: BOTH };
        assert.equal(
          await storage.launch.tellElsewhere({ ...told, people: 1, at: NOON }, ADMIN),
          undefined,
        );
        await start(storage);
        const later = { ...ADMIN, at: NOON + 2 * DAY_MS };
        const people = await storage.launch.countToldElsewhere(later.at);
        assert.equal(people, 2);
        assert.equal(
          await storage.launch.tellElsewhere({ ...told, people, at: later.at }, later),
          undefined,
        );
        await start(storage, later.at);
        await pass(storage, NOON, NOON + 3 * KEPT_MS);
        assert.deepEqual(await listed(storage), []);
      });
    });

    test('people who join and do not confirm while a platform is undone can be told elsewhere', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana']);
        await sendLaunch(storage, NOON, BOTH);
        await send(storage);
        await storage.availability.undo(ADMIN);
        await join(storage, ['late'], SENT + 1);
        await storage.availability.undo(ADMIN);
        assert.equal(await sendLaunch(storage, SENT + DAY_MS, BOTH), 0);
        const later = { ...ADMIN, at: SENT + 2 * DAY_MS };
        const people = await storage.launch.countToldElsewhere(later.at);
        assert.equal(
          await storage.launch.tellElsewhere({ people, at: later.at, platforms: BOTH }, later),
          undefined,
        );
      });
    });

    test('after a restore of a backup with a running mailing, no second one runs beside it', async () => {
      const text = { subject: 's', words: 'w' };
      const running = () =>
        query(database.url, 'SELECT id FROM mailing WHERE ended_at IS NULL ORDER BY id');
      await database.using(async (storage) => {
        await confirm(storage, ['ana', 'ben']);
        await join(storage, ['late']);
        await storage.audit.record(ADMIN, 'test-mailing');
        await storage.mailings.send({ ...text, kind: 'everybody', people: 2 }, ADMIN);
      });
      await database.backUpTo(database.file);
      await database.using(async (storage) => {
        await storage.mailings.end(ADMIN);
        await sendLaunch(storage);
        await send(storage, SENT);
      });
      await database.restoreFrom(database.file);
      await database.using(async (storage) => {
        assert.deepEqual(
          (await running()).map(({ id }) => id),
          [1],
        );
        const again = await storage.mailings.send(
          { ...text, kind: 'everybody', people: 2 },
          { ...ADMIN, at: SENT + 1 },
        );
        assert.equal(again, 'running');
        assert.equal(
          await storage.launch.tellElsewhere({ people: 3, at: SENT, platforms: BOTH }, ADMIN),
          'running',
        );
        await storage.members.confirm(addressOf('late'), SENT + 1);
        assert.deepEqual(
          (await running()).map(({ id }) => id),
          [1],
        );
      });
    });

    test('a launch letter that every mail server has refused lets the rest of the list be deleted', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana']);
        await sendLaunch(storage);
        await send(storage);
        await start(storage);
        await pass(storage, SENT, SENT + KEPT_MS);
        await confirm(storage, ['dead'], SENT + KEPT_MS);
        await join(storage, ['never'], SENT + KEPT_MS);
        await sendLaunch(storage, SENT + 2 * KEPT_MS, BOTH);
        await send(storage, SENT + 2 * KEPT_MS + DAY_MS, 'refused');
        await send(storage, SENT + 2 * KEPT_MS + DAY_MS);
        await start(storage, SENT + 2 * KEPT_MS + DAY_MS);
      });
    });

    test('a person who has left is not added by an old link once a deletion is started', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana', 'ben']);
        await sendLaunch(storage);
        await send(storage);
        await storage.members.leave(addressOf('ben'), SENT);
        await start(storage);
        assert.equal(await storage.members.confirm(addressOf('ben'), SENT + 1), false);
      });
    });

    test('another address of a mailbox that was told gets no letter after the told address was deleted', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana', 'ben']);
        await storage.waitlist.join('ana+2@ana.example', NOON - 1);
        await storage.members.confirm('ana+2@ana.example', NOON - 1);
        await sendLaunch(storage);
        // The first letter goes to Ben or Ana; the mailing ends 20 days later.
        await send(storage, SENT, 'accepted', 1);
        const first = await send(storage, SENT + 1, 'accepted', 1);
        assert.equal(first.length, 1);
        await send(storage, SENT + 20 * DAY_MS);
        await start(storage, SENT + 20 * DAY_MS);
        await pass(storage, SENT + 20 * DAY_MS, SENT + KEPT_MS + DAY_MS);
        assert.equal((await listed(storage)).length, 1);
        assert.equal(await storage.mailings.count('launch', { people: 0 }, IOS), 0);
      });
    });

    test('a restore that brings people whom no start has counted deletes none of them', async () => {
      const newer = `${database.file}.newer`;
      await database.using((storage) => join(storage, ['ana']));
      await database.backUpTo(database.file);
      await database.using((storage) => join(storage, ['uncounted']));
      await database.backUpTo(newer);
      await database.restoreFrom(database.file);
      await database.using(async (storage) => {
        assert.deepEqual(await listed(storage), ['ana']);
        await storage.launch.tellElsewhere({ people: 1, at: NOON, platforms: IOS }, ADMIN);
        const { unstarted } = await storage.launch.figures();
        assert.equal(countDoomed(unstarted), 1);
        await start(storage);
      });
      await database.restoreFrom(newer);
      await database.using(async (storage) => {
        await pass(storage, NOON, NOON + 2 * KEPT_MS);
        assert.ok((await listed(storage)).includes('uncounted'));
      });
    });
  });
}
