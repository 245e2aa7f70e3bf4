import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { brand } from '../../brand.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

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
