import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callSchemas, calls } from '../../contract/calls.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { createSqliteDatabase } from '../../testing/databases/sqlite-test-engine.ts';
import { createTestApp, TEST_NOW } from '../../testing/test-app.ts';

test('counts of at most 50,000 addresses are kept: the address that was not seen for longest is forgotten', async (t) => {
  const site = await createTestApp({ rateLimits: true }, await createSqliteDatabase());
  t.after(() => site.close());
  const limit = { groupId: 'a', max: 1, windowMs: HOUR_MS };
  const isRefused = async (n: number) => {
    const address = `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    return ((await site.app.countRequest?.(address, limit)) ?? 0) > 0;
  };
  for (let n = 0; n < 50_000; n++) assert.equal(await isRefused(n), false);
  assert.equal(await isRefused(0), true, 'kept');
  assert.equal(await isRefused(50_000), false);
  assert.equal(await isRefused(1), false, 'forgotten');
  assert.equal(await isRefused(0), true, 'seen more recently');
});

test('after the clock goes back by an hour, an address is refused no longer than its limit says', async (t) => {
  const { max, windowMs } = callSchemas.joinWaitlist.limit;
  let now = TEST_NOW;
  const site = await createTestApp({ rateLimits: true, clock: () => now });
  t.after(() => site.close());
  const { method, path: url } = calls.joinWaitlist;
  const headers = { 'content-type': 'text/plain' };
  const ask = () => site.app.inject({ method, url, headers, payload: 'x' });
  for (let n = 0; n < max; n++) await ask();
  const refused = await ask();
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.headers['retry-after'], String(windowMs / 1_000));
  now -= HOUR_MS;
  assert.notEqual((await ask()).statusCode, 429);
});
