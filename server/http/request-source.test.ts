import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, BlockList, connect } from 'node:net';
import { before, describe, test } from 'node:test';
import { type CallName, callSchemas, calls } from '../../contract/calls.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import type { CallSchema } from '../../contract/schemas/call-schema.ts';
import { createMigratedSqlite } from '../../testing/databases/sqlite-test-engine.ts';
import { createMailSite } from '../../testing/mail-site.ts';
import { createTestApp, OF_MAIL_PROVIDER, siteForSuite, TEST_NOW } from '../../testing/test-app.ts';
import { networkOf } from './request-source.ts';

const PROXY = '10.0.0.5';
const trustedProxies = new BlockList();
trustedProxies.addAddress(PROXY);
trustedProxies.addAddress('127.0.0.1');

test('the network of an IPv4 address is the address, and of an IPv6 address its first 64 bits, in every spelling', () => {
  for (const [network, ...spellings] of [
    ['192.0.2.33', '192.0.2.33', '::ffff:192.0.2.33', '::FFFF:c000:221'],
    ['192.0.2.33', '0:0:0:0:0:ffff:192.0.2.33', '0000:0000:0000:0000:0000:ffff:c000:0221'],
    ['2001:db8:0:0::', '2001:db8::1', '2001:0DB8:0:0:ffff:ffff:ffff:ffff', '2001:db8:0:0::'],
    ['2001:db8:0:0::', '2001:db8::192.0.2.1', '2001:db8::a%eth0'],
    ['2001:db8:0:1::', '2001:db8:0:1::1'],
    ['1:2:3:4::', '1:2:3:4:5:6:7::'],
    ['0:0:0:0::', '::1', '::fffe:192.0.2.33'],
  ] as const) {
    for (const spelling of spellings) assert.equal(networkOf(spelling), network, spelling);
  }
});

describe('the network of a request', () => {
  let network = '';
  const site = siteForSuite(() => createTestApp({ trustedProxies }));
  before(async () => {
    site.app.addHook('onRequest', (request, _reply, done) => {
      network = request.network;
      done();
    });
  });

  async function from(headers: Record<string, string>, remoteAddress = PROXY): Promise<string> {
    await site.app.inject({ url: '/healthz', remoteAddress, headers });
    return network;
  }
  const warnings = () => site.lines.filter((line) => line.includes('"warn"'));

  test('is that of the visitor whom a trusted proxy names last, also with a port, brackets, quotes or a zone', async () => {
    for (const [visitor, spellings] of Object.entries({
      '203.0.113.7': [
        ...['203.0.113.7', '203.0.113.7:443', ' 203.0.113.7\t', '"203.0.113.7"', '203.0.113.7:'],
        ...['"203.0.113.7:80"', '::ffff:203.0.113.7', '::FFFF:CB00:7107'],
        ...['[::ffff:203.0.113.7]:80', '192.0.2.1, 203.0.113.7:443', '"1.2.3.4, 203.0.113.7'],
        '192.0.2.1:1,203.0.113.7:2, 10.0.0.5:3',
      ],
      '2001:db8:0:0::': [
        ...['[2001:db8::1]', '[2001:db8::1]:443', '"[2001:DB8::1]:443"', '2001:0DB8:0::2'],
        ...['2001:db8:0:0:0:0:0:1:443', '2001:db8::1%eth0', '[2001:db8::1%25eth0]:80'],
        'unknown, [2001:db8::1]:443, [::ffff:10.0.0.5]:80',
      ],
    })) {
      for (const spelling of spellings) {
        assert.equal(await from({ 'x-forwarded-for': spelling }), visitor, spelling);
        assert.equal(await from({ 'x-forwarded-for': spelling }, `::ffff:${PROXY}`), visitor);
      }
    }
    assert.deepEqual(site.lines, []);
  });

  test('is that of the proxy if it names no visitor, and the log says so once', async () => {
    for (const headers of [
      ...['unknown', '203.0.113.9, _hidden:443', 'http://203.0.113.7', '', 'nonsense'].map(
        (forwarded) => ({ 'x-forwarded-for': forwarded }),
      ),
      { 'x-real-ip': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
    ]) {
      assert.equal(await from(headers), PROXY, JSON.stringify(headers));
    }
    assert.equal(warnings().length, 1);
    assert.match(warnings()[0] ?? '', /A proxy of TRUSTED_PROXIES does not name the visitor/);
    assert.doesNotMatch(warnings()[0] ?? '', /203\.0|hidden/);
  });

  test('is not what a client claims, directly or through a proxy, and the log names an unlisted peer once', async () => {
    site.lines.length = 0;
    const claimed = '198.51.100.1';
    for (const headers of [
      { 'x-forwarded-for': claimed },
      { 'x-forwarded-for': `${claimed}, ${claimed}` },
      { 'x-forwarded-for': `${claimed}, ${PROXY}` },
      { 'x-forwarded-for': `::ffff:${claimed}` },
      { 'x-forwarded-for': `"${claimed}:80"` },
      { forwarded: `for=${claimed}` },
      { forwarded: `for="[::ffff:${claimed}]";proto=https` },
      { 'x-real-ip': claimed, 'x-client-ip': claimed, 'true-client-ip': claimed },
      { 'cf-connecting-ip': claimed, 'x-cluster-client-ip': claimed },
    ]) {
      assert.equal(await from(headers as never, '203.0.113.7'), '203.0.113.7');
      // As `deploy/nginx.conf` says: the proxy replaces the header of the client.
      const proxied = { ...headers, 'x-forwarded-for': '203.0.113.7' };
      assert.equal(await from(proxied), '203.0.113.7');
    }
    assert.equal(warnings().length, 1);
    assert.match(warnings()[0] ?? '', /A peer that is not in TRUSTED_PROXIES/);
    assert.doesNotMatch(warnings()[0] ?? '', /198\.51|203\.0/);
  });

  test('of a proxy that has already closed the connection brings no warning about TRUSTED_PROXIES', async () => {
    await site.app.listen();
    site.lines.length = 0;
    const { port } = site.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const answered = new Promise((resolve) => {
      site.app.server.once('request', (_request, response) => response.once('close', resolve));
    });
    socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n');
    socket.resetAndDestroy();
    await answered;
    assert.deepEqual(warnings(), []);
  });
});

describe('the limit of', () => {
  let now = TEST_NOW;
  const site = siteForSuite(() =>
    createMailSite({ rateLimits: true, trustedProxies, clock: () => now }),
  );
  const limited = Object.entries<CallSchema>(callSchemas).flatMap(([name, { limit }]) =>
    limit ? [{ name: name as CallName, ...limit }] : [],
  );
  for (const { name, max, windowMs } of limited) {
    test(`${name} allows ${max} calls of a network, and refuses the next with 429`, async () => {
      now = TEST_NOW;
      const { method, path: url } = calls[name];
      // The call refuses this body. Refused requests are also counted, and are answered faster.
      const type = method === 'GET' ? {} : { 'content-type': 'text/plain' };
      // Requests without a key have another limit.
      const key = name === 'reportMailEvent' ? { authorization: OF_MAIL_PROVIDER } : {};
      const payload = method === 'GET' ? {} : { payload: 'x' };
      const ask = (forwarded = '203.0.113.7') => {
        const headers = { ...type, ...key, 'x-forwarded-for': forwarded };
        return site.app.inject({ method, url, remoteAddress: PROXY, headers, ...payload });
      };
      for (let n = 0; n < max; n++) {
        const { statusCode } = await ask(`192.0.2.${n % 250}, 203.0.113.7`);
        assert.notEqual(statusCode, 429, `call ${n + 1}`);
      }
      const refused = await ask();
      assert.equal(refused.statusCode, 429);
      assert.equal(refused.headers['retry-after'], String(windowMs / 1_000));
      assert.match(
        refused.json().error,
        /^Too many requests .* try again in (60 seconds|\d0 minutes)\.$/,
      );
      assert.notEqual((await ask('203.0.113.8')).statusCode, 429);
      // An address is refused no longer than its limit says.
      now += windowMs;
      assert.notEqual((await ask()).statusCode, 429);
    });
  }
});

test('a request that a guard refuses counts towards the limit of its call, in each window', async () => {
  let now = TEST_NOW;
  await using site = await createTestApp({ rateLimits: true, clock: () => now });
  const { path: url } = calls.getAnalytics;
  const rateLimit = { groupId: 'test', max: 1, windowMs: HOUR_MS };
  site.app.options(url, { config: { rateLimit, access: 'admin' } }, async () => 'unguarded');
  const send = async () => (await site.app.inject({ method: 'OPTIONS', url })).statusCode;
  for (const _ of ['first window', 'second window']) {
    assert.deepEqual([await send(), await send()], [401, 429]);
    now += HOUR_MS;
  }
});

test('counts of at most 50,000 addresses are kept: the address that was not seen for longest is forgotten', async () => {
  await using site = await createTestApp({ rateLimits: true }, await createMigratedSqlite());
  const limit = { groupId: 'a', max: 1, windowMs: HOUR_MS };
  const isRefused = async (n: number) => {
    const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    return (await site.app.countRequest(address, limit)) > 0;
  };
  for (let n = 0; n < 50_000; n++) assert.equal(await isRefused(n), false);
  assert.equal(await isRefused(0), true, 'kept');
  assert.equal(await isRefused(50_000), false);
  assert.equal(await isRefused(1), false, 'forgotten');
  assert.equal(await isRefused(0), true, 'seen more recently');
});
