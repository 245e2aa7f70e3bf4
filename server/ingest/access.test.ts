import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Call, calls } from '../../contract/calls.ts';
import { createTestApp, TEST_KEY, type TestApp } from '../../testing/test-app.ts';
import { wrongKeys } from './access.ts';

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

describe('the calls for the app’s back end', () => {
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
    'the key with one more character': `Bearer ${TEST_KEY}x`,
    'the key without its last character': `Bearer ${TEST_KEY.slice(0, -1)}`,
    'two credentials in one header': `Bearer ${TEST_KEY}, Bearer x`,
    'the key in quotes': `Bearer "${TEST_KEY}"`,
    'both keys separated by a comma': `Bearer ${TEST_KEY},${SECOND_KEY}`,
  };
  for (const [name, call] of guarded) {
    for (const [what, authorization] of Object.entries(strangers)) {
      test(`${name} answers 401 to ${what}, without reading the body`, async () => {
        const response = await ask(site, call, authorization);
        assert.equal(response.statusCode, 401);
        assert.equal(response.headers['www-authenticate'], 'Bearer');
        assert.match(response.json().error, /^This call is for the app’s back end.*\.$/);
        assert.doesNotMatch(response.body, new RegExp(TEST_KEY));
      });
    }

    test(`${name} accepts each key, and the scheme in any case`, async () => {
      for (const header of [`Bearer ${TEST_KEY}`, `bearer  ${SECOND_KEY}`]) {
        assert.notEqual((await ask(site, call, header)).statusCode, 401);
      }
    });

    test(`${name} answers 401 to all requests if no key is set`, async (t) => {
      const closed = await createTestApp({ appApiKeys: [] });
      t.after(() => closed.close());
      for (const header of [undefined, 'Bearer ', 'Bearer undefined', `Bearer ${TEST_KEY}`]) {
        assert.equal((await ask(closed, call, header)).statusCode, 401);
      }
    });

    test(`${name} cannot be called without a key by another spelling of its path`, async () => {
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

  test('do not log keys', async () => {
    for (const [, call] of guarded) await ask(site, call, `Bearer ${TEST_KEY}x`);
    assert.deepEqual(site.lines, []);
  });
});

test('wrong keys from one address are limited, but a right key from that address is always accepted', async () => {
  const site = await createTestApp({ rateLimits: true });
  const erase = (key: string) =>
    site.app.inject({
      method: calls.eraseInviter.method,
      url: '/api/users/nobody',
      headers: { authorization: `Bearer ${key}` },
      remoteAddress: '203.0.113.7',
    });
  try {
    for (let n = 0; n < wrongKeys.max; n++) {
      assert.equal((await erase(`wrong-${n}`)).statusCode, 401);
      // A request with a right key neither counts nor resets the count of wrong keys.
      assert.equal((await erase(TEST_KEY)).statusCode, 404);
    }
    const refused = await erase('wrong');
    assert.equal(refused.statusCode, 429);
    assert.match(String(refused.headers['retry-after']), /^\d+$/);
    assert.equal((await erase(TEST_KEY)).statusCode, 404);
  } finally {
    await site.close();
  }
});

test('wrong keys that arrive at the same time are limited like wrong keys that arrive one after another', async () => {
  const site = await createTestApp({ rateLimits: true });
  const { method } = calls.eraseInviter;
  const answers = Array.from({ length: 2 * wrongKeys.max }, (_, n) =>
    site.app.inject({
      method,
      url: '/api/users/nobody',
      headers: { authorization: `Bearer wrong-${n}` },
    }),
  );
  const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  await site.close();
  assert.equal(statuses.filter((status) => status === 401).length, wrongKeys.max);
  assert.equal(statuses.filter((status) => status === 429).length, wrongKeys.max);
});

test('a key can be configured as its hash, and the hash itself is not accepted as a key', async () => {
  // The same shell line as in docs/app-feed.md.
  const makeHash = `printf 'sha256:%s' "$(printf %s "$KEY" | openssl dgst -sha256 -r | cut -d' ' -f1)"`;
  const env = { ...process.env, KEY: TEST_KEY };
  const hash = execFileSync('sh', ['-c', makeHash], { env, encoding: 'utf8' });
  const docs = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'app-feed.md'), 'utf8');
  assert.ok(docs.includes(`HASH=$(${makeHash})`));
  const site = await createTestApp({ appApiKeys: [SECOND_KEY, hash], metricsTokens: [hash] });
  const show = async (key: string, method: 'DELETE' | 'GET', url: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const remoteAddress = '203.0.113.7';
    return (await site.app.inject({ method, url, headers, remoteAddress })).statusCode;
  };
  const hex = hash.slice('sha256:'.length);
  try {
    for (const [key, isRight] of [
      [TEST_KEY, true],
      [SECOND_KEY, true],
      [hash, false],
      [hex, false],
      [`${TEST_KEY}x`, false],
    ] as const) {
      assert.equal(await show(key, 'DELETE', '/api/users/nobody'), isRight ? 404 : 401, key);
    }
    assert.equal(await show(TEST_KEY, 'GET', '/metrics'), 200);
    assert.equal(await show(hash, 'GET', '/metrics'), 404);
  } finally {
    await site.close();
  }
});
