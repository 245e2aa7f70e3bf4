import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { METRICS_PATH } from './metrics.ts';

const TOKEN = 'a-token-that-only-prometheus-should-have';
const shown = { authorization: `Bearer ${TOKEN}` };

interface Asked {
  method?: 'GET' | 'HEAD';
  remoteAddress?: string;
  headers?: Record<string, string>;
}

/** Asks from the machine itself unless told otherwise, as `curl localhost:3000/metrics` does. */
const ask = (site: TestApp, url: string, { headers, ...asked }: Asked = {}) =>
  site.app.inject({ url, headers: { host: 'localhost:3000', ...headers }, ...asked });

/** Everything that a stranger sees of an answer, but for when it was given. */
async function seen(site: TestApp, url: string, asked: Asked | { method: 'POST' | 'DELETE' }) {
  const { statusCode, headers, body } = await ask(site, url, asked as Asked);
  return { statusCode, headers: { ...headers, date: undefined }, body };
}

function proxiesAt(...addresses: string[]): BlockList {
  const list = new BlockList();
  for (const address of addresses) list.addAddress(address);
  return list;
}

const sites = {
  'of one’s own machine': () => createTestApp({ https: false, metricsTokens: [TOKEN] }),
  'without a token': () => createTestApp({ https: false }),
  'behind a proxy elsewhere': () =>
    createTestApp({ trustedProxies: proxiesAt('10.0.0.5'), metricsTokens: [TOKEN] }),
  'behind a proxy on this machine': () =>
    createTestApp({ trustedProxies: proxiesAt('127.0.0.1'), metricsTokens: [TOKEN] }),
  'behind a proxy that nobody has named': () => createTestApp({ metricsTokens: [TOKEN] }),
};
type Kind = keyof typeof sites;

describe('the metrics of a site', () => {
  const opened = {} as Record<Kind, TestApp>;
  before(async () => {
    for (const [kind, open] of Object.entries(sites)) opened[kind as Kind] = await open();
  });
  after(async () => {
    for (const site of Object.values(opened)) await site.close();
  });

  const readers: [Kind, string, Asked][] = [
    ['of one’s own machine', 'its own machine', {}],
    ['of one’s own machine', 'its own machine, by IPv6', { remoteAddress: '::1' }],
    ['of one’s own machine', 'its own machine, mapped', { remoteAddress: '::ffff:127.0.0.1' }],
    ['of one’s own machine', 'a token', { remoteAddress: '203.0.113.7', headers: shown }],
    ['without a token', 'its own machine', {}],
    ['behind a proxy elsewhere', 'its own machine', {}],
    ['behind a proxy elsewhere', 'a token', { remoteAddress: '203.0.113.7', headers: shown }],
    ['behind a proxy on this machine', 'a token', { headers: shown }],
    ['behind a proxy that nobody has named', 'a token', { headers: shown }],
  ];
  for (const [kind, who, asked] of readers) {
    test(`${kind} are read with ${who}`, async () => {
      const answer = await ask(opened[kind], METRICS_PATH, asked);
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.match(answer.body, /^process_start_time_seconds \d/m);
    });
  }

  const forwarded = (name: string, value = '127.0.0.1') => ({ headers: { [name]: value } });
  const strangers: [Kind, string, Asked][] = [
    ['of one’s own machine', 'another machine', { remoteAddress: '203.0.113.7' }],
    ['of one’s own machine', 'another, mapped', { remoteAddress: '::ffff:203.0.113.7' }],
    ['of one’s own machine', 'somebody forwarded', forwarded('x-forwarded-for')],
    ['of one’s own machine', 'somebody Forwarded', forwarded('forwarded', 'for=127.0.0.1')],
    ['of one’s own machine', 'somebody with a real IP', forwarded('x-real-ip')],
    ['of one’s own machine', 'somebody by way of a proxy', forwarded('via', '1.1 proxy')],
    ['of one’s own machine', 'a page of another name', forwarded('host', 'rebound.example')],
    [
      'of one’s own machine',
      'half a token',
      {
        headers: { authorization: shown.authorization.slice(0, -1) },
        remoteAddress: '203.0.113.7',
      },
    ],
    [
      'without a token',
      'an empty token',
      { ...forwarded('authorization', 'Bearer '), remoteAddress: '203.0.113.7' },
    ],
    [
      'without a token',
      'an undefined token',
      { ...forwarded('authorization', 'Bearer undefined'), remoteAddress: '203.0.113.7' },
    ],
    ['behind a proxy elsewhere', 'the proxy', { remoteAddress: '10.0.0.5' }],
    [
      'behind a proxy elsewhere',
      'a forged address',
      { ...forwarded('x-forwarded-for'), remoteAddress: '10.0.0.5' },
    ],
    [
      'behind a proxy elsewhere',
      'a forged address and no proxy',
      { ...forwarded('x-forwarded-for'), remoteAddress: '203.0.113.7' },
    ],
    ['behind a proxy on this machine', 'the proxy, silent', {}],
    [
      'behind a proxy on this machine',
      'the proxy, silent and mapped',
      { remoteAddress: '::ffff:127.0.0.1' },
    ],
    ['behind a proxy on this machine', 'a forged address', forwarded('x-forwarded-for')],
    ['behind a proxy that nobody has named', 'whom it does not forward', {}],
    ['behind a proxy that nobody has named', 'a forged address', forwarded('x-forwarded-for')],
  ];
  for (const [kind, who, asked] of strangers) {
    test(`${kind} are no path for ${who}`, async () => {
      const site = opened[kind];
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE'] as const) {
        const answer = await seen(site, METRICS_PATH, { ...asked, method } as Asked);
        assert.equal(answer.statusCode, 404);
        assert.deepEqual(answer, await seen(site, '/nowhere', { ...asked, method } as Asked));
      }
    });
  }

  test('have no other address, and take no token from one', async () => {
    const site = opened['behind a proxy elsewhere'];
    for (const url of [
      `${METRICS_PATH}/`,
      `/${METRICS_PATH}`,
      '/METRICS',
      `/%6detrics?token=${TOKEN}`,
    ]) {
      const { statusCode } = await ask(site, url, { remoteAddress: '203.0.113.7' });
      assert.equal(statusCode, 404, url);
    }
  });

  test('stand in no description of the calls', async () => {
    const { body } = await ask(opened['without a token'], '/api/openapi.json');
    assert.doesNotMatch(body, /metrics/i);
  });
});
