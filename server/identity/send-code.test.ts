import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { createTestApp, siteForSuite } from '../../testing/test-app.ts';
import { codeInLog, easyProof, TestBrowser } from '../../testing/test-browser.ts';
import { codesOfNumber, guessesOfNumber } from './embedded.ts';

const { method, path: url } = calls.sendCode;
const PHONE = '+15550001111';

describe('POST /api/auth/code', () => {
  let browser: TestBrowser;
  const site = siteForSuite(createTestApp);
  beforeEach(() => {
    browser = new TestBrowser(site);
    site.lines.length = 0;
  });

  test('logs a code of six digits in a line that is easy to find, and has no code in the answer', async () => {
    // The spellings of a number have their tests in contract/identity.test.ts.
    const answer = await browser.askForCode('\u202d+1 (555) 000-1111\u202c');
    assert.equal(answer.statusCode, 200);
    assert.deepEqual(Object.keys(answer.json()), ['verificationId']);
    assert.match(answer.json().verificationId, /^[\w-]{22}$/);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(site.lines.length, 1);
    const { msg } = JSON.parse(site.lines[0] ?? '');
    assert.match(msg, /^Verification code for \+15550001111: \d{6}$/);
    const all = JSON.stringify([answer.body, answer.headers]);
    assert.equal(all.includes(codeInLog(site, PHONE)), false);
  });

  test('binds the code to the browser by a cookie that scripts cannot read and other sites cannot use', async () => {
    const [cookie] = (await browser.askForCode(PHONE)).cookies;
    const { value, ...rest } = cookie ?? { value: '' };
    assert.match(value, /^[\w-]{22}$/);
    assert.deepEqual(rest, {
      name: '__Host-sign-in',
      path: '/',
      httpOnly: true,
      sameSite: 'Strict',
      secure: true,
      maxAge: 600,
    });
    const [again] = (await browser.askForCode(PHONE)).cookies;
    assert.equal(again?.value, value, 'the same browser');
  });

  test('replaces a cookie value that the site did not make', async () => {
    for (const value of ['', 'short', 'a'.repeat(5_000), '../..', 'aaaaaaaaaaaaaaaaaaaaa!']) {
      browser.cookies.set('__Host-sign-in', value);
      const [cookie] = (await browser.askForCode(PHONE)).cookies;
      assert.match(cookie?.value ?? '', /^[\w-]{22}$/);
    }
  });

  test('refuses an invalid phone number', async () => {
    for (const phone of ['', '5550001111', '+15550001111;ext=1']) {
      const answer = await browser.askForCode(phone);
      assert.equal(answer.statusCode, 400, phone);
      assert.deepEqual(answer.json(), {
        error: 'Invalid phone number format. Please use international format (e.g., +1234567890)',
      });
    }
    assert.deepEqual(site.lines, []);
  });

  test('without a number, sends the code to the number of the session, which no answer tells', async () => {
    const userId = await browser.signIn(PHONE);
    const session = await browser.request({ url: calls.getSession.path });
    assert.deepEqual(session.json(), { userId, phone: '+1…11' });
    site.lines.length = 0;
    const asked = await browser.askForCode(undefined);
    assert.deepEqual(Object.keys(asked.json()), ['verificationId']);
    const code = codeInLog(site, PHONE);
    const { verificationId } = asked.json();
    const stranger = new TestBrowser(site);
    await stranger.askForCode('+15550002222');
    assert.equal((await stranger.enterCode(verificationId, code)).statusCode, 401);
    assert.deepEqual((await browser.enterCode(verificationId, code)).json(), { userId });
  });

  test('without a number and a session, refuses with 401, and an empty number is none', async () => {
    const answer = await browser.askForCode(undefined);
    assert.deepEqual([answer.statusCode, answer.json()], [401, { error: 'Please sign in.' }]);
    await browser.signIn(PHONE);
    site.lines.length = 0;
    for (const phone of ['', ' ', null, [PHONE]] as string[])
      assert.equal((await browser.askForCode(phone)).statusCode, 400);
    await browser.request({ method: calls.signOut.method, url: calls.signOut.path });
    assert.equal((await browser.askForCode(undefined)).statusCode, 401);
    assert.deepEqual(site.lines, []);
  });

  test('refuses a proof that was used before', async () => {
    const proof = await easyProof(site);
    const ask = () => site.app.inject({ method, url, payload: { phone: PHONE, proof } });
    const answers = await Promise.all([ask(), ask(), ask()]);
    const statuses = answers.map((answer) => answer.statusCode).toSorted();
    assert.deepEqual(statuses, [200, 403, 403]);
    assert.equal((await ask()).statusCode, 403);
    assert.equal(site.lines.length, 1);
  });
});

test('a number gets ten codes in an hour and twenty in a day, and a hundred guesses a day', () => {
  assert.deepEqual(codesOfNumber, { perHour: 10, perDay: 20 });
  assert.deepEqual(guessesOfNumber, { perDay: 100 });
});

test('one number gets ten codes in an hour, for all addresses together', async () => {
  await using site = await createTestApp({ rateLimits: true });
  const ask = (phone: string, remoteAddress: string) =>
    new TestBrowser(site).askForCode(phone, { remoteAddress });
  for (let n = 0; n < 10; n++) assert.equal((await ask(PHONE, `192.0.2.${n}`)).statusCode, 200);
  const answer = await ask(PHONE, '198.51.100.1');
  assert.equal(answer.statusCode, 429);
  assert.deepEqual(answer.json(), { error: 'Too many requests. Please try again later.' });
  const sent = site.lines.filter((line) => line.includes('Verification code for'));
  assert.equal(sent.length, 10);
  assert.equal((await ask('+15550002222', '198.51.100.1')).statusCode, 200);
});
