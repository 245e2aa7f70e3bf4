import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { calls } from '../../contract/calls.ts';
import { pathTo, WAITLIST_PATH } from '../../contract/screens.ts';
import { createMailSite, type MailSite } from '../../testing/mail-site.ts';

const ANA = 'ana@example.com';
const NOW = Date.UTC(2025, 5, 14);

let site: MailSite;
before(async () => {
  site = await createMailSite();
});
beforeEach(() => site.storage.waitlist.join(ANA, NOW, { via: undefined }));
after(() => site.close());

const isListed = async (address = ANA) =>
  (await Array.fromAsync(site.storage.waitlist.entries())).some(({ email }) => email === address);

function leave(token: string, options: Partial<InjectOptions> = {}) {
  const url = pathTo(calls.leaveWaitlist, token);
  return site.app.inject({ method: 'POST', url, ...options } as InjectOptions);
}

const boundary =
  '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
const form = { 'content-type': 'application/x-www-form-urlencoded' };
/** The bodies that mail providers send for one-click unsubscribe, and others that are accepted too. */
const bodies: Readonly<Record<string, Partial<InjectOptions>>> = {
  'a form': { headers: form, payload: 'List-Unsubscribe=One-Click' },
  'a multipart form': {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: boundary,
  },
  'no body': {},
  'an empty form': { headers: form, payload: '' },
  'an empty JSON body': { headers: { 'content-type': 'application/json' }, payload: '' },
  'a body that is no text': {
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from([0, 255]),
  },
};

describe('L5: one-click unsubscribe (RFC 8058)', () => {
  for (const [name, options] of Object.entries(bodies)) {
    test(`with ${name} removes the address, and the token of another address or a second time gets the same answer`, async () => {
      const email = `${name.replaceAll(' ', '-')}@example.com`;
      await site.storage.waitlist.join(email, NOW, { via: undefined });
      const token = site.tokens.make('leave', email);
      const first = await leave(token, options);
      assert.equal(first.statusCode, 200);
      assert.equal(first.body, '{"left":true}');
      assert.equal(await isListed(email), false);
      const answerOf = ({ statusCode, body, headers }: typeof first) => {
        const { date: _, 'x-request-id': __, ...others } = headers;
        return { statusCode, body, others };
      };
      for (const other of [token, site.tokens.make('leave', 'ben@x')]) {
        assert.deepEqual(answerOf(await leave(other, options)), answerOf(first));
      }
      assert.equal(first.headers.location, undefined);
      assert.equal(first.headers['set-cookie'], undefined);
    });
  }

  test('refuses a token that was cut, was not made here, or is for confirming, and a large body', async () => {
    const token = site.tokens.make('leave', ANA);
    const confirm = site.tokens.make('confirm', ANA);
    for (const other of [token.slice(0, -6), `${token}A`, 'someone', 'A'.repeat(200), confirm]) {
      const { statusCode, json } = await leave(other);
      assert.equal(statusCode, 410);
      assert.match(json().error, /^This link is not valid any more/);
    }
    const headers = { 'content-type': 'text/plain' };
    const large = await leave(token, { headers, payload: 'x'.repeat(1024 * 1024 + 1) });
    assert.equal(large.statusCode, 413);
    assert.equal(await isListed(), true);
  });

  test('with GET or HEAD changes nothing, and redirects to the page with a button', async () => {
    const token = site.tokens.make('leave', ANA);
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await leave(token, { method });
      assert.equal(statusCode, 303);
      assert.equal(headers.location, `${WAITLIST_PATH}#leave=${token}`);
    }
    for (const hostile of ['//evil.example', 'a b', '"><script>', 'é', '\r\nx: y']) {
      const { headers } = await leave(hostile, { method: 'GET' });
      assert.equal(headers.location, WAITLIST_PATH);
    }
    assert.equal(await isListed(), true);
  });
});
