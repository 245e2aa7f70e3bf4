import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { callSchemas, calls } from '../../contract/calls.ts';
import { pathTo } from '../../contract/screens.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

describe('GET /api/users/{id}', () => {
  let site: TestApp;
  before(async () => {
    site = await createTestApp();
  });
  after(() => site.close());

  const get = (id: string) => site.app.inject({ method: 'GET', url: pathTo(calls.getInviter, id) });
  const put = (id: string, profile: { firstName?: string; profileImageUrl?: string } = {}) =>
    site.storage.inviters.put({
      id,
      username: 'ana_92',
      firstName: profile.firstName ?? null,
      profileImageUrl: profile.profileImageUrl ?? null,
    });

  test('answers with the fields that an invite page shows, and with no other fields', async () => {
    await put('ana', { firstName: 'Ana', profileImageUrl: 'https://images.example/ana.jpg' });
    const response = await get('ana');
    assert.equal(response.statusCode, 200);
    assert.deepEqual(response.json(), {
      profileImageUrl: 'https://images.example/ana.jpg',
      username: 'ana_92',
      firstName: 'Ana',
    });
    assert.equal(response.headers['cache-control'], 'public, max-age=60, must-revalidate');
  });

  test('has null for a missing name or image', async () => {
    await put('ben');
    assert.deepEqual((await get('ben')).json(), {
      profileImageUrl: null,
      username: 'ana_92',
      firstName: null,
    });
  });

  test('answers 404 with a sentence for an unknown inviter, and forbids caching', async () => {
    const response = await get('nobody');
    assert.equal(response.statusCode, 404);
    assert.deepEqual(response.json(), { error: 'There is no such inviter.' });
    assert.equal(response.headers['cache-control'], 'no-store');
  });

  test('finds the inviter of a link with a damaged end, unless an inviter has this id', async () => {
    await put('dee', { firstName: 'Dee' });
    for (const ref of ['dee).', 'dee\u200b', 'dee%20', 'dee…']) {
      assert.equal((await get(ref)).json().firstName, 'Dee', ref);
    }
    await put('dee)', { firstName: 'Other' });
    assert.equal((await get('dee)')).json().firstName, 'Other');
    assert.equal((await get('dee).')).json().firstName, 'Other');
    assert.equal((await get('deer')).statusCode, 404);
  });

  const oddIds = [
    'a/b',
    'a b',
    '100%',
    '?ref=x',
    '#',
    '..a',
    '名前',
    '👩‍👩‍👧',
    '"',
    '\\',
    'é'.repeat(128),
  ];
  for (const id of [...oddIds, '𝒜'.repeat(128)]) {
    test(`finds the id ${JSON.stringify(id.slice(0, 8))}, encoded as one segment`, async () => {
      await put(id);
      assert.equal((await get(id)).statusCode, 200);
    });
  }

  for (const id of ['a'.repeat(129), 'a'.repeat(2_000), '\0', "' OR 1=1 --"]) {
    test(`answers 4xx for ${JSON.stringify(id.slice(0, 12))}`, async () => {
      await put('ana');
      assert.match(String((await get(id)).statusCode), /^4/);
    });
  }

  test('answers 429 with Retry-After above the limit of an address', async (t) => {
    const limited = await createTestApp({ rateLimits: true });
    t.after(() => limited.close());
    const url = pathTo(calls.getInviter, 'nobody');
    let last = await limited.app.inject({ url });
    for (let n = 0; n < callSchemas.getInviter.limit.max; n++)
      last = await limited.app.inject({ url });
    assert.equal(last.statusCode, 429);
    assert.match(String(last.headers['retry-after']), /^\d+$/);
  });
});
