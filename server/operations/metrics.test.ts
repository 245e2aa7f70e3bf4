import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTestApp, siteForSuite, type TestApp } from '../../testing/test-app.ts';
import { METRICS_PATH } from './metrics.ts';

const TOKEN = 'a-token-that-only-prometheus-should-have';
const shown = { authorization: `Bearer ${TOKEN}` };

const metricsTokens = [TOKEN];
const half = { authorization: shown.authorization.slice(0, -1) };

/** Each site, who may read its metrics, and who may not, by the headers of their requests. */
const sites: Record<
  string,
  {
    parts: Partial<TestApp>;
    readers: Record<string, Record<string, string>>;
    strangers: Record<string, Record<string, string>>;
  }
> = {
  'a site that only this machine can reach': {
    parts: { https: false, ownMachine: true },
    readers: { 'a program on it': {} },
    strangers: {},
  },
  'a site with a token': {
    parts: { metricsTokens },
    readers: { 'a token': shown },
    strangers: { 'a program without a token': {}, 'half a token': half },
  },
  'a site without a token': {
    parts: {},
    readers: {},
    strangers: {
      'a program': {},
      'an empty token': { authorization: 'Bearer ' },
      'an undefined token': { authorization: 'Bearer undefined' },
    },
  },
};

/** @returns all that a client can see of an answer, except its date */
async function seen(
  { app }: TestApp,
  method: 'GET' | 'HEAD' | 'POST' | 'DELETE',
  url: string,
  headers: Record<string, string>,
) {
  const answer = await app.inject({ method, url, headers });
  return {
    status: answer.statusCode,
    headers: { ...answer.headers, date: undefined },
    body: answer.body,
  };
}

for (const [kind, { parts, readers, strangers }] of Object.entries(sites)) {
  describe(`the metrics of ${kind}`, () => {
    const site = siteForSuite(() => createTestApp(parts));

    for (const [who, headers] of Object.entries(readers)) {
      test(`can be read by ${who}`, async () => {
        const answer = await site.app.inject({ url: METRICS_PATH, headers });
        assert.equal(answer.statusCode, 200);
        assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
        assert.equal(answer.headers['cache-control'], 'no-store');
        assert.match(answer.body, /^site_info\{version="\d+\.\d+\.\d+",node="v\d+/m);
      });
    }
    for (const [who, headers] of Object.entries(strangers)) {
      test(`are hidden from ${who}, who gets the 404 of an unknown path`, async () => {
        for (const method of ['GET', 'HEAD', 'POST', 'DELETE'] as const) {
          const answer = await seen(site, method, METRICS_PATH, headers);
          assert.equal(answer.status, 404);
          assert.deepEqual(answer, await seen(site, method, '/nowhere', headers));
        }
      });
    }
    test('have no other path, accept no token in a URL, and are not in the OpenAPI document', async () => {
      for (const url of [`${METRICS_PATH}/`, `/${METRICS_PATH}`, '/METRICS']) {
        assert.equal((await site.app.inject({ url, headers: shown })).statusCode, 404, url);
      }
      for (const url of [`${METRICS_PATH}?token=${TOKEN}`, `/%6detrics?token=${TOKEN}`]) {
        if (!parts.ownMachine) assert.equal((await site.app.inject(url)).statusCode, 404, url);
      }
      assert.doesNotMatch((await site.app.inject('/api/openapi.json')).body, /metrics/i);
    });
  });
}
