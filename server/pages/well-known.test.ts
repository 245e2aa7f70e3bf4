import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand } from '../../brand.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { createTestApp, TEST_NOW, TEST_PUBLIC_URL } from '../../testing/test-app.ts';

test('security.txt has the contact, and expires in 3 to 12 months, even if the server has been running for years', async () => {
  const url = '/.well-known/security.txt';
  let now = TEST_NOW;
  await using site = await createTestApp({ clock: () => now });
  for (const days of [0, 0.3, 200, 4_000]) {
    now = TEST_NOW + days * DAY_MS;
    const { statusCode, headers, body } = await site.app.inject(url);
    assert.equal(statusCode, 200);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    const [, expires = ''] = /^Expires: (.*)$/m.exec(body) ?? [];
    assert.equal(
      body,
      `Contact: mailto:${brand.contactEmail}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${TEST_PUBLIC_URL}${url}\n`,
    );
    assert.ok(Date.parse(expires) > now + 90 * DAY_MS, `after ${days} days`);
    assert.ok(Date.parse(expires) < now + 365 * DAY_MS, `after ${days} days`);
  }
  await using local = await createTestApp({ https: false });
  assert.doesNotMatch((await local.app.inject(url)).body, /Canonical/);
});

test('the links that open in the app are listed for Apple in a JSON file without a redirect', async () => {
  await using site = await createTestApp();
  const answer = await site.app.inject('/.well-known/apple-app-site-association');
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'application/json');
  assert.match(String(answer.headers['cache-control']), /^public, max-age=\d+$/);
  const { teamId, bundleId } = brand.universalLinks;
  const components = [{ '/': '/invite' }, { '/': '/invite/*' }];
  assert.deepEqual(answer.json(), {
    applinks: { details: [{ appIDs: [`${teamId}.${bundleId}`], components }] },
  });
});

test('the app for Android is named for Google if its package and its fingerprints are set', async () => {
  const url = '/.well-known/assetlinks.json';
  const fingerprint = Array(32).fill('AB').join(':');
  const androidPackage = 'example.impromptu.app';
  await using site = await createTestApp({ androidPackage, androidFingerprints: [fingerprint] });
  const answer = await site.app.inject(url);
  assert.equal(answer.headers['content-type'], 'application/json');
  assert.deepEqual(answer.json(), [
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: androidPackage,
        sha256_cert_fingerprints: [fingerprint],
      },
    },
  ]);
  for (const some of [{}, { androidPackage }, { androidFingerprints: [fingerprint] }]) {
    await using other = await createTestApp(some);
    assert.equal((await other.app.inject(url)).statusCode, 404);
  }
});
