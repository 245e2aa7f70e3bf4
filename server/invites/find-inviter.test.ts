import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { pathTo } from '../../contract/screens.ts';
import { createTestApp, siteForSuite } from '../../testing/test-app.ts';

describe('GET /api/users/{id}', () => {
  const site = siteForSuite(createTestApp);

  const get = (id: string) => site.app.inject({ method: 'GET', url: pathTo(calls.getInviter, id) });
  const put = (id: string, profile: { firstName?: string; profileImageUrl?: string } = {}) =>
    site.storage.inviters.put({
      id,
      username: 'ana_92',
      firstName: profile.firstName ?? null,
      profileImageUrl: profile.profileImageUrl ?? null,
    });

  test('answers with the fields that an invite page shows, with null for a missing one, and no other fields', async () => {
    await put('ana', { firstName: 'Ana', profileImageUrl: 'https://images.example/ana.jpg' });
    const response = await get('ana');
    assert.equal(response.statusCode, 200);
    assert.deepEqual(response.json(), {
      profileImageUrl: 'https://images.example/ana.jpg',
      username: 'ana_92',
      firstName: 'Ana',
    });
    assert.equal(response.headers['cache-control'], 'public, max-age=60, must-revalidate');
    await put('ben');
    const bare = { profileImageUrl: null, username: 'ana_92', firstName: null };
    assert.deepEqual((await get('ben')).json(), bare);
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
    assert.equal((await get('deer')).statusCode, 404);
  });

  test('finds an id with any characters, encoded as one segment, and answers 4xx for a text that is no id', async () => {
    for (const id of ['a/b c%?ref=x#"\\', '..a', '名前👩‍👩‍👧', 'é'.repeat(128), '𝒜'.repeat(128)]) {
      await put(id);
      assert.equal((await get(id)).statusCode, 200, id);
    }
    for (const id of ['a'.repeat(129), 'a'.repeat(2_000), '\0', "' OR 1=1 --"]) {
      assert.match(String((await get(id)).statusCode), /^4/, id);
    }
  });
});
