import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { CODE_LIFETIME_MS, signInErrors } from '../../contract/identity.ts';
import { openStorage } from '../../storage/open.ts';
import { createTestApp, siteForSuite, TEST_NOW } from '../../testing/test-app.ts';
import { codeInLog, TestBrowser } from '../../testing/test-browser.ts';

const { method, path: url } = calls.signIn;
const PHONE = '+15550001111';
const REFUSAL = { error: 'Invalid verification code' };
const REPLACED = { error: signInErrors.codeReplaced };

describe('POST /api/auth/session', () => {
  let browser: TestBrowser;
  let now = TEST_NOW;
  let id: string;
  let code: string;
  const site = siteForSuite(() => createTestApp({ clock: () => now }));
  beforeEach(async () => {
    now = TEST_NOW;
    browser = new TestBrowser(site);
    await ask();
  });

  async function ask(): Promise<void> {
    id = (await browser.askForCode(PHONE)).json().verificationId;
    code = codeInLog(site, PHONE);
  }
  async function isRefused(from = browser, guess = code, error = REFUSAL): Promise<void> {
    const answer = await from.enterCode(id, guess);
    assert.equal(answer.statusCode, 401);
    assert.deepEqual(answer.json(), error);
    assert.deepEqual(answer.cookies, []);
  }
  const wrong = (n: number) => ((Number(code) + n) % 1_000_000).toString().padStart(6, '0');

  test('begins a session for the right code, in a cookie that scripts cannot read and other sites cannot use', async () => {
    const answer = await browser.enterCode(id, code);
    assert.equal(answer.statusCode, 200);
    assert.match(answer.json().userId, /^[\w-]{22}$/);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const { value, ...rest } = answer.cookies[0] ?? { value: '' };
    assert.match(value, /^[\w-]{43}$/, '256 bits');
    assert.deepEqual(rest, {
      name: '__Host-session',
      path: '/',
      httpOnly: true,
      sameSite: 'Strict',
      secure: true,
    });
  });

  test('begins no session and sets no cookie if the keys are replaced meanwhile', async (t) => {
    const { sessions } = site.storage;
    const begin = sessions.begin.bind(sessions);
    t.mock.method(sessions, 'begin', async (...given: Parameters<typeof begin>) => {
      const command = await openStorage(site.databaseUrl, 'command');
      await command.rotateKeys();
      await command.close();
      return await begin(...given);
    });
    await isRefused();
  });

  test('returns the same user id for the same number, and the id does not reveal the number', async () => {
    const first = await new TestBrowser(site).signIn(PHONE);
    assert.equal(await new TestBrowser(site).signIn(PHONE), first);
    assert.notEqual(await new TestBrowser(site).signIn('+15550002222'), first);
    await using other = await createTestApp();
    assert.notEqual(await new TestBrowser(other).signIn(PHONE), first);
  });

  test('ends the previous session of the browser, and begins a new one', async () => {
    await browser.enterCode(id, code);
    const before = browser.cookies.get('__Host-session') ?? '';
    await ask();
    await browser.enterCode(id, code);
    assert.notEqual(browser.cookies.get('__Host-session'), before);
    const { path } = calls.getSession;
    const headers = { cookie: `__Host-session=${before}` };
    assert.equal((await site.app.inject({ url: path, headers })).json().userId, null);
  });

  test('accepts a code with spaces, marks of direction or words around it, once', async () => {
    // The other spellings have their tests in contract/identity.test.ts.
    const written = `Code: \u2068${code.slice(0, 3)}\u00a0${code.slice(3)}\u2069 `;
    assert.equal((await browser.enterCode(id, written)).statusCode, 200);
    await isRefused();
  });

  test('refuses a code after five minutes', async () => {
    now += CODE_LIFETIME_MS;
    await isRefused();
    now -= 1;
    assert.equal((await browser.enterCode(id, code)).statusCode, 200);
  });

  test('says that no cookie came, also for an unknown code, and counts no guess', async () => {
    const without = new TestBrowser(site);
    for (const known of [id, id, id, id, id, 'x'.repeat(22)]) {
      const answer = await without.enterCode(known, wrong(1));
      assert.equal(answer.statusCode, 401);
      assert.deepEqual(answer.json(), { error: signInErrors.noCookie });
      assert.deepEqual(answer.cookies, []);
    }
    assert.equal((await browser.enterCode(id, code)).statusCode, 200);
  });

  test('refuses a code in a browser that did not ask for it', async () => {
    const stranger = new TestBrowser(site);
    assert.equal((await stranger.enterCode(id, code)).statusCode, 401);
    // The stranger's newer code for the same number does not replace this one.
    await stranger.askForCode(PHONE);
    await isRefused(stranger, code, REPLACED);
    assert.equal((await browser.enterCode(id, code)).statusCode, 200);
  });

  test('refuses a text that is not a code, and does not count it as a guess', async () => {
    for (const guess of ['', ' ', '12345', `${code}7`, 'abcdef', '١٢٣٤٥', code.slice(1), '\0'])
      await isRefused(browser, guess);
    assert.equal((await browser.enterCode(id, code)).statusCode, 200);
  });

  test('refuses a body that is not as expected, and a token of Firebase', async () => {
    for (const payload of [
      {},
      { verificationId: 'x', code: { $ne: '' } },
      { verificationId: 'x', code: '123456', userId: 'somebody' },
      { idToken: 5 },
    ]) {
      const answer = await browser.request({ method, url, payload });
      assert.equal(answer.statusCode, 400, JSON.stringify(payload));
      assert.deepEqual(answer.cookies, []);
    }
    const payload = { idToken: 'e30.e30.' };
    assert.equal((await browser.request({ method, url, payload })).statusCode, 401);
  });
});
