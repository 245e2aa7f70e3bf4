import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ANALYTICS_PATH, INVITE_PATH, listedScreens } from '../../contract/screens.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

describe('a path with a slash at its end', () => {
  let site: TestApp;
  before(async () => {
    site = await createTestApp();
  });
  after(() => site.close());

  const paths = [...Object.values(listedScreens), ANALYTICS_PATH].filter(
    (path) => path !== listedScreens.home,
  );
  for (const path of paths) {
    for (const method of ['GET', 'HEAD'] as const) {
      test(`redirects ${method} requests to ${path}, without the query`, async () => {
        for (const rest of ['/', '/?next=//evil.example', '/?/', `/?userId=x&${path}/`]) {
          const response = await site.app.inject({
            method,
            url: `${path}${rest}`,
            headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
          });
          assert.equal(response.statusCode, 308);
          assert.equal(response.headers['location'], path);
          assert.equal(response.body, '');
          assert.equal(response.headers['set-cookie'], undefined);
        }
      });
    }
  }

  for (const url of [`${INVITE_PATH}/`, `${INVITE_PATH}/ana/`]) {
    test(`serves the invite page at ${url} without a redirect, because the page needs the query`, async () => {
      const { statusCode, body, headers } = await site.app.inject({ url: `${url}?plan=p` });
      assert.equal(statusCode, 200);
      assert.equal(body, (await site.app.inject({ url: `${INVITE_PATH}?plan=p` })).body);
      assert.equal(headers['x-robots-tag'], 'noindex');
    });
  }

  for (const url of [
    '//',
    '/privacy//',
    '//privacy/',
    '/Privacy/',
    '/privacy%2f',
    '/invite/a/b/',
    '/nowhere/',
    '/healthz/',
    '/metrics/',
    '/robots.txt/',
    '/api/analytics/',
  ]) {
    test(`is unknown in all other cases: ${url}`, async () => {
      assert.equal((await site.app.inject({ url })).statusCode, 404);
    });
  }

  test('answers 405 to a wrong method', async () => {
    const response = await site.app.inject({ method: 'POST', url: '/privacy/' });
    assert.equal(response.statusCode, 405);
    assert.equal(response.headers['location'], undefined);
  });
});
