import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { createSqliteDatabase } from '../../testing/databases/sqlite-test-engine.ts';
import { type FakeGoogle, startFakeGoogle } from '../../testing/fakes/fake-google.ts';
import { forgeries } from '../../testing/fakes/forged-tokens.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';
import { TestBrowser } from '../../testing/test-browser.ts';

describe('a sign-in with Firebase', () => {
  let google: FakeGoogle;
  let site: TestApp;
  let now = TEST_NOW;
  before(async () => {
    google = await startFakeGoogle(() => TEST_NOW);
    const parts = { clock: () => now, identity: google.settings };
    site = await createTestApp(parts, await createSqliteDatabase());
  });
  beforeEach(() => {
    now = TEST_NOW;
    site.lines.length = 0;
  });
  after(async () => {
    await site.close();
    await google.close();
  });

  const exchange = (idToken: string, browser = new TestBrowser(site)) =>
    browser.request({
      method: calls.signIn.method,
      url: calls.signIn.path,
      payload: { idToken },
    });

  test('begins a session for a number that Google has just verified', async () => {
    await site.storage.admins.add('+15550001111', TEST_NOW);
    const browser = new TestBrowser(site);
    const answer = await exchange(await google.token(), browser);
    assert.equal(answer.statusCode, 200);
    const { userId } = answer.json();
    assert.match(userId, /^[\w-]{22}$/);
    const session = await browser.request({ url: calls.getSession.path });
    assert.deepEqual(session.json(), { userId, phone: null }, 'only the browser can send a code');
    const { method, path: url } = calls.verifyAdmin;
    const check = await browser.request({ method, url, payload: { userId } });
    assert.deepEqual(check.json(), { isAdmin: true });
  });

  test('is accepted for five minutes after the code was entered', async () => {
    const early = await google.token({ sub: 'early' });
    const late = await google.token({ sub: 'late' });
    now += 5 * MINUTE_MS;
    assert.equal((await exchange(early)).statusCode, 200);
    now += 31_000;
    assert.equal((await exchange(late)).statusCode, 401);
  });

  test('begins one session per token, and refuses a token that was used before', async () => {
    const token = await google.token({ sub: 'once' });
    assert.equal((await exchange(token)).statusCode, 200);
    assert.equal((await exchange(token)).statusCode, 401);
  });

  test('refuses a token that was used before, however its signature is written', async () => {
    const token = await google.token({ sub: 'once more' });
    assert.equal((await exchange(token)).statusCode, 200);
    // The last character of a signature has unused bits, and the library ignores padding and white space.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const ends = [...digits].map((digit) => token.slice(0, -1) + digit);
    const odd = [`${token}==`, `${token} `, `${token}\n`, token.replace(/.{9}$/, ' $&')];
    for (const again of [...ends, ...odd]) {
      assert.equal((await exchange(again)).statusCode, 401, again.slice(-12));
    }
  });

  test('reads Google’s keys once for several sign-ins', async () => {
    for (let n = 0; n < 5; n++) await exchange(await google.token());
    assert.equal(google.asked, 1);
  });

  test('gives the browser the settings of the project, and refuses codes of the embedded provider', async () => {
    const { path: url } = calls.getSignInSettings;
    assert.deepEqual((await site.app.inject({ url })).json(), {
      provider: 'firebase',
      apiKey: 'AIza-a-key-that-browsers-may-see',
      authDomain: 'impromptu-1234.firebaseapp.com',
      projectId: 'impromptu-1234',
    });
    const code = await new TestBrowser(site).askForCode('+15550001111');
    assert.equal(code.statusCode, 404);
    const own = await new TestBrowser(site).enterCode('x', '123456');
    assert.equal(own.statusCode, 401);
  });

  test('is tested with at least 40 forged tokens', () => {
    assert.ok(Object.keys(forgeries).length >= 40);
  });
  for (const [what, forge] of Object.entries(forgeries)) {
    test(`is refused with ${what}`, async () => {
      const answer = await exchange(await forge(google));
      assert.equal(answer.statusCode, 401);
      assert.deepEqual(answer.json(), { error: 'Invalid verification code' });
      assert.deepEqual(answer.cookies, []);
      assert.deepEqual(site.lines, []);
    });
  }
});

describe('while Google’s keys cannot be read', () => {
  test('a sign-in answers 503, and pages and sessions still work', async () => {
    const google = await startFakeGoogle(() => TEST_NOW);
    const token = await google.token();
    await google.close();
    await using site = await createTestApp({ identity: google.settings });
    const { method, path: url } = calls.signIn;
    const answer = await site.app.inject({ method, url, payload: { idToken: token } });
    assert.equal(answer.statusCode, 503);
    assert.equal(
      answer.json().error,
      'Signing in does not work right now. Please try again later.',
    );
    assert.equal(answer.headers['retry-after'], '30');
    assert.equal(site.lines.length, 1);
    assert.doesNotMatch(site.lines.join(), new RegExp(`555000|${token.slice(-40)}`));
    for (const path of ['/', '/privacy', '/readyz', calls.getSession.path]) {
      assert.equal((await site.app.inject(path)).statusCode, 200, path);
    }
  });
});
