import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { brand } from '../../brand.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { type FakeTwilio, startFakeTwilio } from '../../testing/fakes/fake-twilio.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';
import { TestBrowser } from '../../testing/test-browser.ts';
import type { AppParts } from '../app-parts.ts';
import type { Recipients } from '../settings/identity-settings.ts';
import { findWaitingBrowsers, makeWaitingCode } from './codes.ts';

const ADMIN = '+15550001111';
const STRANGER = '+15550002222';
/** Twilio's error for an invalid number, which repeats the number. */
const UNREACHABLE = {
  status: 400,
  code: 21211,
  message: "Invalid 'To' Phone Number: {to}",
};

describe('a code', () => {
  let twilio: FakeTwilio;
  let site: TestApp;
  let now = TEST_NOW;
  beforeEach(async () => {
    now = TEST_NOW;
    twilio = await startFakeTwilio();
  });
  afterEach(async () => {
    await site.close();
    await twilio.close();
  });

  /** @param changes of the account of Twilio, or another sender */
  async function open(
    recipients: Recipients,
    changes: object | 'log' | 'operator' = {},
    more: Partial<AppParts> = {},
  ): Promise<TestBrowser> {
    await site?.close();
    site = await createTestApp({
      clock: () => now,
      identity: {
        provider: 'embedded',
        sender: typeof changes === 'string' ? changes : { ...twilio.account, ...changes },
        recipients,
        budget: more.rateLimits ? { perHour: 100, perDay: 100 } : { perHour: 2, perDay: 3 },
      },
      ...more,
    });
    await site.storage.admins.add(ADMIN, TEST_NOW);
    return new TestBrowser(site);
  }
  const codeIn = (body = '') => {
    const [code = '', words] = [body.slice(0, 6), body.slice(6)];
    return words.startsWith(` is your ${brand.product} verification code.`) ? code : '';
  };
  const numbers = () => twilio.messages.map(({ to }) => to);
  function assertNoSecretInLog(): void {
    assert.doesNotMatch(site.lines.join(), /555000|\b\d{6}\b/);
  }

  test('is sent to the phone by SMS, is accepted at the sign-in, and is not logged', async () => {
    const browser = await open('anyone');
    const { verificationId } = (await browser.askForCode(STRANGER)).json();
    const [message] = twilio.messages;
    assert.equal(message?.to, STRANGER);
    assert.equal(message?.from, twilio.account.from);
    assert.equal((await browser.enterCode(verificationId, codeIn(message?.body))).statusCode, 200);
    assert.deepEqual(site.lines, []);
  });

  test('that could not be sent is reported as an error, and logged with the reason, without secrets', async () => {
    const { authToken } = twilio.account;
    const faults: [changes: object, reason: RegExp][] = [
      [{ authToken: authToken.toUpperCase() }, /Twilio answered 401 with its error 20003\./],
      [{ url: 'http://127.0.0.1:1' }, /Twilio cannot be reached: \w+\./],
      [{}, /Twilio answered 400 with its error 21211\./],
    ];
    for (const [changes, reason] of faults) {
      const browser = await open('anyone', changes);
      if (Object.keys(changes).length === 0) twilio.refuse(UNREACHABLE);
      const answer = await browser.askForCode(STRANGER);
      assert.equal(answer.statusCode, 502);
      assert.deepEqual(answer.json(), { error: 'Failed to send verification code' });
      assert.equal(site.lines.length, 1);
      assert.match(site.lines[0] ?? '', reason);
      assert.doesNotMatch(site.lines.join().toLowerCase(), new RegExp(`${authToken}|basic `));
      assertNoSecretInLog();
    }
  });

  test('is refused above the SMS budget per hour and per day, for all numbers together', async () => {
    await open('anyone');
    const ask = async (n: number) =>
      (await new TestBrowser(site).askForCode(`+1555000300${n}`)).statusCode;
    assert.deepEqual([await ask(0), await ask(1), await ask(2)], [200, 200, 429]);
    now += HOUR_MS;
    assert.deepEqual([await ask(3), await ask(4)], [200, 429]);
    now += 11 * HOUR_MS;
    assert.equal(await ask(5), 200, 'the next day');
    assert.equal(twilio.messages.length, 4);
    assert.deepEqual(site.lines, []);
  });

  test('is sent to an admin after the answer, and signs in', async () => {
    const browser = await open('admins');
    const arrived = twilio.next();
    const { verificationId } = (await browser.askForCode(ADMIN)).json();
    assert.equal(twilio.messages.length, 0);
    await arrived;
    const code = codeIn(twilio.messages[0]?.body);
    assert.equal((await browser.enterCode(verificationId, code)).statusCode, 200);
    assert.deepEqual(site.lines, []);
  });

  test('is not sent to a number that is not an admin’s, but the answer is the same', async () => {
    await open('admins');
    await assertSameAnswers();
    await site.app.close();
    assert.deepEqual(numbers(), [ADMIN, ADMIN]);
    assert.deepEqual(site.lines, []);
  });

  test('does not exist on a site without a sender until its operator makes it, the answer is the same for each number, and nothing is logged', async () => {
    await open('admins', 'operator');
    await assertSameAnswers();
    // The command makes a code for the browser that asked last.
    now += 1;
    const browser = new TestBrowser(site);
    const { verificationId } = (await browser.askForCode(ADMIN)).json();
    const [waiting] = await findWaitingBrowsers(site.storage, ADMIN, now);
    const code = waiting && (await makeWaitingCode(site.storage, waiting));
    assert.equal((await browser.enterCode(verificationId, code ?? '')).statusCode, 200);
    assert.deepEqual(site.lines, []);
  });

  async function assertSameAnswers(): Promise<void> {
    const answers = [];
    for (const phone of [ADMIN, STRANGER, ADMIN, STRANGER]) {
      answers.push(await new TestBrowser(site).askForCode(phone));
    }
    const comparable = answers.map(({ statusCode, headers, body }) => {
      const { date: _, ...others } = headers;
      const same = {
        ...others,
        'set-cookie': String(headers['set-cookie']).replace(/=[\w-]{22};/, '=…;'),
      };
      return JSON.stringify([statusCode, same, body.replace(/"[\w-]{22}"/, '…')]);
    });
    assert.equal(new Set(comparable).size, 1);
    assert.equal(answers[0]?.statusCode, 200);
  }

  test('that could not be sent to an admin is only logged, and the answer is the same', async () => {
    const browser = await open('admins');
    twilio.refuse(UNREACHABLE);
    const answer = await browser.askForCode(ADMIN);
    assert.equal(answer.statusCode, 200);
    await site.app.close();
    assert.equal(site.lines.length, 1);
    assert.match(
      site.lines[0] ?? '',
      /"level":"error".*Twilio answered 400.*A verification code was not sent\./,
    );
    assertNoSecretInLog();
  });

  test('counts against the SMS budget only for admins, and the log says when the budget is used up', async () => {
    await open('admins');
    const ask = (phone: string) => new TestBrowser(site).askForCode(phone);
    for (let n = 0; n < 5; n++) await ask(`+1555000300${n}`);
    const answers = await Promise.all([ask(ADMIN), ask(ADMIN), ask(ADMIN), ask(STRANGER)]);
    assert.deepEqual(
      answers.map((answer) => answer.statusCode),
      [200, 200, 200, 200],
    );
    await site.app.close();
    assert.deepEqual(numbers(), [ADMIN, ADMIN]);
    assert.equal(site.lines.length, 1);
    assert.match(site.lines[0] ?? '', /the SMS budget is used up/);
    assertNoSecretInLog();
  });

  test('is written to the log only for admins, if no sender is set and SMS_RECIPIENTS is admins', async () => {
    await open('admins', 'log');
    for (const phone of [STRANGER, ADMIN]) {
      assert.equal((await new TestBrowser(site).askForCode(phone)).statusCode, 200);
    }
    await site.app.close();
    assert.equal(site.lines.length, 1);
    assert.match(site.lines[0] ?? '', /Verification code for \+15550001111: \d{6}/);
  });
});
