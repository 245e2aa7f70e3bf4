import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import { test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { callSchemas } from '../../contract/schemas/calls.ts';
import { createTestApp, TEST_NOW } from '../../testing/test-app.ts';

const PROXY = '127.0.0.1';
/** Far fewer than the maximum number of addresses in memory. */
const OTHERS = 6_000;

test('the count of an address above its limit is kept while thousands of other addresses send requests', async (t) => {
  const trustedProxies = new BlockList();
  trustedProxies.addAddress(PROXY);
  const site = await createTestApp({ rateLimits: true, trustedProxies });
  t.after(() => site.close());
  const askFrom = async (address: string) => {
    const { method, path: url } = calls.joinWaitlist;
    const headers = { 'x-forwarded-for': address, 'content-type': 'text/plain' };
    const payload = 'x';
    const request = { method, url, headers, payload, remoteAddress: PROXY };
    return (await site.app.inject(request)).statusCode;
  };
  for (let n = 0; n < callSchemas.joinWaitlist.limit.max; n++) await askFrom('192.0.2.1');
  for (let n = 0; n < OTHERS; n++) await askFrom(`10.0.${n >> 8}.${n & 255}`);
  assert.equal(await askFrom('192.0.2.1'), 429);
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
