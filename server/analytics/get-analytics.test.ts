// Long because it has every query of the dashboard's figures, valid or not.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { rateInPercent } from '../../contract/analytics.ts';
import { calls } from '../../contract/calls.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { type SignedIn, signIn } from '../../testing/signed-in.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';

const ADMIN = '+15550001111';

describe('the analytics of invites', () => {
  let site: TestApp;
  let admin: SignedIn;
  let now = TEST_NOW;
  const added: string[] = [];
  before(async () => {
    site = await createTestApp({ clock: () => now });
    await site.storage.admins.add(ADMIN, TEST_NOW);
    admin = await signIn(site, ADMIN);
  });
  // An erasure also subtracts the counts of an inviter.
  afterEach(async () => {
    for (const id of added.splice(0)) await site.storage.inviters.erase(id, TEST_NOW);
  });
  after(() => site.close());

  const ask = ({ path }: { path: string }, query: Record<string, string> = {}) =>
    site.app.inject({
      url: path,
      query: { userId: admin.userId, ...query },
      headers: admin.headers,
    });

  async function addInviter(id: string, views: number, downloads: number): Promise<void> {
    const { inviters, inviteEvents } = site.storage;
    added.push(id);
    await inviters.put({ id, username: id, firstName: null, profileImageUrl: null });
    for (let n = 0; n < views; n++) {
      await inviteEvents.visit({
        inviterId: id,
        action: n < downloads ? 'download_clicked' : 'page_view',
        eventId: randomUUID(),
        at: TEST_NOW - n * DAY_MS,
        excluded: undefined,
      });
    }
  }

  test('are zero before the first event, rates included', async () => {
    const response = await ask(calls.getAnalytics);
    assert.equal(response.statusCode, 200);
    assert.equal(response.headers['cache-control'], 'no-store');
    assert.deepEqual(response.json(), {
      totalInviters: 0,
      totalViews: 0,
      totalDownloads: 0,
      overallWebConversionRate: 0,
      totalAppInvitesSent: 0,
      overallInviteAcceptanceRate: 0,
      userStats: [],
      matching: 0,
      notCounted: {},
      retentionRanAt: null,
      version: (await ask(calls.getAnalyticsVersion)).json().version,
    });
  });

  // Before the others, because an erasure does not change the counts of the days.
  test('have every day of the range, from the oldest to today (UTC)', async () => {
    await addInviter('ana', 31, 1);
    const { days, version } = (await ask(calls.getAnalyticsDays, { days: '30' })).json();
    assert.equal(version, (await ask(calls.getAnalyticsVersion)).json().version);
    assert.equal(days.length, 30);
    assert.deepEqual(days[0], { day: '2025-05-16', pageViews: 1, downloads: 0 });
    assert.deepEqual(days[29], { day: '2025-06-14', pageViews: 1, downloads: 1 });
    assert.equal((await ask(calls.getAnalyticsDays, { days: '90' })).json().days.length, 90);
    assert.equal((await ask(calls.getAnalyticsDays, { days: '31' })).statusCode, 400);
  });

  test('have another version when a day (UTC) begins, the same in each answer', async () => {
    const midnight = Date.UTC(2025, 5, 15);
    const versions = [];
    for (now of [midnight - 1, midnight]) {
      const asked = [calls.getAnalyticsVersion, calls.getAnalytics, calls.getAnalyticsDays];
      const queries = [{}, { limit: '1' }, { days: '30' }];
      const answers = asked.map(async (call, n) => (await ask(call, queries[n])).json().version);
      versions.push(new Set(await Promise.all(answers)));
    }
    now = TEST_NOW;
    // A session that was last seen later than now is not valid.
    admin = await signIn(site, ADMIN);
    assert.deepEqual(
      versions.map(({ size }) => size),
      [1, 1],
    );
    assert.notDeepEqual(versions[0], versions[1]);
  });

  test('have totals and rows, with rates in percent to one decimal', async () => {
    await addInviter('ana', 3, 1);
    await addInviter('ben', 1, 0);
    const invite = { inviterId: 'ana', at: TEST_NOW };
    await site.storage.inviteEvents.report([
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

  test('are selected by search, sorted, and cut by limit and offset', async () => {
    for (const [id, views] of Object.entries({ ana: 1, ben: 3, bo: 2 })) {
      await addInviter(id, views, 0);
    }
    const ids = async (query: Record<string, string>) =>
      (await ask(calls.getAnalytics, query))
        .json()
        .userStats.map((row: { userId: string }) => row.userId);
    assert.deepEqual(await ids({}), ['ben', 'bo', 'ana']);
    assert.deepEqual(await ids({ sort: 'username', order: 'asc' }), ['ana', 'ben', 'bo']);
    assert.deepEqual(await ids({ search: ' B ' }), ['ben', 'bo']);
    assert.deepEqual(await ids({ limit: '1', offset: '1' }), ['bo']);
    const { matching } = (await ask(calls.getAnalytics, { search: 'b', limit: '1' })).json();
    assert.equal(matching, 2);
  });

  const badQueries: Record<string, string>[] = [
    { limit: '0' },
    { limit: '1001' },
    { limit: '-1' },
    { limit: '1e3' },
    { limit: '' },
    { offset: '-1' },
    { sort: 'phone' },
    { order: 'up' },
    { search: 'a'.repeat(101) },
    { admin: 'true' },
  ];
  test('answer 400 with a sentence to a query that is not valid', async () => {
    for (const query of badQueries) {
      const response = await ask(calls.getAnalytics, query);
      assert.equal(response.statusCode, 400, JSON.stringify(query));
      assert.match(response.json().error, /\.$/);
    }
  });

  test('as CSV have all found rows in the requested order, and no cell that runs as a formula', async () => {
    await addInviter('=cmd()', 4, 1);
    await addInviter('ana', 1, 0);
    const invite = { inviterId: '=cmd()', at: TEST_NOW, action: 'sent' } as const;
    const sent = Array.from({ length: 5 }, (_, n) => ({ ...invite, inviteId: `i-${n}` }));
    await site.storage.inviteEvents.report([
      ...sent,
      ...sent.slice(2).map((one) => ({ ...one, action: 'accepted' as const })),
    ]);
    const response = await ask(calls.getAnalyticsCsv, { order: 'asc' });
    assert.equal(response.headers['content-type'], 'text/csv; charset=utf-8');
    assert.match(String(response.headers['content-disposition']), /invites-2025-06-14\.csv/);
    assert.deepEqual(response.body.split('\r\n'), [
      '\ufeff"userId","username","pageViews","downloads","webConversionRate","appInvitesSent","acceptedInvites","inviteAcceptanceRate"',
      '"ana","ana",1,0,0,0,0,0',
      `"'=cmd()","'=cmd()",4,1,25,5,3,60`,
      '',
    ]);
    const found = await ask(calls.getAnalyticsCsv, { search: 'ANA' });
    assert.equal(found.body.split('\r\n').length, 3);
  });

  test('without a limit contain every inviter in one snapshot, and are streamed', async () => {
    const ids = Array.from({ length: 1_100 }, (_, n) => `inviter-${n}`);
    const profile = { firstName: null, profileImageUrl: null };
    await site.storage.inviters.putAll(ids.map((id) => ({ id, username: id, ...profile })));
    const visit = { action: 'page_view', at: TEST_NOW, excluded: undefined } as const;
    const { inviteEvents } = site.storage;
    await Promise.all(
      ids.map((inviterId) => inviteEvents.visit({ inviterId, eventId: undefined, ...visit })),
    );
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
    const most = (await ask(calls.getAnalytics, { limit: '1000', search: 'INVITER' })).json();
    assert.deepEqual(most.userStats, userStats.slice(0, 1_000));
    const rest = (await ask(calls.getAnalytics, { offset: '1000', search: 'INVITER' })).json();
    assert.deepEqual(rest.userStats, userStats.slice(1_000));
    assert.equal((await ask(calls.getAnalytics, { search: 'nobody' })).json().userStats.length, 0);
  });
});

test('a rate has one decimal, and every half is rounded up', () => {
  const rates = [
    [1, 3, 33.3],
    [2, 3, 66.7],
    [5, 400, 1.3],
    [201, 400, 50.3],
    [203, 400, 50.8],
    [1_001, 2_000, 50.1],
    [7, 7, 100],
    [3, 2, 150],
  ] as const;
  for (const [part, whole, rate] of rates) {
    assert.equal(rateInPercent(part, whole), rate, `${part} of ${whole}`);
  }
});

test('a rate of nothing is 0', () => {
  assert.equal(rateInPercent(0, 0), 0);
  assert.equal(rateInPercent(5, 0), 0);
});
