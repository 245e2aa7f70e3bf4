// Long because one history, from the letter to the deletion, is told on both engines.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
  join,
  KEPT_MS,
  listed,
  pass,
  SENT,
  send,
  sendLaunch,
  start,
} from '../../testing/databases/test-launch.ts';
import { schema } from '../schema.ts';

for (const engine of testEngines) {
  describe(`the launch on ${engine.name}`, () => {
    const database = backupsForEachTest(engine);

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

    test('L6: 30 days after the launch letter no byte of an address is left, unless its person asked to be kept', async () => {
      await database.using(async (storage) => {
        await storage.inviters.put(ANA);
        await confirm(storage, ['told', 'kept', 'refused']);
        await join(storage, ['never']);
        await storage.waitlist.join(addressOf('told'), NOON, undefined, { refs: ['ana'] });
        await storage.waitlist.join('via@link.example', NOON - 1, undefined, { refs: ['ana'] });
        assert.equal(await sendLaunch(storage), 3);
        await send(storage, SENT, 'accepted', 2);
        await send(storage, SENT, 'refused');
        assert.equal(await storage.launch.keep(addressOf('kept'), SENT), true);
        await join(storage, ['late'], SENT);
        const { unstarted, kept, open } = await storage.launch.figures();
        const dueAt = SENT + KEPT_MS;
        assert.deepEqual(
          { unstarted, kept, open },
          {
            unstarted: { told: 1, unconfirmed: 2, notReached: 1, firstAt: dueAt, lastAt: dueAt },
            ...{ kept: 2, open: 0 },
          },
        );
        await start(storage);
        await pass(storage, SENT, SENT + KEPT_MS - 1);
        assert.equal((await listed(storage)).length, 6);
        await storage.retention.run(SENT + KEPT_MS);
        assert.deepEqual(await listed(storage), ['kept', 'late']);
        assert.equal((await storage.launch.figures()).started?.deleted, 4);
        assert.deepEqual((await storage.recount()).differences, []);
        assert.equal((await storage.recount()).signUps, 1);
      });
      const bytes = await allBytes();
      for (const name of ['told', 'refused', 'never', 'via'])
        assert.ok(!bytes.includes(`${name}@`), name);
      for (const name of ['kept', 'late']) assert.ok(bytes.includes(addressOf(name)), name);
    });

    test('control: without the start, addresses stay', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['told']);
        await sendLaunch(storage);
        await send(storage);
        await pass(storage, SENT, SENT + 2 * KEPT_MS);
        assert.deepEqual(await listed(storage), ['told']);
      });
      assert.ok((await allBytes()).includes(addressOf('told')));
    });

    test('people who are kept get the letter of the other platform, and are deleted 30 days after it, once this was started', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana', 'ben']);
        await sendLaunch(storage);
        assert.deepEqual(await send(storage), ['ana', 'ben']);
        await storage.launch.keep(addressOf('ben'), SENT);
        await start(storage);
        await confirm(storage, ['late'], SENT + DAY_MS);
        await pass(storage, SENT, SENT + KEPT_MS);
        assert.deepEqual(await listed(storage), ['ben', 'late']);
        const second = SENT + 2 * KEPT_MS;
        assert.equal(await sendLaunch(storage, second), 0);
        assert.equal(await sendLaunch(storage, second, BOTH), 2);
        assert.deepEqual(await send(storage, second + DAY_MS), ['ben', 'late']);
        await pass(storage, SENT + KEPT_MS, second + 2 * KEPT_MS);
        assert.deepEqual(await listed(storage), ['ben', 'late']);
        await start(storage, second + 2 * KEPT_MS);
        await storage.retention.run(second + 2 * KEPT_MS + 1);
        assert.deepEqual(await listed(storage), []);
      });
    });

    test('the launch letter reaches nobody twice: a second one goes to those who have not got it', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana', 'ben', 'cy', 'dan']);
        // Another address of a mailbox that gets it.
        await confirm(storage, ['ana'], NOON);
        await storage.waitlist.join('ana+2@ana.example', NOON - 1);
        await storage.members.confirm('ana+2@ana.example', NOON);
        await sendLaunch(storage);
        assert.equal((await send(storage, SENT, 'accepted', 1)).length, 1);
        assert.equal((await send(storage, SENT, 'uncertain', 1)).length, 1);
        assert.equal((await send(storage, SENT, 'refused', 1)).length, 1);
        assert.equal(await sendLaunch(storage, SENT), 0);
        await storage.mailings.end(ADMIN);
        assert.equal(await sendLaunch(storage, SENT), 2);
        assert.equal((await send(storage, SENT + DAY_MS)).length, 2);
        assert.equal(await storage.mailings.count('launch', { people: 0 }), 0);
      });
    });

    test('a second letter about the same platform leaves alone who is kept, and who joined after the first', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana', 'ben', 'cy']);
        await sendLaunch(storage);
        assert.deepEqual(await send(storage, SENT, 'accepted', 2), ['ana', 'ben']);
        await storage.launch.keep(addressOf('ben'), SENT);
        await storage.mailings.end(ADMIN);
        await confirm(storage, ['late'], SENT + 1);
        await join(storage, ['later'], SENT + 1);
        assert.equal(await sendLaunch(storage, SENT + 2), 1);
        await confirm(storage, ['later'], SENT + 3);
        assert.deepEqual(await send(storage, SENT + DAY_MS), ['cy']);
        assert.equal((await storage.launch.figures()).kept, 3);
        assert.equal(await storage.launch.isKept(addressOf('ana')), false);
      });
    });

    test('somebody who confirms after the letter was sent gets it, unless an admin has ended it', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana']);
        await join(storage, ['ben', 'cy', 'dan']);
        await sendLaunch(storage);
        assert.deepEqual(await send(storage), ['ana']);
        await confirm(storage, ['ben'], SENT);
        assert.equal((await storage.mailings.find())?.people, 2);
        assert.deepEqual((await storage.recount()).differences, []);
        assert.deepEqual(await send(storage, SENT + 1), ['ben']);
        assert.ok((await storage.mailings.find())?.endedAt);
        await confirm(storage, ['late'], SENT + DAY_MS);
        assert.deepEqual(await send(storage, SENT + 2 * DAY_MS), []);
        await confirm(storage, ['dan'], SENT);
        await storage.mailings.end(ADMIN);
        await confirm(storage, ['cy'], SENT);
        assert.deepEqual(await send(storage, SENT + 2 * DAY_MS), []);
      });
    });

    test('nothing starts with another number, without a letter or twice, and it stops until the first deletion', async () => {
      await database.using(async (storage) => {
        const { launch: ours } = storage;
        await confirm(storage, ['ana', 'ben']);
        assert.equal(await ours.start(0, ADMIN), 'unsent');
        assert.equal(await ours.stop(ADMIN), 'unstarted');
        await sendLaunch(storage);
        await send(storage);
        assert.equal(await ours.start(1, ADMIN), 'changed');
        await start(storage);
        assert.equal(await ours.start(2, ADMIN), 'started');
        assert.equal(await ours.stop(ADMIN), undefined);
        await pass(storage, SENT, SENT + KEPT_MS);
        assert.equal((await listed(storage)).length, 2);
        await start(storage);
        await storage.retention.run(SENT + KEPT_MS + 1);
        assert.deepEqual(await ours.stop(ADMIN), { deleted: 2 });
      });
    });

    test('a launch letter that was taken back before its first letter changes nothing', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana']);
        await join(storage, ['ben']);
        await sendLaunch(storage);
        const { open } = await storage.launch.figures();
        assert.equal(open, 2);
        assert.equal(await storage.launch.start(0, ADMIN), 'open');
        await storage.mailings.end(ADMIN);
        const { sentAt, kept, unstarted } = await storage.launch.figures();
        assert.deepEqual([sentAt, kept, countDoomed(unstarted)], [undefined, 0, 0]);
        assert.equal(await storage.launch.start(0, ADMIN), 'unsent');
        assert.equal(await sendLaunch(storage, SENT), 1);
      });
    });

    test('a launch letter that was sent elsewhere counts for everybody who had joined', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana']);
        await join(storage, ['ben']);
        const told = { people: 2, at: SENT, platforms: 1 };
        assert.equal(await storage.launch.tellElsewhere({ ...told, people: 3 }, ADMIN), 'changed');
        assert.equal(await storage.launch.tellElsewhere(told, ADMIN), undefined);
        assert.equal(await storage.launch.forgetElsewhere(ADMIN), true);
        assert.equal((await storage.launch.figures()).sentAt, undefined);
        assert.equal(await storage.launch.tellElsewhere(told, ADMIN), undefined);
        assert.equal(await storage.launch.tellElsewhere(told, ADMIN), 'told');
        assert.equal(await storage.mailings.count('launch', { people: 0 }), 0);
        const { unstarted } = await storage.launch.figures();
        assert.deepEqual([unstarted.told, countDoomed(unstarted)], [2, 2]);
        await start(storage);
        await pass(storage, SENT, SENT + KEPT_MS);
        assert.deepEqual(await listed(storage), []);
      });
    });

    test('after the deletion a link to leave answers as before it, and a link to confirm adds nobody', async () => {
      await database.using(async (storage) => {
        const { members } = storage;
        await confirm(storage, ['ana', 'left']);
        await members.leave(addressOf('left'), NOON);
        await sendLaunch(storage);
        await send(storage);
        await start(storage);
        await pass(storage, SENT, SENT + KEPT_MS);
        for (const name of ['ana', 'left']) {
          assert.equal(await members.confirm(addressOf(name), SENT + KEPT_MS), false, name);
          assert.equal(await members.leave(addressOf(name), SENT + KEPT_MS), undefined, name);
        }
        assert.equal(await storage.launch.keep(addressOf('ana'), SENT + KEPT_MS), false);
        // Who has left stays known, and can come back by a new sign-up and its letter.
        assert.deepEqual(await members.position(addressOf('left')), { state: 'left' });
        await storage.mail.begin(NOON);
        const later = SENT + KEPT_MS + DAY_MS;
        await storage.waitlist.join(addressOf('left'), later, { via: undefined });
        await storage.mail.queue(later);
        assert.equal(await members.confirm(addressOf('left'), later), true);
      });
    });

    test('codes of people who have left and of returned letters outlive the addresses, until mail is turned off', async () => {
      await database.using(async (storage) => {
        const { mail, members, returnedLetters } = storage;
        await mail.begin(NOON);
        await confirm(storage, ['ana', 'left', 'back']);
        await members.leave(addressOf('left'), NOON);
        await sendLaunch(storage);
        await send(storage);
        const bounced = { email: addressOf('back'), result: 'bounced' } as const;
        await returnedLetters.report([bounced], { ...ADMIN, at: SENT });
        await start(storage);
        const codes = async () => (await query(database.url, 'SELECT * FROM stopped')).length;
        for (let at = SENT; at <= SENT + 2 * KEPT_MS; at += DAY_MS) {
          await mail.begin(at);
          await storage.retention.run(at);
        }
        assert.deepEqual(await listed(storage), []);
        assert.equal(await codes(), 2);
        await pass(storage, SENT + 2 * KEPT_MS, SENT + 3 * KEPT_MS);
        assert.equal(await codes(), 0);
      });
    });

    test('L3: after a restore from before the launch nobody gets the letter twice, and who was deleted stays deleted', async () => {
      await database.using((storage) => confirm(storage, ['ana', 'ben', 'cy', 'dan']));
      await database.backUpTo(database.file);
      await database.using(async (storage) => {
        await sendLaunch(storage);
        assert.equal((await send(storage, SENT, 'accepted', 2)).length, 2);
        await send(storage, SENT + DAY_MS, 'accepted', 1);
        await storage.mailings.end(ADMIN);
        await storage.launch.keep(addressOf('dan'), SENT);
        await start(storage);
        await pass(storage, SENT, SENT + KEPT_MS);
      });
      const left = await database.using(listed);
      const restored = await database.restoreFrom(database.file);
      assert.deepEqual(restored.differences, []);
      assert.equal(restored.lostMailings, 0);
      await database.using(async (storage) => {
        assert.deepEqual(await listed(storage), left);
        assert.deepEqual((await storage.recount()).differences, []);
        assert.deepEqual(await send(storage, SENT + KEPT_MS), []);
        const { kept, started } = await storage.launch.figures();
        assert.equal(kept, 1);
        assert.equal(started?.deleted, 2);
        assert.equal(await sendLaunch(storage, SENT + KEPT_MS), 0);
        assert.equal(await sendLaunch(storage, SENT + KEPT_MS, BOTH), 1);
        assert.deepEqual(await send(storage, SENT + KEPT_MS + DAY_MS), ['dan']);
      });
    });

    test('L3: a restore from the middle of the launch letter pauses it, and keeps who has got it', async () => {
      await database.using(async (storage) => {
        await confirm(storage, ['ana', 'ben', 'cy']);
        await sendLaunch(storage);
        await send(storage, SENT, 'accepted', 1);
      });
      await database.backUpTo(database.file);
      const second = await database.using((storage) => send(storage, SENT, 'accepted', 1));
      await database.restoreFrom(database.file);
      await database.using(async (storage) => {
        assert.match((await storage.mailings.find())?.pausedWhy ?? '', /^Restored/);
        assert.equal((await storage.mailings.find())?.letters.accepted, 2);
        await storage.mailings.resume(ADMIN);
        const rest = await send(storage, SENT + 1);
        assert.equal(rest.length, 1);
        assert.ok(!second.some((name) => rest.includes(name)));
      });
    });

    test('people who have never confirmed are asked once, if their number is as the admin saw it', async () => {
      await database.using(async (storage) => {
        const { launch: ours, mail } = storage;
        assert.equal(await ours.askUnconfirmed(0, ADMIN), 'no mail');
        await join(storage, ['ana', 'ben']);
        await confirm(storage, ['cy']);
        await mail.begin(NOON);
        assert.equal(await ours.askUnconfirmed(3, ADMIN), 'changed');
        assert.equal((await ours.figures()).unconfirmed, 2);
        assert.equal(await ours.askUnconfirmed(2, ADMIN), undefined);
        assert.equal(await ours.askUnconfirmed(2, ADMIN), 'asked');
        assert.equal(await ours.askedAt(), NOON);
        await mail.queue(NOON);
        const letters = await mail.list({ limit: 9 });
        assert.deepEqual(
          letters.map(({ email, kind }) => `${kind} ${email}`).toSorted(),
          ['ana', 'ben'].map((name) => `earlier ${addressOf(name)}`),
        );
      });
    });
  });
}
