import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import { callSchemas } from '../../contract/schemas/calls.ts';
import { createTestApp } from '../../testing/test-app.ts';

const PROXY = '10.0.0.5';

function proxies(): BlockList {
  const list = new BlockList();
  list.addAddress(PROXY);
  return list;
}

const join = {
  method: 'POST',
  url: '/api/waitlist',
  payload: { email: 'ana@example.com' },
} as const;

test('visitors behind a trusted proxy are distinguished by their addresses, and cannot choose an address', async () => {
  const site = await createTestApp({ rateLimits: true, trustedProxies: proxies() });
  const from = (forwarded: string, remoteAddress = PROXY) =>
    site.app.inject({ ...join, remoteAddress, headers: { 'x-forwarded-for': forwarded } });
  for (let n = 0; n < callSchemas.joinWaitlist.limit.max; n++)
    await from(`192.0.2.${n % 250}, 203.0.113.7`);
  assert.equal((await from('198.51.100.1, 203.0.113.7')).statusCode, 429);
  assert.equal((await from('203.0.113.7', `::ffff:${PROXY}`)).statusCode, 429);
  assert.equal((await from('203.0.113.8')).statusCode, 200);
  assert.equal(
    (await from('203.0.113.7', '198.51.100.9')).statusCode,
    200,
    'not through the proxy',
  );
  await site.close();
});

test('if a proxy forwards a text that is not an address, the proxy’s address is used', async () => {
  const site = await createTestApp({ rateLimits: true, trustedProxies: proxies() });
  const from = (forwarded: string) =>
    site.app.inject({ ...join, remoteAddress: PROXY, headers: { 'x-forwarded-for': forwarded } });
  for (let n = 0; n < callSchemas.joinWaitlist.limit.max; n++) await from(`203.0.113.7:${n}`);
  assert.equal((await from('nonsense')).statusCode, 429);
  await site.close();
});

test('forwarding headers of an untrusted peer are logged once, without its address', async () => {
  const site = await createTestApp({ trustedProxies: proxies() });
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
  await site.close();
});

test('forwarding headers of a trusted proxy are not logged', async () => {
  const site = await createTestApp({ trustedProxies: proxies() });
  await site.app.inject({
    url: '/',
    remoteAddress: PROXY,
    headers: { 'x-forwarded-for': '1.2.3.4' },
  });
  assert.deepEqual(site.lines, []);
  await site.close();
});
