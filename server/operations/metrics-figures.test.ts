import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { setImmediate as eventLoopTurn } from 'node:timers/promises';
import { calls } from '../../contract/calls.ts';
import { ANA } from '../../testing/databases/test-invites.ts';
import { A_PERSON } from '../../testing/requests/user-agents.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { METRICS_PATH } from './metrics.ts';

const TOKEN = 'a-token-that-only-prometheus-should-have';
const headers = { authorization: `Bearer ${TOKEN}` };

describe('the metrics', () => {
  let site: TestApp;
  beforeEach(async () => {
    site = await createTestApp({ https: false, metricsTokens: [TOKEN] });
  });
  afterEach(() => site.close());

  const get = (url: string) => site.app.inject({ url, headers });
  const join = (email: string) =>
    site.app.inject({ method: 'POST', url: '/api/waitlist', payload: { email } });

  async function lines(): Promise<string[]> {
    // The server counts an answer after sending it, so the test may receive an answer that is not counted yet.
    await eventLoopTurn();
    const { statusCode, body } = await get(METRICS_PATH);
    assert.equal(statusCode, 200);
    return body.split('\n').filter((line) => line !== '');
  }
  async function figure(series: string): Promise<number | undefined> {
    const line = (await lines()).find((each) => each.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  }

  test('count the answers of each call by status, and their duration', async () => {
    await get('/');
    await get('/');
    await join('ana@example.com');
    await join('nonsense');
    assert.equal(await figure('http_requests_total{call="GET /",code="200"}'), 2);
    const joins = 'call="POST /api/waitlist"';
    assert.equal(await figure(`http_requests_total{${joins},code="200"}`), 1);
    assert.equal(await figure(`http_requests_total{${joins},code="400"}`), 1);
    assert.equal(await figure(`http_request_duration_seconds_count{${joins}}`), 2);
    assert.equal(await figure(`http_request_duration_seconds_bucket{le="+Inf",${joins}}`), 2);
    const sum = await figure(`http_request_duration_seconds_sum{${joins}}`);
    assert.ok(sum && sum > 0 && sum < 60, `${sum} s`);
  });

  test('count visits by outcome, except visits to unknown inviters', async () => {
    await site.storage.inviters.put(ANA);
    const visits = (action: string, outcome: string) =>
      figure(`site_invite_visits_total{action="${action}",outcome="${outcome}"}`);
    const track = (userAgent: string, event: object) =>
      site.app.inject({
        method: 'POST',
        url: calls.trackInvite.path,
        headers: { 'user-agent': userAgent },
        payload: { refUserId: 'ana', action: 'page_view', ...event },
      });
    assert.equal(await visits('page_view', 'counted'), 0);
    await track(A_PERSON, { eventId: 'load-0001' });
    await track(A_PERSON, { eventId: 'load-0001' });
    await track(A_PERSON, { eventId: 'load-0001', action: 'download_clicked' });
    await track('curl/8.5.0', {});
    await track('facebookexternalhit/1.1', {});
    await track(A_PERSON, { refUserId: 'nobody' });
    assert.equal(await visits('page_view', 'counted'), 1);
    assert.equal(await visits('page_view', 'repeated'), 1);
    assert.equal(await visits('page_view', 'bot'), 1);
    assert.equal(await visits('page_view', 'link-preview'), 1);
    assert.equal(await visits('page_view', 'prefetch'), 0);
    assert.equal(await visits('download_clicked', 'counted'), 1);
    const all = (await lines()).filter((line) => line.startsWith('site_invite_visits_total{'));
    assert.equal(all.length, 12);
  });

  test('have no series for an unknown path, for an id in a path, or for a single file', async () => {
    const before = (await lines()).length;
    for (let n = 0; n < 50; n++) {
      await get(`/nowhere-${n}`);
      await get(`/api/users/nobody-${n}`);
    }
    const files = [...site.build.files.keys()];
    for (const path of files) await get(path);
    const all = await lines();
    assert.doesNotMatch(all.join('\n'), /nowhere|nobody|assets/);
    assert.equal(await figure('http_requests_total{call="unknown",code="404"}'), 50);
    assert.equal(await figure('http_requests_total{call="GET /api/users/:id",code="404"}'), 50);
    assert.equal(await figure('http_requests_total{call="GET file",code="200"}'), files.length);
    assert.ok(all.length - before < 50, `${all.length - before} more lines`);
  });

  test('count the writes on disk, and their transactions', async () => {
    const writes = async () => (await figure('storage_writes_total')) ?? 0;
    const batches = async () => (await figure('storage_batches_total')) ?? 0;
    const [writesBefore, batchesBefore] = [await writes(), await batches()];
    await Promise.all(Array.from({ length: 20 }, (_, n) => join(`ana-${n}@example.com`)));
    assert.equal((await writes()) - writesBefore, 20);
    const more = (await batches()) - batchesBefore;
    assert.ok(more >= 1 && more < 20, `${more} batches`);
    assert.equal(await figure('storage_writes_waiting'), 0);
  });

  test('can be read while the database is unavailable', async () => {
    await site.storage.close();
    assert.equal((await join('ana@example.com')).statusCode, 503);
    assert.equal(await figure('http_requests_total{call="POST /api/waitlist",code="503"}'), 1);
  });

  test('count open connections, and requests without a complete answer', async () => {
    const { origin } = await site.listen();
    const response = await fetch(`${origin}${METRICS_PATH}`, { headers });
    const text = await response.text();
    assert.match(text, /^http_connections 1$/m);
    assert.match(text, /^http_requests_under_way 1$/m);
  });
});
