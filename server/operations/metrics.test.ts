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

/** Sends a request from this machine by default, like `curl localhost:3000/metrics`. */
const ask = (site: TestApp, url: string, { headers, ...asked }: Asked = {}) =>
  site.app.inject({ url, headers: { host: 'localhost:3000', ...headers }, ...asked });

/** @returns all that a client can see of an answer, except its date */
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
  'of a site without a proxy': () => createTestApp({ https: false, metricsTokens: [TOKEN] }),
  'of a site without a token': () => createTestApp({ https: false }),
  'of a site behind a proxy on another machine': () =>
    createTestApp({ trustedProxies: proxiesAt('10.0.0.5'), metricsTokens: [TOKEN] }),
  'of a site behind a proxy on this machine': () =>
    createTestApp({ trustedProxies: proxiesAt('127.0.0.1'), metricsTokens: [TOKEN] }),
  'of a site behind an unlisted proxy': () => createTestApp({ metricsTokens: [TOKEN] }),
};
type Kind = keyof typeof sites;

describe('the metrics', () => {
  const opened = {} as Record<Kind, TestApp>;
  before(async () => {
    for (const [kind, open] of Object.entries(sites)) opened[kind as Kind] = await open();
  });
  after(async () => {
    for (const site of Object.values(opened)) await site.close();
  });

  const readers: [Kind, string, Asked][] = [
    ['of a site without a proxy', 'a request from this machine', {}],
    ['of a site without a proxy', 'a request from this machine by IPv6', { remoteAddress: '::1' }],
    [
      'of a site without a proxy',
      'a request from this machine by a mapped address',
      { remoteAddress: '::ffff:127.0.0.1' },
    ],
    ['of a site without a proxy', 'a token', { remoteAddress: '203.0.113.7', headers: shown }],
    ['of a site without a token', 'a request from this machine', {}],
    ['of a site behind a proxy on another machine', 'a request from this machine', {}],
    [
      'of a site behind a proxy on another machine',
      'a token',
      { remoteAddress: '203.0.113.7', headers: shown },
    ],
    ['of a site behind a proxy on this machine', 'a token', { headers: shown }],
    ['of a site behind an unlisted proxy', 'a token', { headers: shown }],
  ];
  for (const [kind, who, asked] of readers) {
    test(`${kind} can be read by ${who}`, async () => {
      const answer = await ask(opened[kind], METRICS_PATH, asked);
      assert.equal(answer.statusCode, 200);
      assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
      assert.equal(answer.headers['cache-control'], 'no-store');
      assert.match(answer.body, /^process_start_time_seconds \d/m);
    });
  }

  const forwarded = (name: string, value = '127.0.0.1') => ({ headers: { [name]: value } });
  const strangers: [Kind, string, Asked][] = [
    ['of a site without a proxy', 'another machine', { remoteAddress: '203.0.113.7' }],
    [
      'of a site without a proxy',
      'another machine, by a mapped address',
      { remoteAddress: '::ffff:203.0.113.7' },
    ],
    ['of a site without a proxy', 'a request with X-Forwarded-For', forwarded('x-forwarded-for')],
    [
      'of a site without a proxy',
      'a request with Forwarded',
      forwarded('forwarded', 'for=127.0.0.1'),
    ],
    ['of a site without a proxy', 'a request with X-Real-IP', forwarded('x-real-ip')],
    ['of a site without a proxy', 'a request with Via', forwarded('via', '1.1 proxy')],
    [
      'of a site without a proxy',
      'a request with another Host',
      forwarded('host', 'rebound.example'),
    ],
    [
      'of a site without a proxy',
      'half a token',
      {
        headers: { authorization: shown.authorization.slice(0, -1) },
        remoteAddress: '203.0.113.7',
      },
    ],
    [
      'of a site without a token',
      'an empty token',
      { ...forwarded('authorization', 'Bearer '), remoteAddress: '203.0.113.7' },
    ],
    [
      'of a site without a token',
      'an undefined token',
      { ...forwarded('authorization', 'Bearer undefined'), remoteAddress: '203.0.113.7' },
    ],
    ['of a site behind a proxy on another machine', 'the proxy', { remoteAddress: '10.0.0.5' }],
    [
      'of a site behind a proxy on another machine',
      'a forged address',
      { ...forwarded('x-forwarded-for'), remoteAddress: '10.0.0.5' },
    ],
    [
      'of a site behind a proxy on another machine',
      'a forged address that bypasses the proxy',
      { ...forwarded('x-forwarded-for'), remoteAddress: '203.0.113.7' },
    ],
    ['of a site behind a proxy on this machine', 'the proxy without forwarding headers', {}],
    [
      'of a site behind a proxy on this machine',
      'the proxy without forwarding headers, by a mapped address',
      { remoteAddress: '::ffff:127.0.0.1' },
    ],
    ['of a site behind a proxy on this machine', 'a forged address', forwarded('x-forwarded-for')],
    [
      'of a site behind an unlisted proxy',
      'a request from this machine without forwarding headers',
      {},
    ],
    ['of a site behind an unlisted proxy', 'a forged address', forwarded('x-forwarded-for')],
  ];
  for (const [kind, who, asked] of strangers) {
    test(`${kind}: ${who} gets the 404 of an unknown path`, async () => {
      const site = opened[kind];
      for (const method of ['GET', 'HEAD', 'POST', 'DELETE'] as const) {
        const answer = await seen(site, METRICS_PATH, { ...asked, method } as Asked);
        assert.equal(answer.statusCode, 404);
        assert.deepEqual(answer, await seen(site, '/nowhere', { ...asked, method } as Asked));
      }
    });
  }

  test('have no other path, and accept no token in a URL', async () => {
    const site = opened['of a site behind a proxy on another machine'];
    const remoteAddress = '203.0.113.7';
    for (const url of [`${METRICS_PATH}/`, `/${METRICS_PATH}`, '/METRICS']) {
      const { statusCode } = await ask(site, url, { remoteAddress, headers: shown });
      assert.equal(statusCode, 404, url);
    }
    for (const url of [`${METRICS_PATH}?token=${TOKEN}`, `/%6detrics?token=${TOKEN}`]) {
      assert.equal((await ask(site, url, { remoteAddress })).statusCode, 404, url);
    }
  });

  test('are not in the OpenAPI document', async () => {
    const { body } = await ask(opened['of a site without a token'], '/api/openapi.json');
    assert.doesNotMatch(body, /metrics/i);
  });
});
