import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { DAY_MS, dayOf } from '../../contract/durations.ts';
import { ANA } from '../../testing/databases/test-invites.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { ADMIN, type SignedIn, signIn, signInAdmin } from '../../testing/signed-in.ts';
import { createTestApp, siteForSuite, TEST_NOW } from '../../testing/test-app.ts';

const BROWSER = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15';
const HOSTILE: unknown[] = [
  ...['nobody', '', '"><script>alert(1)</script>', 'x'.repeat(10_000), '語'.repeat(10_000)],
  ...['\ud800', 'an\0a', null, 7, true, ['ana'], { id: 'ana' }, [[[]]]],
];

describe('a sign-up by the link of an inviter', () => {
  let admin: SignedIn;
  const site = siteForSuite(() => createTestApp({ linkNames: ['poster', 'tiktok'] }));
  before(async () => {
    await site.storage.inviters.put(ANA);
    await site.storage.inviters.put({ ...ANA, id: 'lina', firstName: '<b>لينا</b>' });
    admin = await signInAdmin(site, ADMIN, false);
  });

  const join = (email: string, ref?: unknown, from?: unknown) =>
    site.app.inject({
      method: 'POST',
      url: calls.joinWaitlist.path,
      payload: { email, ...(ref !== undefined && { ref }), ...(from !== undefined && { from }) },
    });
  const ask = ({ path }: { path: string }, more: Record<string, string> = {}) =>
    site.app.inject({
      url: path,
      query: { userId: admin.userId, ...more },
      headers: admin.headers,
    });
  const signUps = async () => {
    const { rows } = await site.storage.analytics.list({
      search: '',
      sort: 'username',
      order: 'asc',
    });
    const all = (await Array.fromAsync(rows)).flat();
    return Object.fromEntries(all.map((row) => [row.id, row.signUps]));
  };

  test('counts whatever ref it has, with the same answer', async () => {
    const plain = await join('plain@x.example');
    for (const [n, ref] of HOSTILE.entries()) {
      const from = typeof ref === 'string' ? ref.slice(0, 99) : ref;
      const answer = await join(`${n}@x.example`, ref, from);
      assert.equal(answer.statusCode, 200, String(ref).slice(0, 20));
      assert.equal(answer.body, plain.body);
      assert.deepEqual(Object.keys(answer.headers), Object.keys(plain.headers));
    }
    assert.deepEqual(await signUps(), {});
    const entries = await Array.fromAsync(site.storage.waitlist.entries());
    assert.equal(entries.length, HOSTILE.length + 1);
    for (const email of ['ana1@x.example', 'ana1@x.example', 'ana2@x.example']) {
      assert.equal((await join(email, 'ana.')).body, plain.body);
    }
    assert.deepEqual(await signUps(), { ana: 2 });
  });

  test('counts by the form without JavaScript, and a refused address keeps the ref', async () => {
    const post = (email: string, link: Record<string, string>) =>
      site.app.inject({
        method: 'POST',
        url: `/?${new URLSearchParams(link)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: String(new URLSearchParams({ email })),
      });
    const refused = await post('nothing', { ref: 'ana' });
    assert.equal(refused.statusCode, 400);
    // The browser sends it to the same address again.
    assert.match(refused.body, /<form class="pill" method="post"><input /);
    assert.equal((await post('form@x.example', { ref: 'ana', from: 'poster' })).statusCode, 200);
    assert.equal((await signUps())['ana'], 3);
    const named = await site.storage.waitlist.namedLinks(0);
    assert.deepEqual(
      named.map(({ name, signUps }) => [name, signUps]),
      [['poster', 1]],
    );
  });

  test('is a column only for admins with the right to the waitlist, on a site without letters', async () => {
    const withColumn = async () => {
      const all = (await ask(calls.getAnalytics)).json().userStats;
      const some = (await ask(calls.getAnalytics, { limit: '5' })).json().userStats;
      const csv = (await ask(calls.getAnalyticsCsv)).body;
      const [head = '', line = ''] = csv.split('\r\n');
      return [all[0].signUps, some[0].signUps, head.endsWith(',"signUps"'), line.split(',').length];
    };
    assert.deepEqual(await withColumn(), [undefined, undefined, false, 8]);
    const sorted = await ask(calls.getAnalytics, { sort: 'signUps' });
    assert.equal(sorted.statusCode, 200);
    await site.storage.admins.setRight(ADMIN, true, { who: 'test', at: TEST_NOW });
    assert.deepEqual(await withColumn(), [3, 3, true, 9]);
  });

  test('is counted for each named link, for admins with the right', async () => {
    const named = async (more = {}) => (await ask(calls.getAnalytics, more)).json().namedLinks;
    for (const from of ['“tiktok”.', 'tiktok', 'TIKTOK', 'unknown', ['tiktok']]) {
      assert.equal((await join('by-link@x.example', undefined, from)).statusCode, 200);
    }
    const counted = [
      { name: 'poster', signUps: 1, lastWeek: 1 },
      { name: 'tiktok', signUps: 1, lastWeek: 1 },
    ];
    assert.deepEqual([await named(), await named({ limit: '5' })], [counted, counted]);
    const week = 7 * DAY_MS;
    assert.deepEqual(
      (await site.storage.waitlist.namedLinks(dayOf(TEST_NOW + week) - 6)).map(
        (one) => one.sinceDay,
      ),
      [0, 0],
    );
    await site.storage.admins.setRight(ADMIN, false, { who: 'test', at: TEST_NOW });
    assert.equal(await named(), undefined);
  });

  test('is prepared by the home page, which names a known inviter', async () => {
    const page = async (path: string) => (await site.app.inject({ url: path })).body;
    const plain = await page('/?ref=unknown');
    for (const query of [`?ref=${'x'.repeat(9_000)}`, '?ref=%00'])
      assert.equal(await page(`/${query}`), plain, query.slice(0, 20));
    assert.match(await page('/?ref=ana&x=1'), /<bdi translate="no">Ana<\/bdi> invited you\./);
    assert.match(await page('/?ref=lina'), /<bdi translate="no">&lt;b&gt;لينا&lt;\/b&gt;<\/bdi>/);
    await site.storage.inviters.erase('lina', TEST_NOW);
    assert.equal(await page('/?ref=lina'), plain);
  });

  test('a visit of a browser that is signed in as an admin is not counted', async () => {
    const track = (headers: Record<string, string>, eventId: string) =>
      site.app.inject({
        method: 'POST',
        url: calls.trackInvite.path,
        headers: { 'user-agent': BROWSER, ...headers },
        payload: { refUserId: 'ana', action: 'page_view', eventId },
      });
    const stranger = await signIn(site, '+15550002222');
    const answers = [
      await track(admin.headers, 'load-0001'),
      await track({}, 'load-0002'),
      await track(stranger.headers, 'load-0003'),
    ];
    assert.deepEqual(new Set(answers.map(({ body }) => body)).size, 1);
    const { total, excluded } = await site.storage.analytics.totals();
    assert.equal(total.pageViews, 2);
    assert.deepEqual(excluded, { team: 1 });
    await site.storage.admins.remove(ADMIN, TEST_NOW);
    await track(admin.headers, 'load-0004');
    assert.equal((await site.storage.analytics.totals()).total.pageViews, 3);
  });
});

test('on a site with letters a sign-up counts when it is confirmed, and every admin sees it', async () => {
  await using site = await createMailSite();
  await site.storage.inviters.put(ANA);
  const admin = await signInAdmin(site, ADMIN, false);
  const post = ({ path }: { path: string }, payload: object) =>
    site.app.inject({ method: 'POST', url: path, payload });
  const rows = async () => {
    const query = { userId: admin.userId };
    const { path } = calls.getAnalytics;
    const answer = await site.app.inject({ url: path, query, headers: admin.headers });
    return answer.json().userStats.map(({ signUps }: { signUps?: number }) => signUps);
  };
  await post(calls.joinWaitlist, { email: 'a@x.example', ref: 'ana' });
  assert.deepEqual(await rows(), []);
  for (const _ of [1, 2]) {
    const token = site.tokens.make('confirm', 'a@x.example');
    assert.equal((await post(calls.confirmSignUp, { token })).statusCode, 200);
  }
  assert.deepEqual(await rows(), [1]);
});
