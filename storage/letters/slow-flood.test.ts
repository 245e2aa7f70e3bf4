import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import { FLOOD_AFTER_DAYS, FLOOD_SHARE, isSlowFlood, shareOf } from '../../contract/mail.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { NOON } from '../../testing/databases/test-invites.ts';
import { lettersOf, sendDue, takeLetters } from '../../testing/databases/test-mail.ts';
import { storageForEachTest } from '../../testing/databases/test-storage.ts';

const emailsOf = (sent: readonly { email: string }[]) => sent.map(({ email }) => email);
/** A list of which each `every`th has confirmed, the newest first. */
const list = (length: number, every: number) =>
  Array.from({ length }, (_address, at) => at % every === every - 1);

test('a list is flooded if fewer than five of the last 100 and six of the last 130 confirm', () => {
  assert.equal(isSlowFlood(list(129, 1_000)), false, 'too few letters');
  assert.equal(isSlowFlood(list(130, 1_000)), true);
  assert.equal(isSlowFlood(list(130, 22)), true, 'four of 100, five of 130');
  assert.equal(isSlowFlood(list(130, 20)), false, 'five of 100');
  const once = [...list(100, 22), ...list(30, 10)];
  assert.equal(isSlowFlood(once), false, 'four of 100, but seven of 130');
  for (const share of [1 / 6, 1 / 2, 9 / 10])
    assert.equal(isSlowFlood(list(130, 1).map((_one, at) => (at * share) % 1 < share)), false);
});

for (const engine of testEngines) {
  describe(`a slow flood on ${engine.name}`, () => {
    const database = storageForEachTest(engine);
    const { ask } = lettersOf(database);
    const budget = { perHour: 40, perDay: 200 };

    /** Sends what the budget allows in an hour. @returns the addresses */
    async function sendForAnHour(at: number): Promise<string[]> {
      const isFlooded = await database.storage.letters.isFlooded(at);
      const forSignUps = isFlooded ? shareOf(budget, FLOOD_SHARE) : undefined;
      return emailsOf(await sendDue(database.storage, at, { budget, forSignUps }));
    }

    /** Signs a day's addresses up, and sends in the hours from noon to midnight. @returns who got a letter */
    async function liveOneDay(day: number, emails: readonly string[]): Promise<string[]> {
      const noon = NOON + day * DAY_MS;
      for (const email of emails) await ask(email, undefined, noon);
      const sent: string[] = [];
      for (let hour = 0; hour < 12; hour++)
        sent.push(...(await sendForAnHour(noon + hour * HOUR_MS)));
      return sent;
    }

    const flood = (day: number, count = 32) =>
      Array.from({ length: count }, (_address, n) => `victim@of-${day}-${n}.example`);

    test('is noticed after at most 200 letters, leaves slowly, and ends when people confirm', async () => {
      const { letters, members } = database.storage;
      let sent = 0;
      let day = 0;
      for (; !(await letters.isFlooded(NOON + day * DAY_MS)); day++)
        sent += (await liveOneDay(day, flood(day))).length;
      assert.ok(sent > 130 && sent <= 200, `after ${sent} letters`);
      const tenth = budget.perDay * FLOOD_SHARE;
      assert.equal((await liveOneDay(day, flood(day))).length, tenth);
      assert.equal((await liveOneDay(day + 1, [])).length, 32 - tenth);

      const until = day + 9;
      for (day += 2; await letters.isFlooded(NOON + day * DAY_MS); day++) {
        assert.ok(day < until);
        const honest = await liveOneDay(day, flood(day, 12));
        assert.equal(honest.length, 12);
        for (const email of honest) await members.confirm(email, NOON + day * DAY_MS);
      }
      assert.equal((await liveOneDay(day, flood(day))).length, 32);
    });

    test('slows every letter to a sign-up, and no letter that the team has asked for', async () => {
      const { letters, members, waitlist } = database.storage;
      await waitlist.join('earlier@x.example', NOON - DAY_MS);
      await letters.begin(NOON);
      await letters.askEarlier(NOON);
      await ask('ana@x.example');
      await takeLetters(letters, NOON, 1);
      await members.confirm('ana@x.example', NOON);
      const later = NOON + 2 * DAY_MS;
      await ask('ana@x.example', undefined, later);
      await ask('ben@x.example', undefined, later);
      const slowed = { perHour: 1, perDay: 30 };
      const turns = [];
      for (let hour = 0; hour < 2; hour++)
        for (let turn = 0; turn < 3; turn++)
          turns.push(await letters.take(budget, later + hour * HOUR_MS, slowed));
      assert.deepEqual(
        turns.map((turn) => (typeof turn === 'object' && 'kind' in turn ? turn.kind : turn)),
        [...['place', 'earlier', 'nothing due'], ...['confirm', 'nothing due', 'nothing due']],
      );
    });

    test('leaves a fifth of the slowed budget of a day to one domain', async () => {
      for (let n = 0; n < 9; n++) await ask(`a@sub${n}.flood.example`);
      await ask('ana@x.example');
      const limits = { budget, forSignUps: { perHour: 3, perDay: 10 } };
      const sent = [];
      for (let hour = 0; hour < 2; hour++)
        sent.push(...(await sendDue(database.storage, NOON + hour * HOUR_MS, limits)));
      assert.deepEqual(emailsOf(sent), [
        ...['a@sub0.flood.example', 'a@sub1.flood.example'],
        'ana@x.example',
      ]);
    });

    test('letters of the last two days, and to people who are gone, are not counted', async () => {
      const { letters, waitlist } = database.storage;
      const emails = flood(0, 140);
      assert.equal((await liveOneDay(0, emails)).length, 140);
      const end = NOON + 12 * HOUR_MS;
      assert.equal(await letters.isFlooded(end), false);
      const noticedAt = end + FLOOD_AFTER_DAYS * DAY_MS;
      assert.equal(await letters.isFlooded(noticedAt), true);
      for (const email of emails.slice(0, 11)) await waitlist.erase(email, end);
      assert.equal(await letters.isFlooded(noticedAt), false);
      assert.equal((await query(database.url, 'SELECT 1 FROM letter')).length, 129);
    });
  });
}
