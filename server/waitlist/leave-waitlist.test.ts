import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { calls } from '../../contract/calls.ts';
import { pathTo, WAITLIST_PATH } from '../../contract/screens.ts';
import { createMailSite, type MailSite } from '../../testing/mail-site.ts';

const ANA = 'ana@example.com';
const NOW = Date.UTC(2025, 5, 14);

async function openWithAna(t: TestContext): Promise<MailSite> {
  const site = await createMailSite();
  t.after(() => site.close());
  await site.storage.waitlist.join(ANA, NOW, { via: undefined });
  return site;
}

const addresses = async ({ storage }: MailSite) =>
  (await Array.fromAsync(storage.waitlist.entries())).map(({ email }) => email);

function leave(site: MailSite, token: string, options: Partial<InjectOptions> = {}) {
  const url = pathTo(calls.leaveWaitlist, token);
  return site.app.inject({ method: 'POST', url, ...options } as InjectOptions);
}

const boundary =
  '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
/** The bodies that mail providers send for one-click unsubscribe, and others that are accepted too. */
const bodies: Readonly<Record<string, Partial<InjectOptions>>> = {
  'a form': {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  },
  'a multipart form': {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: boundary,
  },
  'no body': {},
  'an empty form': {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  },
  'an empty JSON body': { headers: { 'content-type': 'application/json' }, payload: '' },
  'a body that is no text': {
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from([0, 255]),
  },
};

describe('L5: one-click unsubscribe (RFC 8058)', () => {
  for (const [name, options] of Object.entries(bodies)) {
    test(`with ${name} removes the address, and the token of another address or a second time gets the same answer`, async (t) => {
      const site = await openWithAna(t);
      const token = site.tokens.make('leave', ANA);
      const first = await leave(site, token, options);
      assert.equal(first.statusCode, 200);
      assert.equal(first.body, '{"left":true}');
      assert.deepEqual(await addresses(site), []);
      const ignored = ['date', 'x-request-id'];
      const answerOf = ({ statusCode, body, headers }: typeof first) => ({
        statusCode,
        body,
        headers: Object.fromEntries(
          Object.entries(headers).filter(([key]) => !ignored.includes(key)),
        ),
      });
      for (const other of [token, site.tokens.make('leave', 'ben@x')]) {
        assert.deepEqual(answerOf(await leave(site, other, options)), answerOf(first));
      }
      assert.equal(first.headers.location, undefined);
      assert.equal(first.headers['set-cookie'], undefined);
    });
  }

  test('refuses a token that was cut, was not made here, or is for confirming', async (t) => {
    const site = await openWithAna(t);
    const token = site.tokens.make('leave', ANA);
    const confirm = site.tokens.make('confirm', ANA);
    for (const other of [token.slice(0, -6), `${token}A`, 'someone', 'A'.repeat(200), confirm]) {
      const { statusCode, json } = await leave(site, other);
      assert.equal(statusCode, 410);
      assert.match(json().error, /^This link is not valid any more/);
    }
    assert.deepEqual(await addresses(site), [ANA]);
  });

  test('with GET or HEAD changes nothing, and redirects to the page with a button', async (t) => {
    const site = await openWithAna(t);
    const token = site.tokens.make('leave', ANA);
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await leave(site, token, { method });
      assert.equal(statusCode, 303);
      assert.equal(headers.location, `${WAITLIST_PATH}#leave=${token}`);
    }
    for (const hostile of ['//evil.example', 'a b', '"><script>', 'é', '\r\nx: y']) {
      const { headers } = await leave(site, hostile, { method: 'GET' });
      assert.equal(headers.location, WAITLIST_PATH);
    }
    assert.deepEqual(await addresses(site), [ANA]);
  });

  test('with a large body is refused, and changes nothing', async (t) => {
    const site = await openWithAna(t);
    const { statusCode } = await leave(site, site.tokens.make('leave', ANA), {
      headers: { 'content-type': 'text/plain' },
      payload: 'x'.repeat(1024 * 1024 + 1),
    });
    assert.equal(statusCode, 413);
    assert.deepEqual(await addresses(site), [ANA]);
  });
});

test('a person who has left and confirms again with the link of an old letter gets the last place', async (t) => {
  const site = await openWithAna(t);
  const payload = { token: site.tokens.make('confirm', ANA) };
  const post = (url: string) => site.app.inject({ method: 'POST', url, payload });
  await post(calls.confirmSignUp.path);
  await site.storage.waitlist.join('ben@example.com', NOW, { via: undefined });
  await site.storage.members.confirm('ben@example.com', NOW);
  await leave(site, site.tokens.make('leave', ANA));
  assert.equal((await post(calls.getStanding.path)).json().state, 'left');
  const back = await post(calls.confirmSignUp.path);
  assert.equal(back.json().seat.place, 2);
  assert.deepEqual((await addresses(site)).toSorted(), [ANA, 'ben@example.com']);
});
