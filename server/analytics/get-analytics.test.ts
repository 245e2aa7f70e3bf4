// Long because it has every query of the dashboard's figures, valid or not.
import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { rateInPercent } from '../../contract/analytics.ts';
import { calls } from '../../contract/calls.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { BEN, VIEW } from '../../testing/databases/test-invites.ts';
import { ADMIN, type SignedIn, signIn, signInAdmin } from '../../testing/signed-in.ts';
import { createTestApp, siteForSuite, TEST_NOW } from '../../testing/test-app.ts';

describe('the analytics of invites', () => {
  let admin: SignedIn;
  let now = TEST_NOW;
  const added: string[] = [];
  const site = siteForSuite(() => createTestApp({ clock: () => now }));
  before(async () => {
    admin = await signInAdmin(site, ADMIN, false);
  });
  // An erasure also subtracts the counts of an inviter, and the retention those of days.
  afterEach(async () => {
    if (added.length === 0) return;
    for (const id of added.splice(0)) await site.storage.inviters.erase(id, TEST_NOW);
    await site.storage.retention.run(TEST_NOW);
  });

  const ask = ({ path }: { path: string }, query: Record<string, string> = {}) =>
    site.app.inject({
      url: path,
      query: { userId: admin.userId, ...query },
      headers: admin.headers,
    });

  async function addInviter(id: string, views: number, downloads: number): Promise<void> {
    const { inviters, visits } = site.storage;
    added.push(id);
    await inviters.put({ ...BEN, id, username: id });
    for (let n = 0; n < views; n++) {
      const action = n < downloads ? 'download_clicked' : 'page_view';
      await visits.record({ ...VIEW, inviterId: id, action, at: TEST_NOW - n * DAY_MS });
    }
  }

  test('have every day of the range, from the oldest to today (UTC)', async () => {
    await addInviter('ana', 31, 1);
    const { days, version } = (await ask(calls.getAnalyticsDays)).json();
    assert.equal(version, (await ask(calls.getAnalyticsVersion)).json().version);
    assert.equal(days.length, 30);
    assert.deepEqual(days[0], { day: '2025-05-16', pageViews: 1, downloads: 0 });
    assert.deepEqual(days[29], { day: '2025-06-14', pageViews: 1, downloads: 1 });
  });

  test('have another version when a day (UTC) begins, the same in each answer', async () => {
    const midnight = Date.UTC(2025, 5, 15);
    const versions = [];
    for (now of [midnight - 1, midnight]) {
      const asked = [calls.getAnalyticsVersion, calls.getAnalytics, calls.getAnalyticsDays];
      const queries = [{}, { limit: '1' }, { range: '28' }];
      const answers = asked.map(async (call, n) => (await ask(call, queries[n])).json().version);
      versions.push(new Set(await Promise.all(answers)));
    }
    now = TEST_NOW;
    assert.equal(versions[0]?.size, 1);
    assert.equal(versions[0]?.symmetricDifference(versions[1] ?? new Set()).size, 2);
  });

  test('have totals and rows, with rates in percent to one decimal', async () => {
    await addInviter('ana', 3, 1);
    await addInviter('ben', 1, 0);
    const invite = { inviterId: 'ana', at: TEST_NOW };
    await site.storage.appInvites.report([
      { ...invite, inviteId: 'i-1', action: 'accepted' },
      { ...invite, inviteId: 'i-2', action: 'accepted' },
      { ...invite, inviteId: 'i-3', action: 'sent' },
    ]);
    await site.storage.retention.run(TEST_NOW);
    const { userStats, version, ...totals } = (await ask(calls.getAnalytics)).json();
    assert.equal(version, (await ask(calls.getAnalyticsVersion)).json().version);
    assert.deepEqual(totals, {
      totalInviters: 2,
      totalViews: 4,
      totalDownloads: 1,
      overallWebConversionRate: 25,
      totalAppInvitesSent: 3,
      overallInviteAcceptanceRate: 66.7,
      matching: 2,
      notCounted: {},
      retentionRanAt: '2025-06-14T12:00:00.000Z',
    });
    assert.deepEqual(userStats[0], {
      userId: 'ana',
      username: 'ana',
      pageViews: 3,
      downloads: 1,
      webConversionRate: 33.3,
      appInvitesSent: 3,
      acceptedInvites: 2,
      inviteAcceptanceRate: 66.7,
    });
    assert.equal(userStats[1].inviteAcceptanceRate, 0);
  });

  test('of a range count only its days, which become the nearest ones that have any', async () => {
    // One view of each of the days up to June 14, 2025, the first at noon.
    await addInviter('ana', 40, 0);
    const first = '2024-12-15';
    for (const [range, views, from, to] of [
      ['today', 1, '2025-06-14', '2025-06-14'],
      ['7', 7, '2025-06-08', '2025-06-14'],
      ['91', 40, '2025-03-16', '2025-06-14'],
      ['2025-06-01..2025-06-03', 3, '2025-06-01', '2025-06-03'],
      ['2025-06-03..2025-06-01', 3, '2025-06-01', '2025-06-03'],
      ['2030-01-01..2031-01-01', 1, '2025-06-14', '2025-06-14'],
      ['2000-01-01..2001-01-01', 0, first, first],
      ['2025-02-31..2025-13-45', 40, '2025-03-03', '2025-06-14'],
    ] as const) {
      const { totalViews, totalInviters, userStats } = (
        await ask(calls.getAnalytics, { range })
      ).json();
      assert.deepEqual([totalViews, totalInviters], [views, Math.min(1, views)], range);
      assert.deepEqual(
        userStats.map((row: { pageViews: number }) => row.pageViews),
        views === 0 ? [] : [views],
      );
      const { days, range: shown } = (await ask(calls.getAnalyticsDays, { range })).json();
      assert.deepEqual([shown.from, shown.to, shown.isRunning], [from, to, to === '2025-06-14']);
      const sum = days.reduce((all: number, day: { pageViews: number }) => all + day.pageViews, 0);
      assert.equal(sum, views, range);
    }
    const csv = await ask(calls.getAnalyticsCsv, { range: '2025-06-01..2025-06-03' });
    assert.match(
      String(csv.headers['content-disposition']),
      /"invites-2025-06-01-to-2025-06-03\.csv"/,
    );
    assert.match(csv.body, /\r\n"ana","ana",3,0,/);
  });

  test('of one day have its hours that have begun', async () => {
    await addInviter('ana', 2, 0);
    const hours = async (range: string) =>
      (await ask(calls.getAnalyticsDays, { range })).json().days;
    const today = await hours('today');
    assert.equal(today.length, 13);
    assert.deepEqual(today[12], { day: '2025-06-14T12:00Z', pageViews: 1, downloads: 0 });
    assert.equal((await hours('2025-06-13..2025-06-13')).length, 24);
  });

  test('are compared with the days before, an unfinished day with the same hours', async () => {
    await addInviter('ana', 8, 0);
    const visit = (at: number) => site.storage.visits.record({ ...VIEW, at });
    // At 12:00 the view of noon is not counted yet.
    const midnight = Date.UTC(2025, 5, 14);
    for (const at of [midnight, midnight + 1, midnight - 1, midnight - DAY_MS]) await visit(at);
    const views = async (range: string) => {
      const { range: shown } = (await ask(calls.getAnalyticsDays, { range })).json();
      return shown.comparisons.map(
        (compared: Record<'counted' | 'before', { pageViews: number }> & { daysEarlier: number }) =>
          [compared.daysEarlier, compared.counted.pageViews, compared.before.pageViews] as const,
      );
    };
    assert.deepEqual(await views('today'), [
      [1, 2, 1],
      [7, 2, 0],
    ]);
    assert.deepEqual(await views('2025-06-13..2025-06-13'), [[1, 3, 1]]);
    assert.deepEqual(await views('2025-06-12..2025-06-13'), [[2, 4, 2]]);
    // The seven days up to noon; on June 7 the view of noon is not counted either.
    assert.deepEqual(await views('7'), [[7, 10, 0]]);
    // The log has not all of the days before.
    assert.deepEqual(await views('2025-01-01..2025-06-14'), []);
  });

  test('of 91 days are compared with all days before, also where six months have only 181 days', async () => {
    now = Date.UTC(2025, 2, 15, 12);
    admin = await signIn(site, ADMIN);
    await addInviter('ana', 0, 0);
    for (const at of [Date.UTC(2024, 8, 14), Date.UTC(2024, 8, 15)])
      await site.storage.visits.record({ ...VIEW, at });
    await site.storage.retention.run(now);
    const { range } = (await ask(calls.getAnalyticsDays, { range: '91' })).json();
    assert.equal(range.comparisons[0].before.pageViews, 1);
    now = TEST_NOW;
    admin = await signIn(site, ADMIN);
  });

  test('of one inviter are those of the table, with the days of the range', async () => {
    await addInviter('ana', 40, 2);
    await addInviter('ben', 0, 0);
    const one = (query: Record<string, string>) => ask(calls.getAnalyticsInviter, query);
    for (const [range, views, days] of [
      [{}, 40, 30],
      [{ range: '2025-05-05..2025-05-07' }, 2, 3],
    ] as const) {
      const answer = (await one({ inviter: 'ana', ...range })).json();
      const { userStats } = (await ask(calls.getAnalytics, range)).json();
      assert.deepEqual(answer.inviter, userStats[0]);
      assert.deepEqual([answer.inviter.pageViews, answer.days.length], [views, days]);
      const counted = answer.days.filter((day: { pageViews: number }) => day.pageViews === 1);
      assert.equal(counted.length, Math.min(views, days));
    }
    assert.equal((await one({ inviter: 'unknown-id' })).statusCode, 404);
    assert.equal((await one({ inviter: 'ben' })).json().inviter.pageViews, 0);
  });

  test('answer 400 with a sentence to a query that is not valid', async () => {
    for (const [key, ...values] of [
      ['limit', '0', '1001', '-1', '1e3', ''],
      ['offset', '-1'],
      ['sort', 'phone'],
      ['order', 'up'],
      ['range', '8', '2025-06-01', ''],
      ['search', 'a'.repeat(101)],
      ['admin', 'true'],
    ] as const) {
      for (const value of values) {
        const response = await ask(calls.getAnalytics, { [key]: value });
        assert.equal(response.statusCode, 400, `${key}=${value}`);
        assert.match(response.json().error, /\.$/);
      }
    }
  });

  test('as CSV have all found rows in the requested order, and no cell that runs as a formula', async () => {
    await addInviter('=cmd()', 4, 1);
    await addInviter('ana', 1, 0);
    const invite = { inviterId: '=cmd()', at: TEST_NOW, action: 'sent' } as const;
    const sent = Array.from({ length: 5 }, (_, n) => ({ ...invite, inviteId: `i-${n}` }));
    await site.storage.appInvites.report([
      ...sent,
      ...sent.slice(2).map((one) => ({ ...one, action: 'accepted' as const })),
    ]);
    const response = await ask(calls.getAnalyticsCsv, { sort: 'username', order: 'asc' });
    assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(String(response.headers['content-disposition']), /invites-2025-06-14\.csv/);
    assert.deepEqual(response.body.split('\r\n'), [
      '\ufeff"userId","username","pageViews","downloads","webConversionRate","appInvitesSent","acceptedInvites","inviteAcceptanceRate"',
      `"'=cmd()","'=cmd()",4,1,25,5,3,60`,
      '"ana","ana",1,0,0,0,0,0',
      '',
    ]);
    const found = await ask(calls.getAnalyticsCsv, { search: ' ANA ' });
    assert.equal(found.body.split('\r\n').length, 3);
  });

  test('without a limit contain every inviter in one snapshot, and are streamed', async () => {
    const ids = Array.from({ length: 1_100 }, (_, n) => `inviter-${n}`);
    const { inviters, visits } = site.storage;
    await inviters.putAll(ids.map((id) => ({ ...BEN, id, username: id })));
    await Promise.all(ids.map((inviterId) => visits.record({ ...VIEW, inviterId })));
    const whole = await ask(calls.getAnalytics);
    assert.equal(whole.headers['content-type'], 'application/json; charset=utf-8');
    assert.equal(whole.headers['cache-control'], 'no-store');
    assert.equal(whole.headers['content-length'], undefined);
    const { userStats, ...totals } = whole.json();
    assert.equal(userStats.length, 1_100);
    const { userStats: part, ...partTotals } = (
      await ask(calls.getAnalytics, { limit: '3' })
    ).json();
    assert.deepEqual(userStats.slice(0, 3), part);
    assert.deepEqual(totals, partTotals);
    const rest = (await ask(calls.getAnalytics, { offset: '1000', search: 'INVITER' })).json();
    assert.deepEqual(rest.userStats, userStats.slice(1_000));
  });
});

test('a rate has one decimal, every half is rounded up, and a rate of nothing is 0', () => {
  const rates = [
    [1, 3, 33.3],
    [2, 3, 66.7],
    [5, 400, 1.3],
    [201, 400, 50.3],
    [203, 400, 50.8],
    [1_001, 2_000, 50.1],
    [7, 7, 100],
    [3, 2, 150],
    [0, 0, 0],
    [5, 0, 0],
  ] as const;
  for (const [part, whole, rate] of rates) {
    assert.equal(rateInPercent(part, whole), rate, `${part} of ${whole}`);
  }
});
