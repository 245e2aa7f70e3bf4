// Long because it has every state of a letter, on both engines.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import type { LetterState, MailingKind } from '../../contract/mailings.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { lettersOf, PLENTY, PUT_OFF, sendDue } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';
import type { Mailing } from './read-mailings.ts';

const ADMIN = { who: '+15550001111', at: NOON };
const BEGUN = NOON + 10 * MINUTE_MS;
const TEXT = { subject: 'You are in', words: 'Welcome.' };
/** Each has its own domain, because letters to one domain are limited. */
const addressOf = (name: string) => `${name}@${name}.example`;

for (const engine of testEngines) {
  describe(`mailings on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    const { ask, confirm, memberPosition } = lettersOf(database);

    async function fill(...names: string[]): Promise<void> {
      await database.storage.audit.record(ADMIN, 'test-mailing');
      for (const name of names) await confirm(addressOf(name));
    }
    const trySend = (kind: MailingKind, people: number, at = NOON) =>
      database.storage.mailings.send({ ...TEXT, kind, people }, { ...ADMIN, at });
    async function send(kind: MailingKind, people: number): Promise<Mailing> {
      const sent = await trySend(kind, people);
      assert.ok(typeof sent === 'object' && 'id' in sent, JSON.stringify(sent));
      return sent;
    }
    async function take(at = BEGUN, budget = PLENTY) {
      const letter = await database.storage.letters.take(budget, at);
      assert.ok(typeof letter === 'object', String(letter));
      return letter;
    }
    const finish = (
      id: number,
      state: 'accepted' | 'refused' | 'uncertain',
      isAddressDead = false,
    ) => database.storage.letters.finish(id, { state, reply: 'said', at: BEGUN, isAddressDead });
    /** Sends all letters that may be sent. @returns their addresses */
    const sendAll = async (at = BEGUN) =>
      (await sendDue(database.storage, at)).map(({ email }) => email);
    /** Asserts that each recipient is counted in one state, and that positions, waves and days agree with the rows. */
    async function assertParts(parts: Partial<Record<LetterState, number>>, id?: number) {
      const { people, letters } = (await database.storage.mailings.find(id)) ?? {};
      const found = Object.entries(letters ?? {}).filter(([, count]) => count > 0);
      assert.deepEqual(Object.fromEntries(found), parts);
      const sum = found.reduce((before, [, count]) => before + count, 0);
      assert.equal(sum, people);
      assert.deepEqual((await database.storage.recount()).differences, []);
    }
    /** In the order of the addresses. */
    const states = async (...names: string[]) => {
      const emails = names.map((name) => `'${addressOf(name)}'`);
      const found = `SELECT state FROM waitlist WHERE email IN (${emails}) ORDER BY email`;
      return (await query(database.url, found)).map(({ state }) => state);
    };
    const [WAITING, RESERVED, INVITED] = [0, 1, 2];

    test('the next people are reserved, and each is invited by an accepted letter only', async () => {
      await fill('ana', 'ben', 'cy', 'dan');
      assert.equal((await database.storage.mailings.figures('next', { people: 9 })).people, 4);
      const mailing = await send('next', 3);
      assert.deepEqual([mailing.id, mailing.wave, mailing.startsAt], [1, 1, BEGUN]);
      assert.equal((await database.storage.waves.list(1))[0]?.mailing, 1);
      assert.deepEqual(await states('ana', 'cy', 'dan'), [RESERVED, RESERVED, WAITING]);
      await database.storage.members.choosePhone(addressOf('ben'), 'android');
      const letters = [await take(), await take(), await take()];
      assert.deepEqual(
        letters.map((letter) => `${letter.email} ${'phone' in letter && letter.phone}`),
        ['ana@ana.example null', 'ben@ben.example android', 'cy@cy.example null'],
      );
      for (const [n, state] of (['accepted', 'refused', 'uncertain'] as const).entries())
        await finish(letters[n]?.id ?? 0, state);
      assert.deepEqual(await states('ana', 'ben', 'cy'), [INVITED, WAITING, RESERVED]);
      assert.equal((await memberPosition(addressOf('ben'))).position, 1);
      assert.equal(await database.storage.letters.take(PLENTY, BEGUN), 'nothing due');
      assert.equal((await database.storage.mailings.find(1))?.endedAt, BEGUN);
      await assertParts({ accepted: 1, refused: 1, uncertain: 1 });
    });

    test('nothing is stored before a test, with another number, while another has not ended, or twice', async () => {
      const { mailings, waves, audit } = database.storage;
      for (const name of ['ana', 'ben']) await confirm(addressOf(name));
      assert.equal(await trySend('next', 1), 'untested');
      await audit.record({ ...ADMIN, at: NOON - DAY_MS }, 'test-mailing');
      assert.equal(await trySend('next', 1), 'untested');
      await audit.record(ADMIN, 'test-mailing');
      for (const people of [0, 3]) assert.equal(await trySend('next', people), 'changed');
      for (const people of [0, 3]) assert.equal(await trySend('everybody', people), 'changed');
      assert.equal(await mailings.find(), undefined);
      assert.deepEqual(await states('ana', 'ben'), [WAITING, WAITING]);
      const both = await Promise.all([trySend('next', 1), trySend('next', 1)]);
      assert.equal(both.filter((one) => typeof one === 'object').length, 1);
      assert.equal(await trySend('everybody', 2), 'running');
      assert.equal((await waves.list(9)).length, 1);
      const acts = (await audit.entries()).map(({ act, detail }) => [act, detail]);
      assert.deepEqual(acts.at(-1), ['send-mailing', 'mailing 1 to 1 people']);
      await mailings.end(ADMIN);
      // The first test is long ago.
      assert.equal(typeof (await trySend('everybody', 2, NOON + 9 * DAY_MS)), 'object');
    });

    test('everybody who has confirmed gets one letter for each mailbox, except who left, was erased, or does not exist', async () => {
      const { members, waitlist } = database.storage;
      await fill('ana', 'gone', 'erased', 'late', 'dead', 'last');
      await confirm('ana+1@ana.example');
      await ask('asked@asked.example');
      await finish((await take(NOON)).id, 'accepted');
      await send('everybody', 7);
      await members.leave(addressOf('gone'), NOON);
      await waitlist.erase(addressOf('erased'), NOON);
      await finish((await take()).id, 'accepted');
      const late = await take();
      assert.equal(late.email, addressOf('late'));
      await members.leave(late.email, NOON);
      await finish(late.id, 'uncertain');
      await finish((await take()).id, 'refused', true);
      assert.deepEqual(await sendAll(), [addressOf('last')]);
      const parts = { accepted: 2, uncertain: 1, refused: 1, gone: 2, 'same-mailbox': 1 };
      await assertParts(parts);
      const known =
        "SELECT email FROM letter WHERE mailing = 1 AND (email <> '' OR reply IS NOT NULL)";
      assert.deepEqual(
        (await query(database.url, `${known} ORDER BY email`)).map(({ email }) => email),
        ['ana+1@ana.example', ...['ana', 'dead', 'last'].map(addressOf)],
      );
      await send('everybody', 4);
      assert.deepEqual(await sendAll(), ['ana', 'last'].map(addressOf));
      await assertParts({ accepted: 2, suppressed: 1, 'same-mailbox': 1 });
    });

    test('the next people are others than those to whom no letter can be sent, and each has another mailbox', async () => {
      const { mailings, returnedLetters } = database.storage;
      await fill('ana', 'ben', 'cy', 'dan');
      for (const tag of ['1', '2', '3']) await confirm(`ana+${tag}@ana.example`);
      const report = [{ email: addressOf('ben'), result: 'bounced' }] as const;
      await returnedLetters.report(report, ADMIN);
      assert.equal((await mailings.figures('next', { people: 9 })).people, 3);
      await send('next', 2);
      assert.deepEqual(await sendAll(), ['ana', 'cy'].map(addressOf));
      await assertParts({ accepted: 2 });
      await send('next', 2);
      assert.deepEqual(await sendAll(), [addressOf('dan'), 'ana+1@ana.example']);
    });

    test('of each kind the domain at which most recipients are is known, but for large providers', async () => {
      const { mailings } = database.storage;
      const at = (domain: string, people: number) =>
        Array.from({ length: people }, (_, n) => `p${n}@${domain}`);
      for (const email of [
        ...at('gmail.com', 4),
        ...at('a.uni.example', 2),
        ...at('uni.example', 1),
        ...at('b.example', 2),
      ])
        await confirm(email);
      for (const kind of ['next', 'everybody', 'launch'] as const)
        assert.deepEqual(await mailings.figures(kind, { people: 9 }, 1), {
          people: 9,
          crowded: { domain: 'uni.example', people: 3 },
        });
      const first = { people: 1, crowded: undefined };
      assert.deepEqual(await mailings.figures('next', { people: 1 }), first);
    });

    test('people who confirm after the number was seen do not get it, and do not stop it', async () => {
      await fill('ana', 'ben');
      const { mailings } = database.storage;
      const people = (await mailings.figures('everybody', { people: 0 })).people;
      await confirm(addressOf('new'));
      await send('everybody', people);
      assert.deepEqual(await sendAll(), ['ana', 'ben'].map(addressOf));
    });

    test('the wave of a mailing that has not ended is not invited by hand', async () => {
      const { mailings, waves } = database.storage;
      await fill('ana', 'ben');
      await send('next', 2);
      assert.equal(await waves.invite(1, ADMIN), 'mailing');
      assert.deepEqual(await sendAll(), ['ana', 'ben'].map(addressOf));
      await mailings.end(ADMIN);
      assert.equal(typeof (await waves.invite(1, ADMIN)), 'object');
    });

    test('who was let in or set back otherwise gets no invitation', async () => {
      const { personStates, waves } = database.storage;
      await fill('ana', 'ben', 'cy');
      await send('next', 3);
      await personStates.arrive([{ email: addressOf('ana'), at: NOON }], NOON);
      await personStates.back(addressOf('ben'), ADMIN);
      assert.deepEqual(await sendAll(), [addressOf('cy')]);
      await assertParts({ accepted: 1, moved: 2 });
      await send('next', 1);
      await waves.undo(2, ADMIN);
      assert.deepEqual(await sendAll(), []);
      await assertParts({ moved: 1 });
    });

    test('nothing is sent in the first ten minutes, nor while it is paused, and an end sets people back', async () => {
      const { mailings, letters } = database.storage;
      await fill('ana', 'ben', 'cy', 'dan');
      await send('next', 4);
      assert.deepEqual(await sendAll(BEGUN - 1), []);
      const [accepted, later] = [await take(), await take()];
      await finish(accepted.id, 'accepted');
      assert.match((await mailings.pause(ADMIN))?.pausedWhy ?? '', /^An admin/);
      assert.deepEqual(await sendAll(), []);
      await mailings.resume(ADMIN);
      assert.equal((await mailings.find())?.pausedWhy, null);
      const uncertain = await take();
      assert.equal((await mailings.end(ADMIN))?.endedAt, NOON);
      await letters.finish(later.id, { ...PUT_OFF, dueAt: BEGUN, at: BEGUN });
      await finish(uncertain.id, 'uncertain');
      await assertParts({ accepted: 1, uncertain: 1, ended: 2 });
      const after = await states('ana', 'ben', 'cy', 'dan');
      assert.deepEqual(after, [INVITED, WAITING, RESERVED, WAITING]);
      for (const act of ['pause', 'resume', 'end'] as const)
        assert.equal(await mailings[act](ADMIN), undefined);
    });

    test('a letter that the mail server postponed waits until it is due, and those to one domain until the next hour', async () => {
      const { letters } = database.storage;
      await fill('ana');
      await confirm('cy@ana.example');
      await fill('ben');
      await send('everybody', 3);
      const budget = { perHour: 99, perDay: 5 };
      const { id } = await take(BEGUN, budget);
      await letters.finish(id, { ...PUT_OFF, dueAt: BEGUN + HOUR_MS, at: BEGUN });
      assert.equal((await take(BEGUN, budget)).email, addressOf('ben'));
      assert.equal(await letters.take(PLENTY, BEGUN), 'due');
      assert.equal((await take(BEGUN + HOUR_MS - 1)).email, 'cy@ana.example');
      assert.equal(await letters.take(PLENTY, BEGUN + HOUR_MS - 1), 'due');
      const again = await take(BEGUN + HOUR_MS);
      assert.deepEqual([again.id, again.attempts], [id, 1]);
    });

    test('while many letters to one domain are passed over, it does not say that the others wait, too', async () => {
      await fill('ana');
      for (let n = 0; n <= 100; n++) await confirm(`${n}@ana.example`);
      await fill('ben');
      await send('everybody', 103);
      const budget = { perHour: 99, perDay: 5 };
      await take(BEGUN, budget);
      assert.equal(await database.storage.letters.take(budget, BEGUN), 'next');
      assert.equal((await take(BEGUN, budget)).email, addressOf('ben'));
    });

    test('it has half of each budget, which letters that people ask for do not need', async () => {
      const { letters } = database.storage;
      await fill(...'abcdef');
      await send('everybody', 6);
      const budget = { perHour: 4, perDay: 100 };
      const hour = BEGUN + HOUR_MS;
      for (let n = 0; n < 2; n++) await take(hour, budget);
      assert.equal(await letters.take(budget, hour), 'hour');
      await ask(addressOf('new'), undefined, hour);
      assert.equal(typeof (await letters.take(budget, hour)), 'object');
      const least = { perHour: 1, perDay: 100 };
      await take(hour + HOUR_MS, least);
      assert.equal(await letters.take(least, hour + HOUR_MS), 'hour');
    });

    test('one that was paused during its last letters ends', async () => {
      const { mailings, letters } = database.storage;
      await fill('ana');
      await send('everybody', 1);
      const { id } = await take();
      await mailings.pause(ADMIN);
      assert.equal(await letters.take(PLENTY, BEGUN), 'nothing due');
      assert.equal((await mailings.find())?.endedAt, null);
      await finish(id, 'accepted');
      assert.equal(await letters.take(PLENTY, BEGUN), 'nothing due');
      const { endedAt, pausedWhy } = (await mailings.find()) ?? {};
      assert.deepEqual([endedAt, pausedWhy], [BEGUN, null]);
    });

    test('uncertain letters are sent or assumed to be delivered only by hand, until a newer mailing; refused ones are sent again unless their people wait again', async () => {
      const { mailings, letters } = database.storage;
      await fill('ana', 'ben', 'cy', 'dan', 'eve');
      await send('next', 4);
      const taken = [await take(), await take(), await take(), await take()];
      const [ana = 0, ben = 0, cy = 0, dan = 0] = taken.map(({ id }) => id);
      await finish(ana, 'refused');
      assert.equal(await letters.markInterrupted(), 3);
      assert.deepEqual(await sendAll(), []);
      assert.ok((await mailings.find())?.endedAt);
      assert.equal(await letters.assumeDelivered(ben, ADMIN), undefined);
      for (const id of [ana, ben, 99])
        assert.equal(await letters.assumeDelivered(id, ADMIN), 'state');
      assert.equal(await letters.assumeDelivered(cy, ADMIN), undefined);
      assert.deepEqual(await states('ana', 'ben', 'cy'), [WAITING, INVITED, INVITED]);
      for (const id of [ben, 99]) assert.equal(await letters.sendAgain(id, ADMIN), 'state');
      assert.equal(await letters.sendAgain(ana, ADMIN), 'moved');
      assert.equal(await letters.sendAgain(dan, ADMIN), undefined);
      await assertParts({ waiting: 1, accepted: 2, refused: 1 });
      assert.deepEqual(await sendAll(), [addressOf('dan')]);
      assert.deepEqual(await states('ana', 'dan'), [WAITING, INVITED]);
      await send('next', 1);
      assert.deepEqual(await sendAll(), [addressOf('ana')], 'whose letter was refused');
      assert.equal(await letters.sendAgain(ana, ADMIN), 'newer');
      await send('everybody', 5);
      const { id } = await take();
      await finish(id, 'refused');
      await sendAll();
      assert.equal(await letters.sendAgain(id, ADMIN), undefined);
      await assertParts({ waiting: 1, accepted: 4 });
    });

    test('the retention removes who sent it as long ago as the audit', async () => {
      const { mailings } = database.storage;
      await fill('ana');
      await send('everybody', 1);
      await database.storage.retention.run(NOON);
      assert.equal((await mailings.find())?.who, ADMIN.who);
      await query(database.url, 'UPDATE mailing SET at = 0');
      await database.storage.retention.run(NOON);
      assert.equal((await mailings.find())?.who, null);
    });

    test('recount names a mailing that has lost a letter', async () => {
      await fill('ana', 'ben');
      await send('everybody', 2);
      await query(database.url, 'DELETE FROM letter WHERE id = (SELECT max(id) FROM letter)');
      const { differences } = await database.storage.recount();
      assert.deepEqual(differences, ['Mailing 1 has 1 letters, but should have 2.']);
    });
  });
}
