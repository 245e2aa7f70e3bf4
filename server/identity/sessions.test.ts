import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { SESSION_IDLE_MS } from '../../contract/identity.ts';
import { createTestApp, siteForSuite, TEST_NOW } from '../../testing/test-app.ts';
import { TestBrowser } from '../../testing/test-browser.ts';
import { hashToken } from '../http/credentials.ts';

const PHONE = '+15550001111';

describe('a session', () => {
  let browser: TestBrowser;
  let userId: string;
  let now = TEST_NOW;
  const site = siteForSuite(() => createTestApp({ clock: () => now }));
  beforeEach(async () => {
    now = TEST_NOW;
    browser = new TestBrowser(site);
    userId = await browser.signIn(PHONE);
  });

  const whoIs = async (asked = browser): Promise<string | null> => {
    const answer = await asked.request({ url: calls.getSession.path });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['cache-control'], 'no-store');
    return answer.json().userId;
  };
  const signOut = () => browser.request({ method: calls.signOut.method, url: calls.signOut.path });

  test('ends on the server at a sign-out, and the browser must clear its cache; other browsers stay signed in', async () => {
    const other = new TestBrowser(site);
    assert.deepEqual([await whoIs(), await whoIs(other)], [userId, null]);
    await other.signIn(PHONE);
    const cookies = new Map(browser.cookies);
    const answer = await signOut();
    assert.deepEqual(answer.json(), { signedOut: true });
    assert.equal(answer.headers['clear-site-data'], '"cache"');
    assert.equal(browser.cookies.has('__Host-session'), false);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    assert.equal(await whoIs(), null);
    assert.equal((await signOut()).statusCode, 200, 'a session that does not exist');
    assert.equal(await whoIs(other), userId);
  });

  const seenAt = async () => {
    const token = browser.cookies.get('__Host-session') ?? '';
    return (await site.storage.sessions.find(hashToken(token), now))?.seenAt;
  };
  const verify = () => {
    const { method, path } = calls.verifyAdmin;
    return browser.request({ method, url: path, payload: { userId } });
  };

  test('saves last-seen at most once a minute', async () => {
    now += MINUTE_MS - 1;
    await verify();
    assert.equal(await seenAt(), TEST_NOW);
    now += 1;
    await verify();
    assert.equal(await seenAt(), TEST_NOW + MINUTE_MS);
  });

  test('is not used by what an open page asks by itself, and ends although the page asks', async () => {
    await site.storage.admins.add(PHONE, TEST_NOW);
    await browser.signIn(PHONE);
    const asked = { userId: (await whoIs()) ?? '' };
    const askAll = async () => {
      const { getSession, getAnalytics, getAnalyticsDays, getAnalyticsVersion } = calls;
      const ofFigures = [getAnalytics, getAnalyticsDays, getAnalyticsVersion];
      const answers = [await browser.request({ url: getSession.path })];
      for (const { path: url } of ofFigures)
        answers.push(await browser.request({ url, query: asked }));
      return answers.map(({ statusCode }) => statusCode);
    };
    for (let hour = 1; hour < SESSION_IDLE_MS / HOUR_MS; hour++) {
      now = TEST_NOW + hour * HOUR_MS;
      assert.deepEqual(await askAll(), [200, 200, 200, 200]);
      assert.equal(await seenAt(), TEST_NOW);
    }
    now = TEST_NOW + SESSION_IDLE_MS;
    assert.deepEqual(await askAll(), [200, 401, 401, 401]);
    assert.equal(await whoIs(), null);
  });

  test('is used when the page says that somebody has pressed or typed', async () => {
    await site.storage.admins.add(PHONE, TEST_NOW);
    await browser.signIn(PHONE);
    now += HOUR_MS;
    const query = { userId: (await whoIs()) ?? '', used: 'true' };
    const { path: url } = calls.getAnalyticsVersion;
    assert.equal((await browser.request({ url, query })).statusCode, 200);
    assert.equal(await seenAt(), TEST_NOW + HOUR_MS);
  });

  test('without https uses a cookie without the prefix __Host-, which requires https', async () => {
    await using plain = await createTestApp({ https: false });
    const other = new TestBrowser(plain);
    userId = await other.signIn(PHONE);
    assert.deepEqual([...other.cookies.keys()].toSorted(), ['session', 'sign-in']);
    assert.equal(await whoIs(other), userId);
  });

  test('is no reason to accept a write that a page of another site sends', async () => {
    const writes = [
      { ...calls.signOut, payload: undefined },
      { ...calls.verifyAdmin, payload: { userId } },
      { ...calls.signIn, payload: { verificationId: 'x', code: '123456' } },
      { ...calls.joinWaitlist, payload: { email: 'ana@example.com' } },
    ];
    for (const { method, path: url, payload } of writes) {
      for (const from of ['cross-site', 'same-site']) {
        const headers = { 'sec-fetch-site': from };
        const body = payload && { payload };
        const answer = await browser.request({ method, url, ...body, headers });
        assert.equal(answer.statusCode, 403, url);
        assert.deepEqual(answer.json(), { error: 'Only pages of this site may make this call.' });
      }
    }
    const headers = { 'sec-fetch-site': 'same-origin' };
    const own = await browser.request({ url: calls.getSession.path, headers });
    assert.equal(own.json().userId, userId);
  });
});
