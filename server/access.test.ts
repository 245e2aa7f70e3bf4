import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Call, calls } from '../contract/calls.ts';
import { limits } from './limits.ts';
import { createTestApp, TEST_KEY, type TestApp } from './testing/test-app.ts';

const SECOND_KEY = 'another-key-while-the-first-is-replaced';
const guarded = Object.entries<Call<unknown, unknown>>(calls).filter(
  ([, { access }]) => access === 'app',
);

/** Asks as the back end would, but for the header. */
const ask = (site: TestApp, { method, path }: Call<unknown, unknown>, authorization?: string) =>
  site.app.inject({
    method,
    url: path.replace(':id', 'ana'),
    headers: {
      'content-type': 'application/json',
      ...(authorization !== undefined && { authorization }),
    },
    // Whoever reads it finds that it is no JSON.
    ...(method !== 'DELETE' && { payload: 'unread' }),
  });

describe('the calls of the app’s back end', () => {
  let site: TestApp;
  before(async () => {
    site = await createTestApp({ appApiKeys: [TEST_KEY, SECOND_KEY] });
  });
  after(() => site.close());

  const strangers: Record<string, string | undefined> = {
    'no header': undefined,
    'an empty header': '',
    'the scheme alone': 'Bearer',
    'an empty key': 'Bearer ',
    'another scheme': `Basic ${TEST_KEY}`,
    'the key without a scheme': TEST_KEY,
    'a wrong key': 'Bearer a-key-that-nobody-has-ever-been-given',
    'the key in capitals': `Bearer ${TEST_KEY.toUpperCase()}`,
    'the key and more': `Bearer ${TEST_KEY}x`,
    'less than the key': `Bearer ${TEST_KEY.slice(0, -1)}`,
    'the key and something after it': `Bearer ${TEST_KEY}, Bearer x`,
    'the key in quotes': `Bearer "${TEST_KEY}"`,
    'both keys at once': `Bearer ${TEST_KEY},${SECOND_KEY}`,
  };
  for (const [name, call] of guarded) {
    for (const [what, authorization] of Object.entries(strangers)) {
      test(`${name} answers ${what} with 401, and never reads the body`, async () => {
        const response = await ask(site, call, authorization);
        assert.equal(response.statusCode, 401);
        assert.equal(response.headers['www-authenticate'], 'Bearer');
        assert.match(response.json().error, /^This call is for the app’s back end.*\.$/);
        assert.doesNotMatch(response.body, new RegExp(TEST_KEY));
      });
    }

    test(`${name} takes each key, and the scheme in any spelling`, async () => {
      for (const header of [`Bearer ${TEST_KEY}`, `bearer  ${SECOND_KEY}`]) {
        assert.notEqual((await ask(site, call, header)).statusCode, 401);
      }
    });

    test(`${name} is closed where no key is set`, async () => {
      const closed = await createTestApp({ appApiKeys: [] });
      for (const header of [undefined, 'Bearer ', 'Bearer undefined', `Bearer ${TEST_KEY}`]) {
        assert.equal((await ask(closed, call, header)).statusCode, 401);
      }
      await closed.close();
    });

    test(`${name} has no other address that lets a stranger in`, async () => {
      const path = call.path.replace(':id', 'ana');
      for (const variant of [
        `${path}/`,
        `/${path}`,
        path.replace('/api/', '/api//'),
        path.replace('/api/', '/api%2f'),
        path.replace('/api/', '/API/'),
        path.replace('/api/', '/api/./'),
        path.replace('/api/', '/api/x/../'),
        `${path}?key=${TEST_KEY}`,
        `${path};x`,
        `${path}%00`,
      ]) {
        const { method } = call;
        const { statusCode } = await site.app.inject({ method, url: variant });
        assert.ok([401, 404, 405].includes(statusCode), `${variant}: ${statusCode}`);
      }
    });
  }

  test('keep keys out of the log', async () => {
    for (const [, call] of guarded) await ask(site, call, `Bearer ${TEST_KEY}x`);
    assert.deepEqual(site.lines, []);
  });
});

test('an address that shows wrong keys is not even heard with the right one for a while', async () => {
  const site = await createTestApp({ rateLimits: true });
  const show = async (key: string, remoteAddress: string) => {
    const response = await site.app.inject({
      method: calls.eraseInviter.method,
      url: '/api/users/nobody',
      headers: { authorization: `Bearer ${key}` },
      remoteAddress,
    });
    return response;
  };
  try {
    for (let n = 0; n < limits.wrongKeys.max; n++) {
      assert.equal((await show(`wrong-${n}`, '203.0.113.7')).statusCode, 401);
      // A right key neither counts nor makes up for wrong ones.
      assert.equal((await show(TEST_KEY, '203.0.113.8')).statusCode, 404);
    }
    for (const key of ['wrong', TEST_KEY]) {
      const refused = await show(key, '203.0.113.7');
      assert.equal(refused.statusCode, 429);
      assert.match(String(refused.headers['retry-after']), /^\d+$/);
    }
    assert.equal((await show(TEST_KEY, '203.0.113.8')).statusCode, 404, 'another address');
  } finally {
    await site.close();
  }
});
