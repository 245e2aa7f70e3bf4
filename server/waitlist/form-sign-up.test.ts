import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { listedScreens } from '../../contract/screens.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { createTestApp, siteForSuite, type TestApp } from '../../testing/test-app.ts';
import { errors } from '../http/errors.ts';

const { method, path: url } = calls.joinWaitlist;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const send = ({ app }: TestApp, payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: listedScreens.home,
    headers: { ...FORM, ...headers },
    payload,
  });
const emails = async ({ storage }: TestApp) =>
  (await Array.fromAsync(storage.waitlist.entries())).map(({ email }) => email);

describe('the form without JavaScript', () => {
  const site = siteForSuite(createTestApp);

  test('shows a refused text in the form again, and says the same as with JavaScript', async () => {
    const withoutAt = /This has no “@”\. It should look like ana@example\.com\./;
    const missing = /<p>It should look like ana@example\.com\./;
    for (const [payload, value, sentence] of [
      [
        'email=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
        '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
        withoutAt,
      ],
      ['email=%7B%7BsignUpTrouble%7D%7D', '{{signUpTrouble}}', withoutAt],
      ['email=', '', missing],
      ['', '', missing],
      ['email=a%FF%40b', '', missing],
      ['email=ana%40', 'ana@', /Please check this address: it should look like ana@example\.com\./],
    ] as const) {
      const { statusCode, body, headers } = await send(site, payload);
      assert.equal(statusCode, 400, payload);
      assert.match(body, sentence, payload);
      const isSaid = />Invalid email<.*>Please enter a valid email address</s.test(body);
      assert.ok(isSaid, payload);
      assert.ok(body.includes(`value="${value}"`), payload);
      assert.match(String(headers['content-security-policy']), /script-src .*form-action 'self'/);
    }
    assert.deepEqual(await emails(site), []);
  });

  test('refuses other types, large bodies and other sites with a page, and POST /api/waitlist refuses forms', async () => {
    for (const [status, payload, headers] of [
      [415, '{"email":"a@b"}', { 'content-type': 'application/json' }],
      [413, `email=${'a'.repeat(16 * 1024)}`, {}],
      [403, 'email=a%40b', { 'sec-fetch-site': 'cross-site' }],
    ] as const) {
      const answer = await send(site, payload, headers);
      assert.equal(answer.statusCode, status);
      assert.match(String(answer.headers['content-type']), /^text\/html/);
    }
    const form = { method, url, headers: FORM, payload: 'email=a@b' };
    assert.equal((await site.app.inject(form)).statusCode, 415);
    assert.deepEqual(await emails(site), []);
  });

  test('stores the canonical address, and answers a repeated sign-up with the same page', async () => {
    const first = await send(site, 'email=Ana%40Example.com+');
    const again = await send(site, 'email=ana%40example.com');
    assert.equal(first.statusCode, 200);
    assert.match(first.body, /You(&#x27;|')ve been added to our waitlist/);
    assert.equal(again.body, first.body);
    assert.equal(first.headers['cache-control'], 'no-store');
    assert.deepEqual(await emails(site), ['ana@example.com']);
  });

  test('tells people about the email that follows, or that none can be sent, if the site sends letters', async () => {
    await using withLetters = await createMailSite();
    const [reachable, unreachable] = ['email=ana%40example.com', 'email=ana%40example'];
    for (const payload of [reachable, unreachable]) {
      const { statusCode, body } = await send(site, payload);
      assert.equal(statusCode, 200);
      assert.doesNotMatch(body, /inbox|cannot send/);
    }
    const asked = await send(withLetters, reachable);
    assert.match(asked.body, /Check your inbox: press the button in our email/);
    const { statusCode, body } = await send(withLetters, unreachable);
    assert.equal(statusCode, 400);
    assert.match(body, /We cannot send email to this address\./);
    assert.match(body, /value="ana@example"/);
    assert.deepEqual(await emails(withLetters), ['ana@example.com']);
  });

  test('has the limits of POST /api/waitlist, and asks a person to wait where the call asks for a proof', async () => {
    await using limited = await createTestApp({ rateLimits: true });
    const join = (email: string) => limited.app.inject({ method, url, payload: { email } });
    for (let n = 0; n < 200; n++) assert.equal((await join(`${n}@b`)).statusCode, 200);
    const asked = await send(limited, 'email=late%40b');
    assert.equal(asked.statusCode, 429);
    assert.match(asked.body, /Please try again in (59|60) minutes\./);
    assert.match(String(asked.headers['retry-after']), /^3[56]\d\d$/);
    for (const [seconds, wait] of [
      [1, '1 second'],
      [119, '119 seconds'],
      [120, '2 minutes'],
      [2_344, '40 minutes'],
    ] as const)
      assert.ok(errors.tooManyRequests(seconds).message.endsWith(` in ${wait}.`), wait);
    assert.doesNotMatch(asked.body, /proof/);
    for (let n = 201; n < 300; n++) await send(limited, 'email=late%40b');
    const refused = await join('later@b');
    assert.equal(refused.statusCode, 429);
    const { id } = refused.json();
    assert.equal(id, undefined, 'the limit of the call, not the request for a proof');
    assert.equal((await emails(limited)).length, 200);
  });

  // The last, because it ends the storage of the site.
  test('answers with a page while the database is unavailable, and logs the error', async () => {
    await site.storage.close();
    const { statusCode, body, headers } = await send(site, 'email=a%40b');
    assert.equal(statusCode, 503);
    assert.equal(headers['retry-after'], '2');
    assert.match(body, /This does not work right now/);
    assert.match(site.lines.join(''), /StorageUnavailable/);
  });
});
