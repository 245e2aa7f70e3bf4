import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { calls } from '../../contract/calls.ts';
import { pathTo } from '../../contract/screens.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { siteForSuite } from '../../testing/test-app.ts';

const ANA = 'ana@example.com';
const NOW = Date.UTC(2025, 5, 14);

const site = siteForSuite(createMailSite);
beforeEach(() => site.storage.waitlist.join(ANA, NOW, { via: undefined }));

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
  'an empty JSON body': { headers: { 'content-type': 'application/json' }, payload: '' },
  'a body that is no text': {
    headers: { 'content-type': 'application/octet-stream' },
    payload: Buffer.from([0, 255]),
  },
};

describe('one-click unsubscribe (RFC 8058)', () => {
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
      assert.equal(headers.location, `/waitlist/leave/${token}`);
    }
    for (const hostile of ['//evil.example', 'a b', '"><script>', 'é', '\r\nx: y', '../..']) {
      const { headers } = await leave(hostile, { method: 'GET' });
      assert.equal(headers.location, `/waitlist/leave/${encodeURIComponent(hostile)}`);
    }
    assert.equal(await isListed(), true);
  });
});

describe('the link to leave in a letter', () => {
  const visit = (token: string, options: Partial<InjectOptions> = {}) =>
    site.app.inject({ url: `/waitlist/leave/${token}`, ...options } as InjectOptions);
  const press = (token: string) => visit(token, { method: 'POST', headers: form, payload: '' });
  const titleOf = ({ body }: { body: string }) => /<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1];

  test('shows one button, also to HEAD, and a press leaves, which the link says from then on; the answers to a press are the same for every address', async () => {
    const token = site.tokens.make('leave', ANA);
    const asked = await visit(token);
    assert.equal(asked.statusCode, 200);
    assert.equal(titleOf(asked), 'Leave the waitlist?');
    assert.equal(asked.body.match(/<form method="post">/g)?.length, 1);
    assert.match(String(asked.headers['content-security-policy']), /form-action 'self'/);
    assert.equal((await visit(token, { method: 'HEAD' })).statusCode, 200);
    assert.equal(await isListed(), true);
    const left = await press(token);
    assert.equal(titleOf(left), 'You have left.');
    assert.equal(left.headers['cache-control'], 'no-store');
    assert.equal(await isListed(), false);
    const unknown = site.tokens.make('leave', 'nobody@example.com');
    for (const other of [token, unknown, `${token}/`, `${token}).`, `%22${token}%22`]) {
      assert.equal((await press(other)).body, left.body, other);
      const shown = other === unknown ? asked : left;
      assert.equal((await visit(other)).body, shown.body, other);
    }
  });

  test('says that a part of it is missing, and leaves nobody', async () => {
    const token = site.tokens.make('leave', ANA);
    const confirm = site.tokens.make('confirm', ANA);
    for (const cut of [token.slice(0, -6), 'x', `${token}A`, confirm, token.toLowerCase()]) {
      for (const answer of [await visit(cut), await press(cut)]) {
        assert.equal(answer.statusCode, 410, cut);
        assert.equal(titleOf(answer), 'This link does not work.');
        assert.doesNotMatch(answer.body, /<form/);
      }
    }
    assert.equal(await isListed(), true);
  });
});
