import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DAY_MS, dayOf, HOUR_MS } from '../../contract/durations.ts';
import { sqlite } from '../../testing/databases/sqlite-test-engine.ts';
import { query, testEngines } from '../../testing/databases/test-databases.ts';
import { ANA, counts, invitesForEachTest, NOON } from '../../testing/databases/test-invites.ts';
import { OLDER } from '../invites/counters.ts';

for (const engine of testEngines) {
  describe(`retention and erasure of invites on ${engine.name}`, () => {
    const invites = invitesForEachTest(engine);

    async function rowsOf(table: string): Promise<number> {
      const counted = `SELECT count(*) AS n FROM ${table}`;
      return Number((await query(invites.database.url, counted))[0]?.['n']);
    }

    test('an erased inviter is removed from the totals immediately, and from the log by the next run', async () => {
      const { storage, view, click, report, totals } = invites;
      await view();
      await click();
      await view({ inviterId: 'ben', eventId: 'load-0002' });
      await report({ action: 'accepted' }, { inviteId: 'i-2', inviterId: 'ben' });
      assert.equal(await storage.inviters.erase('ana', NOON), true);
      assert.equal(await storage.inviters.erase('ana', NOON), false);
      assert.equal(await storage.inviters.find('ana'), undefined);
      assert.equal(await view({ eventId: 'load-0003' }), 'unknown-inviter');
      assert.deepEqual(await totals(), counts({ views: 1, sent: 1 }));
      assert.deepEqual((await storage.recount()).differences, []);
      const hours = await storage.analytics.hours(dayOf(NOON));
      assert.deepEqual(hours, [{ day: 12, pageViews: 1, downloads: 0 }]);
      assert.deepEqual(await storage.retention.run(NOON), { at: NOON, events: 0, erasedEvents: 4 });
      assert.equal((await storage.recount()).events, 2);
    });

    test('an inviter who is stored again after an erasure starts at zero, even before the next run', async () => {
      const { storage, view, totals } = invites;
      await view();
      await storage.inviters.erase('ana', NOON);
      await storage.inviters.put(ANA);
      await view({ eventId: 'load-0002' });
      assert.deepEqual(await totals(), counts({ views: 1 }));
      await storage.retention.run(NOON);
      assert.deepEqual(await totals(), counts({ views: 1 }));
    });

    test('single events are removed at the end of the day on which they are six months old, which changes no sum', async () => {
      const { storage, view, click, report } = invites;
      const old = Date.UTC(2024, 11, 14);
      await view({ at: old - 1 });
      await click({ at: old - 1, eventId: 'load-0002' });
      await report({ action: 'accepted', at: old - 1 });
      await view({ at: old, eventId: 'load-0003' });
      const before = await storage.analytics.totals();
      assert.deepEqual(await storage.retention.run(NOON), { at: NOON, events: 5, erasedEvents: 0 });
      assert.deepEqual(await storage.analytics.totals(), before);
      assert.equal((await storage.recount()).events, 1);
      const days = 'SELECT day, page_views FROM inviter_day ORDER BY day';
      const stored = (await query(invites.database.url, days)).map((row) =>
        Object.values(row).map(Number),
      );
      assert.deepEqual(stored, [
        [OLDER, 2],
        [dayOf(old), 1],
      ]);
      assert.equal(await rowsOf('hour_total'), 2);
      assert.deepEqual(await report({ action: 'accepted' }), ['repeated']);
      assert.deepEqual(await storage.retention.lastRun(), { at: NOON, events: 5, erasedEvents: 0 });
    });

    async function runAfterErasure() {
      const { waitlist, retention } = invites.storage;
      await waitlist.join('ana@example.com', NOON);
      await waitlist.erase('ana@example.com', NOON);
      await invites.view({ at: NOON });
      await retention.run(NOON);
      return retention;
    }

    test('a clock that is ahead for a few runs forgets neither event ids nor erasures', async () => {
      const { view } = invites;
      const retention = await runAfterErasure();
      for (const days of [400, 4_000, 400]) await retention.run(NOON + days * DAY_MS);
      assert.equal(await view({ at: NOON + 1 }), 'repeated');
      assert.equal(await rowsOf('erasure'), 1);
    });

    test('after a long stop, and after a clock that was behind, retention catches up in hourly runs', async () => {
      const retention = await runAfterErasure();
      await retention.run(0);
      const end = NOON + 100 * DAY_MS;
      for (let hour = 0; hour < 89; hour++) await retention.run(end + hour * HOUR_MS);
      assert.equal(await rowsOf('event_key'), 0);
      assert.equal(await rowsOf('erasure'), 1);
      for (let hour = 89; hour < 102; hour++) await retention.run(end + hour * HOUR_MS);
      assert.equal(await rowsOf('erasure'), 0);
      assert.equal((await retention.lastRun())?.at, end + 101 * HOUR_MS);
    });

    test('event ids are stored for seven days, and then removed', async () => {
      const { storage, view } = invites;
      const week = 7 * DAY_MS;
      for (const [part, at] of [
        ['old', NOON - week],
        ['new', NOON - week + 1],
      ] as const) {
        await Promise.all(
          Array.from({ length: 600 }, (_, n) => view({ at, eventId: `${n}-${part}-load` })),
        );
      }
      await storage.retention.run(NOON);
      // Repeats a visit at its old time. At NOON, an old id would count as new even if it were still in the table.
      const again = (part: string, n: number) =>
        view({ at: NOON - week, eventId: `${n}-${part}-load` });
      for (const n of [0, 300, 599]) {
        assert.equal(await again('old', n), 'counted');
        assert.equal(await again('new', n), 'repeated');
      }
    });

    // The steps are the same on each engine.
    if (engine !== sqlite) return;

    test('events are removed in many steps, and an inviter can be erased afterwards', async () => {
      const { storage, view, totals } = invites;
      const old = Date.UTC(2024, 1, 1);
      for (const part of ['a', 'b', 'c', 'd']) {
        await Promise.all(
          Array.from({ length: 3_000 }, (_, n) =>
            view({ at: n % 2 ? old : NOON, eventId: `load-${part}-${n}` }),
          ),
        );
      }
      assert.equal((await storage.retention.run(NOON)).events, 6_000);
      assert.deepEqual((await storage.recount()).differences, []);
      await storage.inviters.erase('ana', NOON);
      assert.equal((await storage.retention.run(NOON)).erasedEvents, 6_000);
      assert.deepEqual(await totals(), counts({}));
    });
  });
}
