import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import { LETTER_RETENTION_DAYS, type ReturnResult } from '../../contract/mail.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { ADMIN, addressOf } from '../../testing/databases/test-launch.ts';
import { lettersOf, PUT_OFF, sendDue, takeLetters } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

const APP = { who: 'app', at: NOON };
const LATER = NOON + HOUR_MS;

for (const engine of testEngines) {
  describe(`returned letters on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    const { ask, confirm } = lettersOf(database);

    const report = (result: ReturnResult, names: readonly string[], at = NOON) =>
      database.storage.returnedLetters.report(
        names.map((name) => ({ email: addressOf(name), result })),
        { ...APP, at },
      );
    const rowsOf = async (table: string, columns: string) =>
      (await query(database.url, `SELECT ${columns} FROM ${table}`)).map((row) =>
        Object.values(row).map(Number).join(' '),
      );
    const suppressed = async () => (await rowsOf('stopped', 'reason, at')).toSorted();
    const returned = async (id?: number) => {
      const { people, letters, returned } = (await database.storage.mailings.find(id)) ?? {};
      const sum = Object.values(letters ?? {}).reduce((sum, count) => sum + count, 0);
      assert.equal(sum, people);
      assert.deepEqual((await database.storage.recount()).differences, []);
      return [letters?.accepted, returned?.bounced, returned?.complained];
    };

    async function fill(...names: string[]): Promise<void> {
      await database.storage.audit.record(ADMIN, 'test-mailing');
      for (const name of names) await confirm(addressOf(name));
    }
    /** Sends a mailing to everybody. @returns the names of those who got it */
    async function send(people: number): Promise<string[]> {
      const { mailings } = database.storage;
      const text = { subject: 'Hi', words: 'Hi.', kind: 'everybody', people } as const;
      assert.equal(typeof (await mailings.send(text, ADMIN)), 'object');
      const sent = await sendDue(database.storage, LATER);
      return sent.map(({ email }) => email.split('@')[0] ?? '');
    }

    test('stop all mail to their addresses, and count once, for the newest letter; the sum stays', async () => {
      const { letters } = database.storage;
      await fill('ana', 'ben', 'cy');
      await send(3);
      await send(3);
      await ask(addressOf('ana'), undefined, LATER);
      await report('bounced', ['ana']);
      await report('complained', ['ana', 'ben', 'ben']);
      await report('bounced', ['ben']);
      assert.deepEqual(await returned(1), [3, 0, 0]);
      assert.deepEqual(await returned(2), [3, 0, 2]);
      const counts = (await rowsOf('mailing', 'bounced, complained')).toSorted();
      assert.deepEqual(counts, ['0 0', '1 2']);
      for (const name of ['ana', 'ben', 'cy']) await ask(addressOf(name), undefined, LATER);
      const taken = await takeLetters(letters, LATER + DAY_MS);
      assert.deepEqual(
        taken.map(({ email }) => email),
        [addressOf('cy')],
      );
      assert.deepEqual(await send(3), ['cy']);
      assert.equal((await database.storage.mailings.find())?.letters.suppressed, 2);
    });

    test('stop mailings to all addresses of the mailbox, and count for one letter', async () => {
      await database.storage.audit.record(ADMIN, 'test-mailing');
      for (const email of ['ana@gmail.com', 'ben@gmail.com']) await confirm(email);
      await send(2);
      await confirm('a.na+x@googlemail.com');
      const report = [{ email: 'ana@gmail.com', result: 'complained' as const }];
      await database.storage.returnedLetters.report(report, APP);
      assert.deepEqual(await returned(), [2, 0, 1]);
      assert.deepEqual(await send(3), ['ben']);
    });

    test('stop letters that a mail server postponed, or that are sent again; they are passed over', async () => {
      const { letters } = database.storage;
      for (const name of ['ana', 'ben', 'cy']) await ask(addressOf(name));
      const [postponed, uncertain, other] = await takeLetters(letters, NOON);
      assert.ok(postponed && uncertain && other);
      await letters.finish(uncertain.id, { state: 'uncertain', reply: '', at: NOON });
      await letters.finish(other.id, { state: 'uncertain', reply: '', at: NOON });
      await report('complained', ['ana']);
      await report('bounced', ['ben']);
      await letters.finish(postponed.id, { ...PUT_OFF, dueAt: NOON + 1, at: NOON });
      for (const { id } of [uncertain, other])
        assert.equal(await letters.sendAgain(id, { ...ADMIN, at: NOON + 2 }), undefined);
      const turns: string[] = [];
      for (const perDay of [0, 9, 9]) {
        const turn = await letters.take({ perHour: 9, perDay: perDay + 3 }, LATER);
        turns.push(typeof turn === 'string' ? turn : turn.email);
      }
      assert.deepEqual(turns, ['day', addressOf('cy'), 'nothing due']);
      const [budget] = await query(database.url, 'SELECT max(taken_in_day) AS n FROM budget');
      assert.equal(Number(budget?.['n']), 4);
      assert.deepEqual(await letters.list({ state: 'waiting', limit: 9 }), []);
    });

    test('of unknown addresses are forgotten, and the audit has one act an hour', async () => {
      await fill('ana');
      for (const at of [NOON, NOON + 1, NOON + HOUR_MS]) await report('bounced', ['zoe'], at);
      await report('complained', ['ana'], NOON + HOUR_MS);
      assert.deepEqual(await suppressed(), [`4 ${NOON + HOUR_MS}`]);
      const acts = (await database.storage.audit.entries()).map(({ who, act }) => `${who} ${act}`);
      assert.deepEqual(acts.slice(1), ['app report-returned', 'app report-returned']);
      assert.deepEqual(await database.storage.letters.list({ limit: 9, state: 'waiting' }), []);
    });

    test('are undone since a time, with what a mailing counts; what was known before stays', async () => {
      const { returnedLetters, audit } = database.storage;
      const names = Array.from({ length: 30 }, (_, n) => `p${n}`);
      await fill('ana', 'ben', ...names);
      await send(32);
      await report('complained', ['ana'], NOON - 1);
      await report('bounced', ['ana', 'ben', ...names]);
      assert.deepEqual(await returned(), [32, 31, 1]);
      assert.deepEqual(await returnedLetters.undo(NOON, ADMIN), { addresses: 32, letters: 31 });
      assert.deepEqual(await returned(), [32, 0, 1]);
      assert.deepEqual(await suppressed(), [`4 ${NOON - 1}`]);
      assert.deepEqual(await returnedLetters.undo(NOON, ADMIN), { addresses: 0, letters: 0 });
      const { act, detail } = (await audit.entries()).at(-1) ?? {};
      assert.deepEqual([act, detail], ['undo-returned', new Date(NOON).toISOString()]);
    });

    test('of people who leave are remembered until the site has sent no mail for 30 days, or an erasure', async () => {
      const { members, waitlist, retention, letters } = database.storage;
      await letters.begin(NOON);
      await fill('ana', 'ben', 'cy');
      await members.leave(addressOf('ana'), NOON);
      await report('complained', ['ana', 'ben', 'cy']);
      await members.leave(addressOf('ben'), NOON);
      await waitlist.erase(addressOf('cy'), NOON);
      const remembered = [`0 ${NOON}`, `0 ${NOON}`, `4 ${NOON}`, `4 ${NOON}`];
      assert.deepEqual(await suppressed(), remembered);
      await ask(addressOf('ana'), undefined, LATER);
      assert.deepEqual(await takeLetters(letters, LATER), []);
      const day = (n: number) => NOON + n * DAY_MS;
      await letters.begin(NOON + HOUR_MS - 1);
      for (let n = 1; n < LETTER_RETENTION_DAYS; n++) await retention.run(day(n));
      await retention.run(day(LETTER_RETENTION_DAYS) - 1);
      assert.deepEqual(await suppressed(), remembered);
      // Without the call, the site has sent no letters since noon.
      await letters.begin(day(LETTER_RETENTION_DAYS));
      for (let n = 0; n < LETTER_RETENTION_DAYS; n++)
        await retention.run(day(LETTER_RETENTION_DAYS + n));
      assert.deepEqual(await suppressed(), remembered);
      await retention.run(day(2 * LETTER_RETENTION_DAYS));
      assert.deepEqual(await suppressed(), [`0 ${NOON}`, `0 ${NOON}`]);
    });
  });
}
