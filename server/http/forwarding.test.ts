import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import { callSchemas, calls } from '../../contract/calls.ts';
import { listeningApp } from '../../testing/listening-app.ts';
import { createTestApp } from '../../testing/test-app.ts';

const PROXY = '10.0.0.5';

function proxies(...others: string[]): BlockList {
  const list = new BlockList();
  for (const address of [PROXY, ...others]) list.addAddress(address);
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

for (const [visitor, spellings] of Object.entries({
  '203.0.113.7': [
    ...['203.0.113.7:443', ' 203.0.113.7\t', '"203.0.113.7"', '"203.0.113.7:80"', '203.0.113.7:'],
    ...['::ffff:203.0.113.7', '::FFFF:CB00:7107', '[::ffff:203.0.113.7]:80'],
    ...[
      '192.0.2.1, 203.0.113.7:443',
      '192.0.2.1:1,203.0.113.7:2, 10.0.0.5:3',
      '"1.2.3.4, 203.0.113.7',
    ],
  ],
  '2001:db8::1': [
    ...['[2001:db8::1]', '[2001:db8::1]:443', '"[2001:DB8::1]:443"', '2001:0DB8:0::2'],
    ...['2001:db8:0:0:0:0:0:1:443', '2001:db8::1%eth0', '[2001:db8::1%25eth0]:80'],
    ...['unknown, [2001:db8::1]:443, [::ffff:10.0.0.5]:80'],
  ],
})) {
  test(`a proxy may write the address ${visitor} with a port, brackets, quotes or a zone`, async (t) => {
    const { site, port } = await listeningApp({
      rateLimits: true,
      trustedProxies: proxies('127.0.0.1'),
    });
    t.after(() => site.close());
    const request = (forwarded: string) => ({ ...view, headers: { 'x-forwarded-for': forwarded } });
    const from = async (forwarded: string) =>
      (await site.app.inject({ ...request(forwarded), remoteAddress: PROXY })).statusCode;
    /** Over a connection, frequent calls are answered without Fastify. */
    const overConnection = async (forwarded: string) => {
      const { headers, payload, method, url } = request(forwarded);
      const type = { 'content-type': 'application/json' };
      const body = JSON.stringify(payload);
      return (
        await fetch(`http://127.0.0.1:${port}${url}`, {
          method,
          headers: { ...headers, ...type },
          body,
        })
      ).status;
    };
    for (let n = 0; n < callSchemas.trackInvite.limit.max; n++) await from(visitor);
    for (const spelling of spellings) {
      assert.equal(await from(spelling), 429, spelling);
      assert.equal(await overConnection(spelling), 429, spelling);
    }
    for (const other of ['203.0.113.8:443', '[2001:db8:0:1::1]:443']) {
      assert.equal(await from(other), 200, other);
      assert.equal(await overConnection(other), 200, other);
    }
    assert.doesNotMatch(site.lines.join(), /warn/);
  });
}

for (const headers of [
  { 'x-forwarded-for': 'unknown' },
  { 'x-forwarded-for': '203.0.113.9, _hidden:443' },
  { 'x-forwarded-for': 'http://203.0.113.7' },
  { 'x-forwarded-for': '' },
  { 'x-real-ip': '203.0.113.7' },
  { forwarded: 'for=203.0.113.7' },
]) {
  test(`if a proxy sends only ${JSON.stringify(headers)}, its own address is used, and the log says so once`, async (t) => {
    const { site } = await listeningApp({ rateLimits: true, trustedProxies: proxies() });
    t.after(() => site.close());
    const from = (headers: Record<string, string>) =>
      site.app.inject({ ...view, remoteAddress: PROXY, headers });
    for (let n = 0; n < callSchemas.trackInvite.limit.max; n++) await from(headers);
    assert.equal((await from({ 'x-forwarded-for': 'nonsense' })).statusCode, 429);
    assert.equal((await from({ 'x-forwarded-for': '203.0.113.7' })).statusCode, 200);
    const [warning = '', ...more] = site.lines.filter((line) => line.includes('"warn"'));
    assert.deepEqual(more, []);
    assert.match(warning, /A proxy of TRUSTED_PROXIES does not name the visitor/);
    assert.doesNotMatch(warning, /203\.0|hidden/);
  });
}

/** Headers with which a client may claim another address. */
const claims: readonly ((address: string) => Record<string, string>)[] = [
  (address) => ({ 'x-forwarded-for': address }),
  (address) => ({ 'x-forwarded-for': `${address}, ${address}` }),
  (address) => ({ 'x-forwarded-for': `${address}, ${PROXY}` }),
  (address) => ({ 'x-forwarded-for': `::ffff:${address}` }),
  (address) => ({ 'x-forwarded-for': `"${address}:80"` }),
  (address) => ({ forwarded: `for=${address}` }),
  (address) => ({ forwarded: `for="[::ffff:${address}]";proto=https` }),
  (address) => ({ 'x-real-ip': address, 'x-client-ip': address, 'true-client-ip': address }),
  (address) => ({ 'cf-connecting-ip': address, 'x-cluster-client-ip': address }),
];
const { max } = callSchemas.trackInvite.limit;

for (const [how, proxied] of [
  ['directly', (headers: Record<string, string>) => headers],
  // As `deploy/nginx.conf` says: the proxy replaces the header of the client.
  ['through a proxy', (headers: object) => ({ ...headers, 'x-forwarded-for': '203.0.113.7' })],
] as const) {
  test(`a client that claims other addresses ${how} reaches its limit, and uses up no limit of another client`, async (t) => {
    const site = await createTestApp({ rateLimits: true, trustedProxies: proxies() });
    t.after(() => site.close());
    const ask = async (headers: Record<string, string>, direct = '203.0.113.7') => {
      const remoteAddress = how === 'directly' ? direct : PROXY;
      return (await site.app.inject({ ...view, remoteAddress, headers })).statusCode;
    };
    const claim = (n: number, address: string) =>
      ask(proxied(claims[n % claims.length]?.(address) ?? {}));
    for (let n = 0; n < max; n++) assert.notEqual(await claim(n, `10.1.${n >> 8}.${n & 255}`), 429);
    for (let n = 0; n < claims.length; n++) assert.equal(await claim(n, '198.51.100.1'), 429);
    const other = how === 'directly' ? {} : { 'x-forwarded-for': '198.51.100.1' };
    assert.notEqual(await ask(other, '198.51.100.1'), 429);
  });
}

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
