// Long because each promise has its own history, told on both engines.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
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
  join,
  KEPT_MS,
  listed,
  pass,
  SENT,
  STORE,
  send,
  sendLaunch,
  start,
} from '../../testing/databases/test-launch.ts';
import type { Storage } from '../open.ts';

/** In days since the launch letter was sent. */
async function lastDay({ launch }: Storage): Promise<number> {
  const { started } = await launch.figures();
  return ((started?.lastAt ?? Number.NaN) - SENT) / DAY_MS;
}

for (const engine of testEngines) {
  describe(`what a started deletion promises, on ${engine.name}`, () => {
    const database = backupsForEachTest(engine);

    test('an import is refused, so that each address that is deleted was counted', async () => {
      await database.using(async (storage) => {
        const { waitlist } = storage;
        await confirm(storage, ['ana']);
        await sendLaunch(storage);
        await send(storage);
        const people = [
          { email: addressOf('old'), joinedAt: NOON - DAY_MS, confirmedAt: undefined },
        ];
        assert.equal((await waitlist.importPeople(people, ADMIN)).added, 1);
        await start(storage);
        const more = [{ email: addressOf('new'), joinedAt: NOON - DAY_MS, confirmedAt: NOON }];
        for (const act of [
          () => waitlist.sortPeople(more),
          () => waitlist.importPeople(more, ADMIN),
        ])
          await assert.rejects(act, /^StorageRefusal: People cannot be imported any more/);
        await storage.launch.stop(ADMIN);
        assert.equal((await waitlist.importPeople(more, ADMIN)).added, 1);
        assert.deepEqual(await listed(storage), ['ana', 'new', 'old']);
      });
    });

    test('an import and a start at the same time never delete an address that was not counted', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana']);
        await sendLaunch(storage);
        await send(storage);
        for (let round = 0; round < 8; round++) {
          const { unstarted } = await storage.launch.figures();
          const names = Array.from({ length: 60 }, (_, n) => `p${round}-${n}`);
          const times = { joinedAt: NOON - 1, confirmedAt: NOON };
          const people = names.map((name) => ({ email: addressOf(name), ...times }));
          const importing = storage.waitlist.importPeople(people, ADMIN).catch(() => undefined);
          await wait(round * 5);
          const refused = await storage.launch.start(countDoomed(unstarted), ADMIN);
          const imported = await importing;
          if (refused !== undefined) continue;
          assert.equal(imported, undefined, `round ${round}`);
          await storage.launch.stop(ADMIN);
        }
      });
    });

    test('confirmations and letters that are sent again postpone no other address', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana', 'refused']);
        await join(storage, ['never', 'late', 'later']);
        await sendLaunch(storage);
        await send(storage, SENT, 'accepted', 1);
        await send(storage, SENT, 'refused');
        await start(storage, SENT + 10 * DAY_MS);
        assert.equal(await lastDay(storage), 30);
        await storage.members.confirm(addressOf('late'), SENT + 20 * DAY_MS);
        assert.deepEqual(await send(storage, SENT + 21 * DAY_MS), ['late']);
        const again = { ...ADMIN, at: SENT + 25 * DAY_MS };
        const [letter] = await query(
          database.url,
          `SELECT id FROM mailing_letter WHERE email = '${addressOf('refused')}' OR email = '${addressOf('ana')}'
           ORDER BY state DESC`,
        );
        assert.equal(
          await storage.mailingLetters.sendAgain(Number(letter?.['id']), again),
          undefined,
        );
        // Nothing sends this letter, and that of `later`: so both are deleted 30 days after they began to wait.
        await storage.members.confirm(addressOf('later'), SENT + 29 * DAY_MS);
        await pass(storage, SENT, SENT + KEPT_MS);
        assert.equal((await listed(storage)).includes('never'), false);
        assert.equal((await listed(storage)).length, 3);
        await pass(storage, SENT + KEPT_MS, SENT + KEPT_MS + 21 * DAY_MS);
        assert.equal((await listed(storage)).includes('late'), false);
        assert.equal((await listed(storage)).length, 2);
        await pass(storage, SENT + KEPT_MS + 21 * DAY_MS, SENT + KEPT_MS + 29 * DAY_MS);
        assert.deepEqual(await listed(storage), []);
      });
    });

    test('an uncertain letter that an admin assumes to be delivered keeps its day', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana']);
        await sendLaunch(storage);
        await send(storage, SENT, 'uncertain');
        await start(storage);
        const [letter] = await query(database.url, 'SELECT id FROM mailing_letter');
        const later = { ...ADMIN, at: SENT + 29 * DAY_MS };
        await storage.mailingLetters.assumeDelivered(Number(letter?.['id']), later);
        assert.equal(await lastDay(storage), 30);
      });
    });

    test('who asks to be kept is kept, also if the clock was set back since the letter', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana']);
        await sendLaunch(storage);
        await send(storage);
        assert.equal(await storage.launch.keep(addressOf('ana'), NOON - DAY_MS), true);
        await start(storage);
        await pass(storage, SENT, SENT + KEPT_MS);
        assert.deepEqual(await listed(storage), ['ana']);
        assert.equal(await storage.launch.isKept(addressOf('ana')), true);
      });
    });

    test('somebody who confirms after a launch letter that was taken back and sent again gets it', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana']);
        await sendLaunch(storage);
        await join(storage, ['ben'], NOON + 1);
        await storage.mailings.end({ ...ADMIN, at: NOON + 2 });
        await sendLaunch(storage, NOON + 3);
        await send(storage);
        await storage.members.confirm(addressOf('ben'), SENT + 1);
        assert.deepEqual(await send(storage, SENT + 2), ['ben']);
      });
    });

    test('a stop takes back the newest start only', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana', 'ben']);
        await sendLaunch(storage);
        await send(storage);
        await storage.launch.keep(addressOf('ben'), SENT);
        await start(storage);
        await pass(storage, SENT, SENT + KEPT_MS);
        const second = SENT + 2 * KEPT_MS;
        await sendLaunch(storage, second, BOTH);
        await send(storage, second + DAY_MS);
        await start(storage, second + DAY_MS);
        assert.equal(await storage.launch.stop(ADMIN), undefined);
        assert.equal((await storage.launch.figures()).started?.deleted, 1);
        assert.deepEqual(await storage.launch.stop(ADMIN), { deleted: 1 });
      });
    });

    test('a stop never says that nothing was deleted while an address is deleted', async () => {
      await database.using(async (storage) => {
        const names = Array.from({ length: 24 }, (_, n) => `p${n}`);
        await join(storage, names);
        const told = { people: names.length, at: NOON, platforms: 1 };
        await storage.launch.tellElsewhere(told, ADMIN);
        for (let round = 0; round < 24; round++) {
          const before = await listed(storage);
          await start(storage);
          await query(database.url, 'DELETE FROM retention_run');
          const retention = storage.retention.run(NOON + KEPT_MS + 1);
          await wait(round % 8);
          const refused = await storage.launch.stop(ADMIN);
          await retention;
          if (refused === undefined) assert.deepEqual(await listed(storage), before);
          await query(database.url, 'DELETE FROM deletion_clock');
          await join(storage, names);
        }
      });
    });

    test('a deletion that was stopped stays stopped after a restore', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana']);
        await storage.launch.tellElsewhere({ people: 1, at: NOON, platforms: 1 }, ADMIN);
        await start(storage);
      });
      await database.backUpTo(database.file);
      await database.using(async ({ launch }) => {
        assert.equal(await launch.stop(ADMIN), undefined);
        assert.equal(await launch.forgetElsewhere(ADMIN), true);
      });
      await database.restoreFrom(database.file);
      await database.using(async (storage) => {
        assert.equal((await storage.launch.figures()).started, undefined);
        await pass(storage, SENT, SENT + 2 * KEPT_MS);
        assert.deepEqual(await listed(storage), ['ana']);
      });
    });

    test('after a restore from before the launch, people who were deleted by it stay counted, and people who were asked to confirm are not asked again', async () => {
      await database.using(async (storage) => {
        await storage.inviters.put(ANA);
        const link = { refs: ['ana'] };
        for (const name of ['told', 'left'])
          await storage.waitlist.join(addressOf(name), NOON - 1, undefined, link);
        await confirm(storage, ['told', 'left']);
        await join(storage, ['never']);
      });
      await database.backUpTo(database.file);
      const before = await database.using(async (storage) => {
        await storage.mail.begin(NOON);
        assert.equal(await storage.launch.askUnconfirmed(1, ADMIN), undefined);
        await sendLaunch(storage);
        await send(storage);
        await storage.members.leave(addressOf('left'), SENT);
        await start(storage);
        await pass(storage, SENT, SENT + KEPT_MS);
        assert.deepEqual(await listed(storage), []);
        return (await storage.recount()).signUps;
      });
      assert.equal(before, 1);
      for (const time of ['once', 'twice']) {
        const { differences } = await database.restoreFrom(database.file);
        assert.deepEqual(differences, [], time);
        await database.using(async (storage) => {
          assert.deepEqual(await listed(storage), [], time);
          assert.equal((await storage.recount()).signUps, before, time);
          assert.equal(await storage.launch.askUnconfirmed(0, ADMIN), 'asked', time);
        });
      }
    });

    test('a launch letter waits while a platform that it names is not launched', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana', 'ben']);
        await sendLaunch(storage);
        assert.equal((await send(storage, SENT, 'accepted', 1)).length, 1);
        await storage.availability.undo(ADMIN);
        assert.deepEqual(await send(storage), []);
        assert.match((await storage.mailings.find())?.pausedWhy ?? '', /is not launched any more/);
        await storage.mailings.resume(ADMIN);
        assert.deepEqual(await send(storage), []);
        await storage.availability.change({ ios: 'launched', iosLink: STORE }, ADMIN);
        await storage.mailings.resume(ADMIN);
        assert.equal((await send(storage)).length, 1);
      });
    });
  });
}
