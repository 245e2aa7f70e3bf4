import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';
import { TestBrowser } from '../../testing/test-browser.ts';
import { hashToken } from '../http/credentials.ts';

const PHONE = '+15550001111';

describe('a session', () => {
  let site: TestApp;
  let browser: TestBrowser;
  let userId: string;
  let now = TEST_NOW;
  before(async () => {
    site = await createTestApp({ clock: () => now });
  });
  beforeEach(async () => {
    now = TEST_NOW;
    browser = new TestBrowser(site);
    userId = await browser.signIn(PHONE);
  });
  after(() => site.close());

  const whoIs = async (asked = browser): Promise<string | null> => {
    const answer = await asked.request({ url: calls.getSession.path });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['cache-control'], 'no-store');
    return answer.json().userId;
  };
  const signOut = () => browser.request({ method: calls.signOut.method, url: calls.signOut.path });

  test('is valid in its browser and in no other', async () => {
    assert.equal(await whoIs(), userId);
    assert.equal(await whoIs(new TestBrowser(site)), null);
  });

  test('ends on the server at a sign-out, and the browser must clear its cache; other browsers stay signed in', async () => {
    const other = new TestBrowser(site);
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

  test('saves last-seen at most once a minute', async () => {
    const seenAt = async () => {
      const token = browser.cookies.get('__Host-session') ?? '';
      return (await site.storage.sessions.find(hashToken(token), now))?.seenAt;
    };
    now += MINUTE_MS - 1;
    await whoIs();
    assert.equal(await seenAt(), TEST_NOW);
    now += 1;
    await whoIs();
    assert.equal(await seenAt(), TEST_NOW + MINUTE_MS);
  });

  test('without https uses a cookie without the prefix __Host-, which requires https', async (t) => {
    const plain = await createTestApp({ https: false });
    t.after(() => plain.close());
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
        const answer = await browser.request({
          method,
          url,
          ...(payload && { payload }),
          headers: { 'sec-fetch-site': from },
        });
        assert.equal(answer.statusCode, 403, url);
        assert.deepEqual(answer.json(), { error: 'Only pages of this site may make this call.' });
      }
    }
    const headers = { 'sec-fetch-site': 'same-origin' };
    const own = await browser.request({ url: calls.getSession.path, headers });
    assert.equal(own.json().userId, userId);
  });
});
