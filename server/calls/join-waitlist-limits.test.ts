import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { limits } from '../limits.ts';
import { createTestApp } from '../testing/test-app.ts';

const { method, path: url } = calls.joinWaitlist;
const JSON_TYPE = { 'content-type': 'application/json' };

describe('POST /api/waitlist with limits', () => {
  test('answers the call after the last allowed one with 429, a sentence and a time', async () => {
    const site = await createTestApp({ rateLimits: true });
    const join = (n: number, remoteAddress = '203.0.113.7') =>
      site.app.inject({
        method,
        url,
        remoteAddress,
        headers: {
          ...JSON_TYPE,
          'user-agent': `visitor ${n}`,
          'x-forwarded-for': `10.0.0.${n % 250}`,
        },
        payload: JSON.stringify({ email: `${n}@example.com` }),
      });
    try {
      for (let n = 0; n < limits.joinWaitlist.max; n++) {
        assert.equal((await join(n)).statusCode, 200, `call ${n + 1}`);
      }
      const refused = await join(limits.joinWaitlist.max);
      assert.equal(refused.statusCode, 429);
      // A minute, less what the calls before have taken.
      assert.match(String(refused.headers['retry-after']), /^(60|5\d)$/);
      assert.match(refused.json().error, /Too many requests .* try again in (60|5\d) s\.$/);
      assert.equal(refused.headers['x-ratelimit-limit'], undefined);
      assert.equal((await join(0, '203.0.113.8')).statusCode, 200, 'another address');
      assert.equal(
        (await join(0, '::ffff:203.0.113.7')).statusCode,
        429,
        'the same, mapped to IPv6',
      );
      assert.equal(
        (await Array.fromAsync(site.storage.waitlist.entries())).length,
        limits.joinWaitlist.max,
      );
    } finally {
      await site.close();
    }
  });

  test('counts all addresses of one IPv6 network as one', async () => {
    const site = await createTestApp({ rateLimits: true });
    const join = (remoteAddress: string) =>
      site.app.inject({
        method,
        url,
        remoteAddress,
        headers: JSON_TYPE,
        payload: '{"email":"a@b"}',
      });
    try {
      for (let n = 0; n < limits.joinWaitlist.max; n++)
        await join(`2001:db8:0:1::${n.toString(16)}`);
      assert.equal((await join('2001:db8:0:1:ffff::1')).statusCode, 429);
      assert.equal((await join('2001:db8:0:2::1')).statusCode, 200);
    } finally {
      await site.close();
    }
  });
});
