import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { brand } from '../../brand.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { createTestApp, TEST_NOW, TEST_PUBLIC_URL, type TestApp } from '../../testing/test-app.ts';

const url = '/.well-known/security.txt';

describe('security.txt', () => {
  let site: TestApp;
  let now = TEST_NOW;
  before(async () => {
    site = await createTestApp({ clock: () => now });
  });
  after(() => site.close());

  /** @returns the fields of the file, after checking that each line is one field, and that none is repeated */
  async function fields(from = site): Promise<Record<string, string>> {
    const { body } = await from.app.inject(url);
    const lines = [...body.matchAll(/^([\w-]+): (.+)\n/gm)];
    assert.equal(lines.map(([line]) => line).join(''), body);
    const byName = Object.fromEntries(lines.map(([, name, value]) => [name, value]));
    assert.equal(Object.keys(byName).length, lines.length);
    return byName;
  }

  test('is plain text, with the contact, the language and the address of the file', async () => {
    const { statusCode, headers } = await site.app.inject(url);
    assert.equal(statusCode, 200);
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
    const { Expires, ...others } = await fields();
    assert.deepEqual(others, {
      Contact: `mailto:${brand.contactEmail}`,
      'Preferred-Languages': 'en',
      Canonical: `${TEST_PUBLIC_URL}${url}`,
    });
  });

  test('expires in 3 to 12 months, even if the server has been running for years', async () => {
    for (const days of [0, 0.3, 200, 4_000]) {
      now = TEST_NOW + days * DAY_MS;
      const expires = Date.parse((await fields())['Expires'] ?? '');
      assert.ok(expires > now + 90 * DAY_MS, `after ${days} days`);
      assert.ok(expires < now + 365 * DAY_MS, `after ${days} days`);
    }
  });

  test('has no Canonical field if the site has no https', async (t) => {
    const local = await createTestApp({ https: false });
    t.after(() => local.close());
    assert.equal((await fields(local))['Canonical'], undefined);
  });
});

describe('the links that open in the app', () => {
  let site: TestApp;
  before(async () => {
    site = await createTestApp();
  });
  after(() => site.close());

  test('are listed for Apple in a JSON file without a redirect', async () => {
    const answer = await site.app.inject('/.well-known/apple-app-site-association');
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'application/json');
    assert.match(String(answer.headers['cache-control']), /^public, max-age=\d+$/);
    const { teamId, bundleId } = brand.universalLinks;
    assert.deepEqual(answer.json(), {
      applinks: {
        details: [
          {
            appIDs: [`${teamId}.${bundleId}`],
            components: [{ '/': '/invite' }, { '/': '/invite/*' }],
          },
        ],
      },
    });
  });
});
