import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ANALYTICS_PATH } from '../../contract/screens.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { IdentitySettings } from '../settings/identity-settings.ts';

async function policyWith(identity?: IdentitySettings): Promise<string> {
  const site = await createTestApp(identity ? { identity } : {});
  const response = await site.app.inject({ url: ANALYTICS_PATH });
  await site.close();
  assert.equal(response.statusCode, 200);
  assert.equal(response.headers['cache-control'], 'no-store');
  return String(response.headers['content-security-policy']);
}

test('with the embedded provider the page may load nothing from other hosts', async () => {
  const policy = await policyWith();
  assert.doesNotMatch(policy, /https?:|frame-src/);
  assert.match(policy, /require-trusted-types-for 'script'/);
});

test('with Firebase the page may load what the SDK needs, and scripts only by hash or strict-dynamic', async () => {
  const policy = await policyWith({
    provider: 'firebase',
    projectId: 'impromptu-1234',
    apiKey: 'key',
    authDomain: 'impromptu-1234.firebaseapp.com',
  });
  assert.match(policy, /connect-src 'self' https:\/\/identitytoolkit\.googleapis\.com /);
  assert.match(policy, /frame-src https:\/\/www\.google\.com\/recaptcha\/ /);
  assert.match(policy, /script-src 'strict-dynamic' 'sha256-[^']+'( 'sha256-[^']+')*;/);
  assert.match(policy, /default-src 'none'/);
});

for (const path of [`${ANALYTICS_PATH}//`, `/${ANALYTICS_PATH}`, '/Analytics']) {
  test(`${path} is an unknown path`, async (t) => {
    const site = await createTestApp();
    t.after(() => site.close());
    assert.equal((await site.app.inject({ url: path })).statusCode, 404);
  });
}
