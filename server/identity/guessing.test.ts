import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { MAX_CODE_ATTEMPTS } from '../../contract/identity.ts';
import { createMigratedSqlite } from '../../testing/databases/sqlite-test-engine.ts';
import { type FakeTwilio, startFakeTwilio } from '../../testing/fakes/fake-twilio.ts';
import { findCode } from '../../testing/requests/find-code.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';
import { TestBrowser } from '../../testing/test-browser.ts';
import { findWaitingBrowsers, makeWaitingCode } from './codes.ts';

const ADMIN = '+15550001111';
const STRANGER = '+15550002222';
const PROXY = '127.0.0.1';

let twilio: FakeTwilio;
let site: TestApp;
let now: number;
beforeEach(async () => {
  now = TEST_NOW;
  twilio = await startFakeTwilio();
  const trustedProxies = new BlockList();
  trustedProxies.addAddress(PROXY);
  const budget = { perHour: 100, perDay: 100 };
  const identity = {
    provider: 'embedded',
    sender: twilio.account,
    recipients: 'admins',
    budget,
  } as const;
  const parts = { rateLimits: true, clock: () => now, trustedProxies, identity };
  site = await createTestApp(parts, await createMigratedSqlite());
  await site.storage.admins.add(ADMIN, TEST_NOW);
});
afterEach(async () => {
  await site.close();
  await twilio.close();
});

/** Asks for a code in a new browser with its own address. */
async function wait(phone: string, n: number) {
  const browser = new TestBrowser(site);
  const from = { remoteAddress: PROXY, headers: { 'x-forwarded-for': `192.0.2.${n}` } };
  const { verificationId } = (await browser.askForCode(phone, from)).json();
  assert.match(verificationId, /^[\w-]{22}$/, 'the same answer, whether or not a code is sent');
  const guess = async (code: string) =>
    (await browser.enterCode(verificationId, code, from)).statusCode;
  return { verificationId, guess };
}
/** The logged messages without "The database does not answer.", which a busy machine may cause. */
function warnings(): string[] {
  const all = site.lines.map((line) => JSON.parse(line));
  return all
    .filter(({ msg }) => !msg.startsWith('The database does not answer.'))
    .map(({ level, msg }) => `${level} ${msg}`);
}

describe('a code that was not sent cannot be guessed, because it was not made', () => {
  test('if its number is not an admin’s or is above the limit of codes, and the log says so once', async () => {
    const stranger = await wait(STRANGER, 97);
    for (let n = 0; n < 10; n++) await wait(ADMIN, n);
    const { verificationId } = await wait(ADMIN, 98);
    await wait(ADMIN, 99);
    // Waits until all messages are sent.
    await site.app.close();
    assert.equal(await findCode(site, stranger.verificationId), undefined);
    assert.equal(await findCode(site, verificationId), undefined);
    assert.deepEqual(warnings(), [
      'warn Requested codes were not sent: a number has reached its limit of codes.',
    ]);
  });

  test('control: comparing codes finds a code that was sent to an admin', async () => {
    const arrived = twilio.next();
    const { verificationId } = await wait(ADMIN, 1);
    await arrived;
    const sent = /^\d{6}/.exec(twilio.messages[0]?.body ?? '')?.[0] ?? '';
    assert.equal(await findCode(site, verificationId, [sent]), sent);
  });
});

test('when strangers have used up the guesses for a number, a right code is refused, which is logged once, and a code from the operator works only in the browser for which it was made', async () => {
  const arrived = twilio.next();
  const inTime = await wait(ADMIN, 50);
  await arrived;
  for (let n = 0; n < 100 / MAX_CODE_ATTEMPTS; n++) {
    const { guess } = await wait(ADMIN, n);
    // In one of a hundred thousand runs a guess is right by chance.
    for (let m = 0; m < MAX_CODE_ATTEMPTS; m++) assert.equal(await guess('123456'), 401);
  }
  site.lines.length = 0;
  const code = /^\d{6}/.exec(twilio.messages[0]?.body ?? '')?.[0] ?? '';
  for (let n = 0; n < 2; n++) assert.equal(await inTime.guess(code), 401);
  assert.deepEqual(
    warnings().filter((warning) => warning.startsWith('warn Guesses')),
    [
      'warn Guesses of codes were not compared: a number has reached its limit of guesses for today.',
    ],
  );
  assert.doesNotMatch(site.lines.join(), /555000|192\.0\.2/);
  now += 1_000;
  const admin = await wait(ADMIN, 99);
  now += 1_000;
  const stranger = await wait(ADMIN, 1);
  const waiting = await findWaitingBrowsers(site.storage, ADMIN, now);
  assert.equal(waiting.length, 23);
  // The latest request is first in the list. The stranger made it.
  const [last, own] = waiting;
  assert.ok(last && own);
  assert.deepEqual([last.askedAt, own.askedAt], ['12:00:02.000', '12:00:01.000']);
  const fromOperator = (await makeWaitingCode(site.storage, own)) ?? '';
  // The order of browsers that asked at the same time is not defined.
  const idsOf = (browsers: typeof waiting) => new Set(browsers.map(({ idHash }) => `${idHash}`));
  const after = await findWaitingBrowsers(site.storage, ADMIN, now);
  assert.deepEqual(idsOf(after), idsOf(waiting));
  assert.equal(await stranger.guess(fromOperator), 401);
  assert.equal(await admin.guess(fromOperator), 200);
});
