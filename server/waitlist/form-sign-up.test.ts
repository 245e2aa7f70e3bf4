import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { callSchemas, calls } from '../../contract/calls.ts';
import { listedScreens, WAITLIST_PATH } from '../../contract/screens.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { signUpsWithoutProof } from './sign-up.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const send = ({ app }: TestApp, payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: WAITLIST_PATH,
    headers: { ...FORM, ...headers },
    payload,
  });
const emails = async ({ storage }: TestApp) =>
  (await Array.fromAsync(storage.waitlist.entries())).map(({ email }) => email);

describe(`POST ${WAITLIST_PATH}, a form without JavaScript,`, () => {
  test('stores the canonical address, and answers a repeated sign-up with the same page', async (t) => {
    const site = await createTestApp();
    t.after(() => site.close());
    const first = await send(site, 'email=Ana%40Example.com+');
    const again = await send(site, 'email=ana%40example.com');
    assert.equal(first.statusCode, 200);
    assert.match(first.body, /You(&#x27;|')ve been added to our waitlist/);
    assert.equal(again.body, first.body);
    assert.equal(first.headers['cache-control'], 'no-store');
    assert.deepEqual(await emails(site), ['ana@example.com']);
  });

  test('tells people about the email that follows, or that none can be sent, if the site sends letters', async (t) => {
    const [quiet, site] = [await createTestApp(), await createMailSite()];
    t.after(() => Promise.all([quiet.close(), site.close()]));
    const [reachable, unreachable] = ['email=ana%40example.com', 'email=ana%40example'];
    for (const payload of [reachable, unreachable]) {
      const { statusCode, body } = await send(quiet, payload);
      assert.equal(statusCode, 200);
      assert.doesNotMatch(body, /inbox|cannot send/);
    }
    assert.match(
      (await send(site, reachable)).body,
      /Check your inbox: press the button in our email/,
    );
    const { statusCode, body } = await send(site, unreachable);
    assert.equal(statusCode, 400);
    assert.match(body, /We cannot send email to this address\./);
    assert.match(body, /value="ana@example"/);
  });

  test('shows a refused address in the form again, as text', async (t) => {
    const site = await createTestApp();
    t.after(() => site.close());
    for (const [payload, value] of [
      [
        'email=%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E',
        '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
      ],
      ['email=%7B%7BsignUpTrouble%7D%7D', '{{signUpTrouble}}'],
      ['email=', ''],
      ['', ''],
      ['email=a%FF%40b', ''],
    ] as const) {
      const { statusCode, body, headers } = await send(site, payload);
      assert.equal(statusCode, 400, payload);
      assert.match(body, /The email address is not valid\./);
      assert.ok(body.includes(`value="${value}"`), payload);
      assert.match(String(headers['content-security-policy']), /script-src .*form-action 'self'/);
    }
    assert.deepEqual(await emails(site), []);
  });

  test('refuses other types, large bodies and other sites with a page', async (t) => {
    const site = await createTestApp();
    t.after(() => site.close());
    for (const [status, payload, headers] of [
      [415, '{"email":"a@b"}', { 'content-type': 'application/json' }],
      [413, `email=${'a'.repeat(5_000)}`, {}],
      [403, 'email=a%40b', { 'sec-fetch-site': 'cross-site' }],
    ] as const) {
      const answer = await send(site, payload, headers);
      assert.equal(answer.statusCode, status);
      assert.match(String(answer.headers['content-type']), /^text\/html/);
    }
    assert.deepEqual(await emails(site), []);
  });

  test('does not change POST /api/waitlist, which accepts only JSON', async (t) => {
    const site = await createTestApp();
    t.after(() => site.close());
    const { method, path: url } = calls.joinWaitlist;
    const { statusCode } = await site.app.inject({
      method,
      url,
      headers: FORM,
      payload: 'email=a@b',
    });
    assert.equal(statusCode, 415);
  });

  test('answers with a page while the database is unavailable, and logs the error', async (t) => {
    const site = await createTestApp();
    t.after(() => site.close());
    await site.storage.close();
    const { statusCode, body, headers } = await send(site, 'email=a%40b');
    assert.equal(statusCode, 503);
    assert.equal(headers['retry-after'], '2');
    assert.match(body, /This does not work right now/);
    assert.match(site.lines.join(''), /StorageUnavailable/);
  });

  test('redirects to the home page if its address is opened', async (t) => {
    const site = await createTestApp();
    t.after(() => site.close());
    const { statusCode, headers } = await site.app.inject(WAITLIST_PATH);
    assert.deepEqual([statusCode, headers.location], [303, listedScreens.home]);
  });

  test('has the limits of POST /api/waitlist, and asks a person to wait where the call asks for a proof', async (t) => {
    const site = await createTestApp({ rateLimits: true });
    t.after(() => site.close());
    const { method, path: url } = calls.joinWaitlist;
    const { max } = signUpsWithoutProof;
    for (let n = 0; n < max; n++) {
      const { statusCode } = await site.app.inject({ method, url, payload: { email: `${n}@b` } });
      assert.equal(statusCode, 200);
    }
    const asked = await send(site, 'email=late%40b');
    assert.equal(asked.statusCode, 429);
    assert.match(asked.body, /Please try again in \d+ s\./);
    assert.doesNotMatch(asked.body, /proof/);
    const { max: allowed } = callSchemas.joinWaitlist.limit;
    for (let n = max + 1; n < allowed; n++) await send(site, 'email=late%40b');
    const refused = await site.app.inject({ method, url, payload: { email: 'later@b' } });
    assert.equal(refused.statusCode, 429);
    assert.equal(
      refused.json().id,
      undefined,
      'the limit of the call, not the request for a proof',
    );
    assert.equal((await emails(site)).length, max);
  });
});
