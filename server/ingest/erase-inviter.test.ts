import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { pathTo } from '../../contract/screens.ts';
import { ANA, BEN } from '../../testing/databases/test-invites.ts';
import { createTestApp, siteForSuite, TEST_KEY } from '../../testing/test-app.ts';

describe('DELETE /api/users/{id}', () => {
  const site = siteForSuite(createTestApp);

  const erase = (id: string, headers: Record<string, string> = {}) =>
    site.app.inject({
      method: calls.eraseInviter.method,
      url: pathTo(calls.eraseInviter, id),
      headers: { authorization: `Bearer ${TEST_KEY}`, ...headers },
    });

  test('removes an inviter, and answers 404 for one who is unknown or already erased', async () => {
    for (const inviter of [ANA, BEN]) await site.storage.inviters.put(inviter);
    for (const id of ['nobody', '\0']) assert.equal((await erase(id)).statusCode, 404);
    const first = await erase('ana');
    assert.equal(first.statusCode, 200);
    assert.deepEqual(first.json(), { erased: true });
    assert.equal((await site.app.inject(pathTo(calls.getInviter, 'ana'))).statusCode, 404);
    assert.deepEqual(await site.storage.inviters.find('ben'), BEN);
    const second = await erase('ana');
    assert.equal(second.statusCode, 404);
    assert.deepEqual(second.json(), { error: 'There is no such inviter.' });
  });

  test('accepts a request with a Content-Type and without a body', async () => {
    await site.storage.inviters.put(ANA);
    const answer = await erase('ana', { 'content-type': 'application/json' });
    assert.deepEqual([answer.statusCode, answer.json()], [200, { erased: true }]);
  });
});
