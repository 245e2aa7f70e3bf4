import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { describe, test } from 'node:test';
import { createTestApp, siteForSuite, type TestApp } from '../../testing/test-app.ts';
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

function proxiesAt(address: string): BlockList {
  const list = new BlockList();
  list.addAddress(address);
  return list;
}

const from = (remoteAddress: string, headers: Record<string, string> = {}): Asked => ({
  ...{ remoteAddress, headers },
});
const stranger = '203.0.113.7';
const metricsTokens = [TOKEN];
const forged = { 'x-forwarded-for': '127.0.0.1' };

/** Each site, who may read its metrics, and who may not. */
const sites: Record<
  string,
  { parts: Partial<TestApp>; readers: Record<string, Asked>; strangers: Record<string, Asked> }
> = {
  'a site without a proxy': {
    parts: { https: false, metricsTokens },
    readers: {
      'a request from this machine': {},
      'a request from this machine by IPv6': from('::1'),
      'a request from this machine by a mapped address': from('::ffff:127.0.0.1'),
      'a token': from(stranger, shown),
    },
    strangers: {
      'another machine': from(stranger),
      'another machine, by a mapped address': from(`::ffff:${stranger}`),
      'a request with X-Forwarded-For': { headers: forged },
      'a request with Forwarded': { headers: { forwarded: 'for=127.0.0.1' } },
      'a request with X-Real-IP': { headers: { 'x-real-ip': '127.0.0.1' } },
      'a request with Via': { headers: { via: '1.1 proxy' } },
      'a request with another Host': { headers: { host: 'rebound.example' } },
      'half a token': from(stranger, { authorization: shown.authorization.slice(0, -1) }),
    },
  },
  'a site without a token': {
    parts: { https: false },
    readers: { 'a request from this machine': {} },
    strangers: {
      'an empty token': from(stranger, { authorization: 'Bearer ' }),
      'an undefined token': from(stranger, { authorization: 'Bearer undefined' }),
    },
  },
  'a site behind a proxy on another machine': {
    parts: { trustedProxies: proxiesAt('10.0.0.5'), metricsTokens },
    readers: { 'a request from this machine': {}, 'a token': from(stranger, shown) },
    strangers: {
      'the proxy': from('10.0.0.5'),
      'a forged address': from('10.0.0.5', forged),
      'a forged address that bypasses the proxy': from(stranger, forged),
    },
  },
  'a site behind a proxy on this machine': {
    parts: { trustedProxies: proxiesAt('127.0.0.1'), metricsTokens },
    readers: { 'a token': { headers: shown } },
    strangers: {
      'the proxy without forwarding headers': {},
      'the proxy without forwarding headers, by a mapped address': from('::ffff:127.0.0.1'),
      'a forged address': { headers: forged },
    },
  },
  'a site behind an unlisted proxy': {
    parts: { metricsTokens },
    readers: { 'a token': { headers: shown } },
    strangers: {
      'a request from this machine without forwarding headers': {},
      'a forged address': { headers: forged },
    },
  },
};

for (const [kind, { parts, readers, strangers }] of Object.entries(sites)) {
  describe(`the metrics of ${kind}`, () => {
    const site = siteForSuite(() => createTestApp(parts));

    for (const [who, asked] of Object.entries(readers)) {
      test(`can be read by ${who}`, async () => {
        const answer = await ask(site, METRICS_PATH, asked);
        assert.equal(answer.statusCode, 200);
        assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
        assert.equal(answer.headers['cache-control'], 'no-store');
        assert.match(answer.body, /^process_start_time_seconds \d/m);
        assert.match(answer.body, /^site_info\{version="\d+\.\d+\.\d+",node="v\d+/m);
      });
    }
    for (const [who, asked] of Object.entries(strangers)) {
      test(`are hidden from ${who}, who gets the 404 of an unknown path`, async () => {
        for (const method of ['GET', 'HEAD', 'POST', 'DELETE'] as const) {
          const answer = await seen(site, METRICS_PATH, { ...asked, method } as Asked);
          assert.equal(answer.statusCode, 404);
          assert.deepEqual(answer, await seen(site, '/nowhere', { ...asked, method } as Asked));
        }
      });
    }
    test('have no other path, accept no token in a URL, and are not in the OpenAPI document', async () => {
      for (const url of [`${METRICS_PATH}/`, `/${METRICS_PATH}`, '/METRICS']) {
        assert.equal((await ask(site, url, from(stranger, shown))).statusCode, 404, url);
      }
      for (const url of [`${METRICS_PATH}?token=${TOKEN}`, `/%6detrics?token=${TOKEN}`]) {
        assert.equal((await ask(site, url, from(stranger))).statusCode, 404, url);
      }
      assert.doesNotMatch((await ask(site, '/api/openapi.json')).body, /metrics/i);
    });
  });
}
