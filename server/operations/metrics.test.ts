import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { METRICS_PATH } from './metrics.ts';

const TOKEN = 'a-token-that-only-prometheus-should-have';
const shown = { authorization: `Bearer ${TOKEN}` };

const half = { authorization: shown.authorization.slice(0, -1) };

/** @returns all that a client can see of an answer, except its date */
async function seen(
  app: TestApp['app'],
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

async function assertReadable({ app }: TestApp, headers = {}): Promise<void> {
  const answer = await app.inject({ url: METRICS_PATH, headers });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
  assert.match(answer.body, /^site_info\{version="\d+\.\d+\.\d+",node="v\d+/m);
}

test('the metrics of a site that only this machine can reach need no token', async () => {
  await using site = await createTestApp({ https: false, ownMachine: true });
  await assertReadable(site);
});

test('the metrics are readable by a token, hidden from others by the 404 of an unknown path, and have no other path', async () => {
  await using site = await createTestApp({ metricsTokens: [TOKEN] });
  await assertReadable(site, shown);
  await using without = await createTestApp();
  for (const [{ app }, headers] of [
    [site, {}],
    [site, half],
    [without, {}],
    [without, { authorization: 'Bearer ' }],
    [without, { authorization: 'Bearer undefined' }],
  ] as const) {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE'] as const) {
      const answer = await seen(app, method, METRICS_PATH, headers);
      assert.equal(answer.status, 404);
      assert.deepEqual(answer, await seen(app, method, '/nowhere', headers));
    }
  }
  for (const url of [`${METRICS_PATH}/`, `/${METRICS_PATH}`, '/METRICS'])
    assert.equal((await site.app.inject({ url, headers: shown })).statusCode, 404, url);
  for (const url of [`${METRICS_PATH}?token=${TOKEN}`, `/%6detrics?token=${TOKEN}`])
    assert.equal((await site.app.inject(url)).statusCode, 404, url);
  assert.doesNotMatch((await site.app.inject('/api/openapi.json')).body, /metrics/i);
});
