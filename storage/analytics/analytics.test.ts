// Long because it has every way to select, sort and count, on both engines.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type SortField, sortFields, sortOrders } from '../../contract/analytics.ts';
import { DAY_MS, dayOf, HOUR_MS } from '../../contract/durations.ts';
import { testEngines } from '../../testing/databases/test-databases.ts';
import { ANA, counts, invitesForEachTest, NOON } from '../../testing/databases/test-invites.ts';
import { searchText } from '../search-text.ts';
import type { InviterSelection } from './analytics.ts';
import type { InviterStats } from './inviter.ts';

const ALL: InviterSelection = { search: '', sort: 'pageViews', order: 'desc' };

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
/** @returns the value by which a row is sorted */
function sortValue(row: InviterStats, sort: SortField): string | number {
  if (sort === 'username') return searchText(row.username);
  if (sort === 'webConversionRate') return ratio(row.downloads, row.pageViews);
  if (sort === 'inviteAcceptanceRate') return ratio(row.acceptedInvites, row.appInvitesSent);
  return row[sort];
}

for (const engine of testEngines) {
  describe(`analytics on ${engine.name}`, () => {
    const invites = invitesForEachTest(engine);

    const ids = async (
      selection: Partial<InviterSelection> & { limit?: number; offset?: number },
    ) => {
      const { analytics } = invites.storage;
      const report = await analytics.read({ ...ALL, limit: 100, offset: 0, ...selection });
      return report.rows.map((row) => row.id);
    };

    /** Ana: 3 views, 1 download, 2 invites, both accepted. Ben: 2 views, 2 downloads, 1 invite. */
    async function fill(): Promise<void> {
      const { view, click, report } = invites;
      await click();
      await view({ eventId: 'load-0002' });
      await view({ eventId: 'load-0003', at: NOON + DAY_MS });
      await click({ inviterId: 'ben', eventId: 'load-0004' });
      await click({ inviterId: 'ben', eventId: 'load-0005' });
      await report(
        { inviteId: 'i-1', action: 'accepted' },
        { inviteId: 'i-2', action: 'accepted' },
        { inviteId: 'i-3', inviterId: 'ben' },
      );
    }

    /** Inviters 0000, 0001 and so on, with one view each. */
    async function fillMany(count: number): Promise<void> {
      const { storage, view } = invites;
      const numbers = Array.from({ length: count }, (_, n) => n);
      await storage.inviters.putAll(
        numbers.map((n) => ({ ...ANA, id: `u${n}`, username: String(n).padStart(4, '0') })),
      );
      await Promise.all(numbers.map((n) => view({ inviterId: `u${n}`, eventId: undefined })));
    }

    test('leaves out inviters without events', async () => {
      const report = await invites.storage.analytics.read({ ...ALL, limit: 100, offset: 0 });
      assert.deepEqual(report, {
        inviters: 0,
        total: counts({}),
        excluded: {},
        matching: 0,
        retentionRanAt: undefined,
        version: await invites.storage.analytics.version(),
        rows: [],
      });
    });

    test('reads totals and rows, sorted by views', async () => {
      await fill();
      const { analytics } = invites.storage;
      const { rows, ...totals } = await analytics.read({ ...ALL, limit: 100, offset: 0 });
      assert.deepEqual(totals, {
        inviters: 2,
        total: counts({ views: 5, downloads: 3, sent: 3, accepted: 2 }),
        excluded: {},
        matching: 2,
        retentionRanAt: undefined,
        version: await analytics.version(),
      });
      assert.equal(rows.length, 2);
      assert.partialDeepStrictEqual(rows, [
        {
          id: 'ana',
          username: 'ana_92',
          ...counts({ views: 3, downloads: 1, sent: 2, accepted: 2 }),
        },
        { id: 'ben', username: 'ben', ...counts({ views: 2, downloads: 2, sent: 1 }) },
      ]);
    });

    /** Inviters u0, u1 and so on, with few different names and counts. */
    async function fillEqual(count: number): Promise<void> {
      const { storage, view, click, report } = invites;
      const names = ['ana', 'ána', 'ben', '\ue000', '😀'];
      for (let n = 0; n < count; n++) {
        const inviterId = `u${n}`;
        await storage.inviters.put({ ...ANA, id: inviterId, username: names[n % 5] ?? '' });
        const visits = Array.from({ length: 1 + ((n * 7) % 5) }, (_, m) =>
          m < n % 3 ? click : view,
        );
        for (const visit of visits) await visit({ inviterId, eventId: undefined });
        const actions = ['sent', 'accepted', 'sent'].slice(0, n % 4) as ('sent' | 'accepted')[];
        for (const [m, action] of actions.entries())
          await report({ inviterId, inviteId: `${n}-${m}`, action });
      }
    }

    for (const sort of sortFields) {
      test(`pages and lists are in the order of ${sort}, then of the views, then of the keys`, async () => {
        await fillEqual(24);
        const { analytics } = invites.storage;
        for (const order of sortOrders) {
          // With a search, or for the name, the rows are joined with another table.
          const selection = { search: order === 'asc' ? '' : 'U', sort, order };
          const list = await analytics.list(selection);
          const rows = (await Array.fromAsync(list.rows)).flat();
          const expected = rows.toSorted(
            (a, b) =>
              (order === 'asc' ? 1 : -1) * compare(sortValue(a, sort), sortValue(b, sort)) ||
              b.pageViews - a.pageViews ||
              Number(a.id.slice(1)) - Number(b.id.slice(1)),
          );
          assert.deepEqual([rows.length, rows], [24, expected]);
          const page = await analytics.read({ ...selection, limit: 9, offset: 9 });
          assert.deepEqual(page.rows, rows.slice(9, 18));
        }
      });
    }

    test('orders usernames of every script without regard to case', async () => {
      const names = ['anna', 'ANNE', 'Zoe', 'élise', 'Émile', 'анна', 'Ярослав'];
      for (const username of names.toReversed()) {
        const id = `Id of ${username}`;
        await invites.storage.inviters.put({ ...ANA, id, username });
        await invites.view({ inviterId: id, eventId: undefined });
      }
      const inOrder = names.map((username) => `Id of ${username}`);
      assert.deepEqual(await ids({ sort: 'username', order: 'asc' }), inOrder);
      assert.deepEqual(await ids({ sort: 'username', order: 'desc' }), inOrder.toReversed());
    });

    test('finds parts of names and ids in any case and script, and % and _ literally', async () => {
      const { storage, view } = invites;
      await storage.inviters.put({ ...ANA, username: 'Łucja_100%', firstName: 'ΑΘΗΝΆ' });
      await view();
      await view({ inviterId: 'ben', eventId: 'load-0002' });
      for (const search of ['łUC', '100%', '_1', 'αθηνά', 'ANA']) {
        assert.deepEqual(await ids({ search }), ['ana'], search);
      }
      for (const search of ['%', '_', '\\', "'", '\0', 'u%1', 'nobody']) {
        assert.ok(!(await ids({ search })).includes('ben'), search);
      }
      const found = { ...ALL, search: 'luc', limit: 1, offset: 0 };
      assert.equal((await storage.analytics.read(found)).matching, 0);
    });

    test('finds a name in capitals, also with a final sigma, a dotted or dotless i, or a sharp s', async () => {
      const { storage, view } = invites;
      for (const [username, searches] of [
        ['ΝΙΚΟΣΑΚΗΣ', ['ΝΙΚΟΣ', 'νικοσ', 'νικος', 'ΑΚΗΣ', 'ακης']],
        ['Νίκος', ['ΝΊΚΟΣ', 'ίκοσ']],
        ['İstanbul', ['istanbul', 'ISTANBUL', 'İSTANBUL']],
        ['Işık', ['IŞIK', 'ışık', 'işik']],
        ['Straße', ['STRASSE', 'straße', 'STRAẞE']],
      ] as const) {
        await storage.inviters.put({ ...ANA, id: username, username });
        await view({ inviterId: username, eventId: undefined });
        for (const search of searches) {
          assert.ok((await ids({ search })).includes(username), `${search} finds ${username}`);
        }
      }
    });

    test('totals equal the sum of the rows while events are recorded, inviters erased and old days added up', async () => {
      const { storage, view } = invites;
      let done = false;
      /** Many small batches, so that events are committed between any two queries of a read. */
      async function write(): Promise<void> {
        for (let n = 0; n < 100; n++) {
          const inviterId = n % 2 ? 'ana' : 'ben';
          const times = [NOON, NOON - HOUR_MS, NOON - 200 * DAY_MS];
          await Promise.all(times.map((at) => view({ inviterId, at, eventId: undefined })));
          if (n % 20 === 19) await storage.retention.run(NOON);
          if (n % 10 !== 9) continue;
          await Promise.all([storage.inviters.erase('ben', NOON), view({ eventId: undefined })]);
          await storage.inviters.put({ ...ANA, id: 'ben' });
        }
      }
      const writing = write().finally(() => {
        done = true;
      });
      const day = dayOf(NOON);
      let reads = 0;
      while (!done) {
        const days = reads++ % 2 ? { from: day, to: day } : undefined;
        const { total, rows } = await storage.analytics.read({ ...ALL, days, limit: 9, offset: 0 });
        const views = rows.reduce((sum, row) => sum + row.pageViews, 0);
        assert.equal(views, total.pageViews);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await writing;
      assert.ok(reads > 1);
    });

    test('a list has every row and the totals of one state, whatever is counted or erased while it is sent', async () => {
      await fillMany(1_200);
      const { analytics, inviters } = invites.storage;
      const list = await analytics.list({ search: '', sort: 'username', order: 'asc' });
      await invites.view({ inviterId: 'u7', eventId: undefined });
      const steps = list.rows[Symbol.asyncIterator]();
      const first = await steps.next();
      for (const id of ['u0', 'u600', 'u1199']) await inviters.erase(id, NOON);
      const rest = (await Array.fromAsync({ [Symbol.asyncIterator]: () => steps })).flat();
      const rows = [...first.value, ...rest];
      assert.equal(new Set(rows.map(({ id }) => id)).size, 1_200);
      assert.ok(rows.every(({ pageViews }) => pageViews === 1));
      const { inviters: count, matching, total, version } = list.totals;
      assert.deepEqual([count, matching, total.pageViews], [1_200, 1_200, 1_200]);
      assert.notEqual(version, await analytics.version());
      const next = await analytics.list({ ...ALL, search: 'u11', offset: 10 });
      assert.equal((await Array.fromAsync(next.rows)).flat().length, 100);
      assert.equal(next.totals.matching, 110);
    });

    test('counts each day (UTC) separately', async () => {
      await fill();
      const today = dayOf(NOON);
      assert.deepEqual(await invites.storage.analytics.days({ from: today, to: today + 1 }), [
        { day: today, pageViews: 4, downloads: 3 },
        { day: today + 1, pageViews: 1, downloads: 0 },
      ]);
      assert.equal(
        (await invites.storage.analytics.days({ from: today + 1, to: today + 1 })).length,
        1,
      );
    });

    test('the version changes only after an event, an excluded visit or an erasure', async () => {
      const { storage, view } = invites;
      const versions = [await storage.analytics.version()];
      for (const change of [
        () => view(),
        () => view({ eventId: 'load-0002', excluded: 'bot' }),
        () => storage.inviters.erase('ana', NOON),
      ]) {
        await change();
        versions.push(await storage.analytics.version());
        assert.equal(await storage.analytics.version(), versions.at(-1));
      }
      assert.equal(new Set(versions).size, 4);
    });

    test('the version does not show that addresses join, confirm, leave or are removed', async () => {
      const { analytics, members, letters, waitlist, retention } = invites.storage;
      await invites.view();
      const before = await analytics.version();
      const email = 'a@x.example';
      const signUp = (ask?: { via: undefined }, at = NOON) =>
        waitlist.join(email, at, ask, { refs: ['ana', 'ben'], from: 'tiktok' });
      for (const change of [
        () => signUp(),
        () => signUp(),
        () => waitlist.remove(email, { who: '+15550001111', at: NOON }),
        () => retention.run(NOON),
        () => signUp({ via: undefined }),
        () => letters.queue(NOON),
        () => members.confirm(email, NOON),
        () => members.leave(email, NOON),
        () => waitlist.remove(email, { who: '+15550001111', at: NOON }),
        () => signUp(),
        () => waitlist.erase(email, NOON),
        () => retention.run(NOON),
      ]) {
        await change();
        assert.equal(await analytics.version(), before, String(change));
      }
    });

    test('the version changes after an erasure, also if as many events were counted meanwhile', async () => {
      const { storage, view } = invites;
      await view();
      const before = await storage.analytics.version();
      await storage.inviters.erase('ana', NOON);
      await view({ inviterId: 'ben', eventId: 'load-0002' });
      assert.notEqual(await storage.analytics.version(), before);
    });
  });
}

/** @returns -1, 0 or 1. Texts are compared by their bytes in UTF-8, as the engines do. */
function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return Math.sign(a - b);
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
}
