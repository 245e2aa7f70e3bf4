import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, dayOf, HOUR_MS, isoDay } from '../../contract/durations.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { ANA, invitesForEachTest } from '../../testing/databases/test-invites.ts';
import { RandomValues } from '../../testing/random-values.ts';
import { type Counter, counterCodes, counters } from '../invites/counters.ts';

const SEED = 68;
const ids = ['ana', 'ben', 'cat', 'dan'];
/** A turn of the year, and a February with a leap day. */
const PERIODS = [
  [Date.UTC(2023, 11, 29), 5],
  [Date.UTC(2024, 1, 26), 6],
] as const;
const ALL = { search: '', sort: 'username', order: 'asc' } as const;

interface LogRow {
  id: string;
  counter: Counter;
  at: number;
}

for (const engine of testEngines) {
  describe(`the figures of some days on ${engine.name}`, () => {
    const invites = invitesForEachTest(engine);
    const random = new RandomValues(SEED);

    /** Any time of the periods; every third within a second of midnight, every fourth within a second of a full hour. */
    function anyTime(): number {
      const [from, days] = random.pick(PERIODS);
      const at = from + random.upTo(days * DAY_MS);
      const step = random.pick([DAY_MS, HOUR_MS, 1]);
      if (step === 1) return at;
      return Math.max(from, Math.round(at / step) * step + random.pick([-1_000, -1, 0, 1]));
    }

    async function addEvents(count: number, first: number): Promise<void> {
      const { view, click, report } = invites;
      const times = Array.from({ length: count }, anyTime).sort((a, b) => a - b);
      // Some arrive late.
      for (let n = 0; n < count; n += 6) times.push(...times.splice(random.upTo(times.length), 1));
      for (let n = 0; times.length > 0; n++) {
        // A batch may have several inviters and days.
        const batch = times.splice(0, 1 + random.upTo(8));
        await Promise.all(
          batch.map((at, m) => {
            const [inviterId, eventId] = [random.pick(ids), `load-${first + n}-${m}`];
            const what = random.upTo(4);
            if (what === 0)
              return click({ inviterId, at, eventId: random.pick([undefined, eventId]) });
            if (what > 1) return view({ inviterId, at, eventId });
            const inviteId = `i-${random.upTo(count)}`;
            return report({ inviterId, inviteId, at, action: random.pick(['sent', 'accepted']) });
          }),
        );
      }
    }

    async function readLog(): Promise<LogRow[]> {
      const rows = await query(
        invites.database.url,
        `SELECT user_id AS id, counter, at FROM invite_event JOIN inviter ON inviter.key = inviter_key`,
      );
      const nameOf = new Map(Object.entries(counterCodes).map(([name, code]) => [code, name]));
      return rows.map(({ id, counter, at }) => ({
        id: String(id),
        counter: nameOf.get(Number(counter)) as Counter,
        at: Number(at),
      }));
    }

    function countLog(log: readonly LogRow[]) {
      const [pageViews, downloads, appInvitesSent, acceptedInvites] = counters.map(
        (counter) => log.filter((row) => row.counter === counter).length,
      );
      return { pageViews, downloads, appInvitesSent, acceptedInvites };
    }

    async function assertSame(log: readonly LogRow[], from: number, to: number): Promise<void> {
      const { analytics } = invites.storage;
      const name = `${isoDay(from * DAY_MS)} to ${isoDay(to * DAY_MS)}`;
      const rows = log.filter(({ at }) => dayOf(at) >= from && dayOf(at) <= to);
      const expected = ids.flatMap((id) => {
        const own = rows.filter((row) => row.id === id);
        return own.length === 0 ? [] : [{ id, ...countLog(own) }];
      });
      const list = await analytics.list({ ...ALL, days: { from, to } });
      const listed = (await Array.fromAsync(list.rows)).flat();
      assert.deepEqual(
        listed.map(({ username, signUps, ...row }) => row),
        expected,
        name,
      );
      assert.deepEqual(list.totals.total, countLog(rows), name);
      const id = random.pick(ids);
      const own = rows.filter((row) => row.id === id);
      const one = await analytics.inviter(id, { from, to }, 'days');
      assert.deepEqual(one?.stats, { id, username: id, ...countLog(own), signUps: 0 }, name);
      for (const { day, pageViews, downloads } of one?.days ?? []) {
        const counted = countLog(own.filter(({ at }) => dayOf(at) === day));
        assert.deepEqual([pageViews, downloads], [counted.pageViews, counted.downloads], name);
      }
      assert.deepEqual(
        [list.totals.inviters, list.totals.matching],
        [listed.length, listed.length],
      );
      const days = await analytics.days({ from, to });
      const sum = days.reduce((views, { pageViews }) => views + pageViews, 0);
      assert.equal(sum, countLog(rows).pageViews, name);
    }

    /** The days before, and their events, are older than the log. */
    const days = PERIODS.flatMap(([from, count]) =>
      Array.from({ length: count }, (_, n) => dayOf(from) + n),
    ).filter((day) => day >= dayOf(Date.UTC(2023, 11, 30)));

    async function assertAll(log: readonly LogRow[]): Promise<void> {
      for (const [n, from] of days.entries()) {
        for (const to of days.slice(n)) await assertSame(log, from, to);
        const [to, hours] = [random.pick(days.slice(n)), random.upTo(24)];
        const until = to * DAY_MS + hours * HOUR_MS;
        const rows = log.filter(({ at }) => dayOf(at) >= from && at < until);
        assert.deepEqual(await invites.storage.analytics.sums({ from, to }, hours), countLog(rows));
      }
    }

    test('equal a recount of the log: over turns of months and years, a leap day and midnight', async () => {
      const { inviters, retention } = invites.storage;
      for (const id of ids) await inviters.put({ ...ANA, id, username: id });
      await addEvents(200, 0);
      await inviters.erase('cat', Date.UTC(2024, 2, 3));
      await inviters.put({ ...ANA, id: 'cat', username: 'cat' });
      await addEvents(100, 1_000);
      for (const now of [Date.UTC(2024, 5, 30, 9, 30), Date.UTC(2024, 5, 30, 9, 31)]) {
        await retention.run(now);
        const log = await readLog();
        assert.ok(log.length > 150);
        await assertAll(log);
      }
    });
  });
}
