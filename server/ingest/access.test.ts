import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Call, calls } from '../../contract/calls.ts';
import { createTestApp, siteForSuite, TEST_KEY, type TestApp } from '../../testing/test-app.ts';

const SECOND_KEY = 'another-key-while-the-first-is-replaced';
const guarded = Object.entries<Call<unknown, unknown>>(calls).filter(
  ([, { access }]) => access === 'app',
);

/** Sends the back end's request with the given Authorization header. */
const ask = (site: TestApp, { method, path }: Call<unknown, unknown>, authorization?: string) =>
  site.app.inject({
    method,
    url: path.replace(':id', 'ana'),
    headers: {
      'content-type': 'application/json',
      ...(authorization !== undefined && { authorization }),
    },
    // Not JSON: if the body were read, the answer would be another error.
    ...(method !== 'DELETE' && { payload: 'unread' }),
  });

const erase = async (site: TestApp, key: string) =>
  site.app.inject({
    method: calls.eraseInviter.method,
    url: '/api/users/nobody',
    headers: { authorization: `Bearer ${key}` },
    remoteAddress: '203.0.113.7',
  });

describe('the calls for the app’s back end', () => {
  const site = siteForSuite(() => createTestApp({ appApiKeys: [TEST_KEY, SECOND_KEY] }));
  const closed = siteForSuite(() => createTestApp({ appApiKeys: [] }));

  const strangers = [
    undefined,
    'Bearer',
    `Basic ${TEST_KEY}`,
    'Bearer a-key-that-nobody-has-ever-been-given',
    `Bearer ${TEST_KEY.toUpperCase()}`,
    `Bearer ${TEST_KEY.slice(0, -1)}`,
    `Bearer ${TEST_KEY}, Bearer x`,
    `Bearer ${TEST_KEY},${SECOND_KEY}`,
  ];
  for (const [name, call] of guarded) {
    test(`${name} answers 401 without a right key, does not read the body, and logs no key`, async () => {
      for (const authorization of strangers) {
        const response = await ask(site, call, authorization);
        assert.equal(response.statusCode, 401, String(authorization));
        assert.equal(response.headers['www-authenticate'], 'Bearer');
        assert.match(response.json().error, /^This call is for the app’s back end.*\.$/);
        assert.doesNotMatch(response.body, new RegExp(TEST_KEY));
      }
      assert.deepEqual(site.lines, []);
    });

    test(`${name} accepts each key, and the scheme in any case; if no key is set, it answers 401 to all requests`, async () => {
      for (const header of [`Bearer ${TEST_KEY}`, `bearer  ${SECOND_KEY}`]) {
        assert.notEqual((await ask(site, call, header)).statusCode, 401);
      }
      for (const header of [undefined, 'Bearer ', 'Bearer undefined', `Bearer ${TEST_KEY}`]) {
        assert.equal((await ask(closed, call, header)).statusCode, 401);
      }
    });

    test(`${name} cannot be called without a key by another spelling of its path`, async () => {
      const path = call.path.replace(':id', 'ana');
      for (const variant of [
        `${path}/`,
        path.replace('/api/', '/api//'),
        path.replace('/api/', '/api%2f'),
        path.replace('/api/', '/API/'),
        path.replace('/api/', '/api/x/../'),
        `${path}?key=${TEST_KEY}`,
      ]) {
        const { method } = call;
        const { statusCode } = await site.app.inject({ method, url: variant });
        assert.ok([401, 404].includes(statusCode), `${variant}: ${statusCode}`);
      }
    });
  }
});

test('wrong keys from one address are limited, also if they arrive at the same time, but a right key from that address is always accepted', async () => {
  await using site = await createTestApp({ rateLimits: true });
  for (let n = 0; n < 20; n++) {
    assert.equal((await erase(site, `wrong-${n}`)).statusCode, 401);
    // A request with a right key neither counts nor resets the count of wrong keys.
    assert.equal((await erase(site, TEST_KEY)).statusCode, 404);
  }
  const together = Array.from({ length: 30 }, (_, n) => erase(site, `together-${n}`));
  const statuses = (await Promise.all(together)).map(({ statusCode }) => statusCode);
  assert.equal(statuses.filter((status) => status === 401).length, 10);
  assert.equal(statuses.filter((status) => status === 429).length, 20);
  const refused = await erase(site, 'wrong');
  assert.equal(refused.statusCode, 429);
  assert.match(String(refused.headers['retry-after']), /^\d+$/);
  assert.equal((await erase(site, TEST_KEY)).statusCode, 404);
});
