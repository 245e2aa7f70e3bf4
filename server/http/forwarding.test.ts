import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { callSchemas } from '../../contract/schemas/calls.ts';
import { listeningApp } from '../../testing/listening-app.ts';
import { createTestApp } from '../../testing/test-app.ts';

const PROXY = '10.0.0.5';

function proxies(): BlockList {
  const list = new BlockList();
  list.addAddress(PROXY);
  return list;
}

/** A call with one limit. A sign-up has a second one, for sign-ups without a proof of work. */
const view = {
  method: 'POST',
  url: calls.trackInvite.path,
  payload: { refUserId: 'ana', action: 'page_view' },
} as const;

test('visitors behind a trusted proxy are distinguished by their addresses, and cannot choose an address', async (t) => {
  const { site } = await listeningApp({ rateLimits: true, trustedProxies: proxies() });
  t.after(() => site.close());
  const from = (forwarded: string, remoteAddress = PROXY) =>
    site.app.inject({ ...view, remoteAddress, headers: { 'x-forwarded-for': forwarded } });
  for (let n = 0; n < callSchemas.trackInvite.limit.max; n++)
    await from(`192.0.2.${n % 250}, 203.0.113.7`);
  assert.equal((await from('198.51.100.1, 203.0.113.7')).statusCode, 429);
  assert.equal((await from('203.0.113.7', `::ffff:${PROXY}`)).statusCode, 429);
  assert.equal((await from('203.0.113.8')).statusCode, 200);
  assert.equal(
    (await from('203.0.113.7', '198.51.100.9')).statusCode,
    200,
    'not through the proxy',
  );
});

test('if a proxy forwards a text that is not an address, the proxy’s address is used', async (t) => {
  const site = await createTestApp({ rateLimits: true, trustedProxies: proxies() });
  t.after(() => site.close());
  const from = (forwarded: string) =>
    site.app.inject({ ...view, remoteAddress: PROXY, headers: { 'x-forwarded-for': forwarded } });
  for (let n = 0; n < callSchemas.trackInvite.limit.max; n++) await from(`203.0.113.7:${n}`);
  assert.equal((await from('nonsense')).statusCode, 429);
});

test('forwarding headers of an untrusted peer are logged once, without its address', async (t) => {
  const site = await createTestApp({ trustedProxies: proxies() });
  t.after(() => site.close());
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip']) {
    await site.app.inject({
      url: '/',
      remoteAddress: '198.51.100.9',
      headers: { [header]: '1.2.3.4' },
    });
  }
  assert.equal(site.lines.length, 1);
  assert.match(site.lines[0] ?? '', /TRUSTED_PROXIES/);
  assert.doesNotMatch(site.lines[0] ?? '', /198\.51|1\.2\.3\.4/);
});

test('forwarding headers of a trusted proxy are not logged', async (t) => {
  const site = await createTestApp({ trustedProxies: proxies() });
  t.after(() => site.close());
  await site.app.inject({
    url: '/',
    remoteAddress: PROXY,
    headers: { 'x-forwarded-for': '1.2.3.4' },
  });
  assert.deepEqual(site.lines, []);
});
