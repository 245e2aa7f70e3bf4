import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { pathTo } from '../../contract/screens.ts';
import { createTestApp, TEST_KEY, TEST_NOW, type TestApp } from '../../testing/test-app.ts';

describe('DELETE /api/users/{id}', () => {
  let site: TestApp;
  beforeEach(async () => {
    site = await createTestApp();
  });
  afterEach(() => site.close());

  const erase = (id: string) =>
    site.app.inject({
      method: calls.eraseInviter.method,
      url: pathTo(calls.eraseInviter, id),
      headers: { authorization: `Bearer ${TEST_KEY}` },
    });

  /** Adds an inviter with one page view, one download, and two invites of which one was accepted. */
  async function addInviter(id: string): Promise<void> {
    const { inviters, inviteEvents } = site.storage;
    await inviters.put({ id, username: `${id}-name`, firstName: null, profileImageUrl: null });
    for (const action of ['page_view', 'download_clicked'] as const) {
      const load = { eventId: `load-of-${id}`, at: TEST_NOW, excluded: undefined };
      await inviteEvents.visit({ inviterId: id, action, ...load });
    }
    await inviteEvents.report([
      { inviteId: `${id}-1`, inviterId: id, action: 'sent', at: TEST_NOW },
      { inviteId: `${id}-2`, inviterId: id, action: 'accepted', at: TEST_NOW },
    ]);
  }

  test('answers 404 for an unknown inviter, and for one who is already erased', async () => {
    await addInviter('ana');
    for (const id of ['nobody', '\0']) assert.equal((await erase(id)).statusCode, 404);
    const first = await erase('ana');
    assert.equal(first.statusCode, 200);
    assert.deepEqual(first.json(), { erased: true });
    const second = await erase('ana');
    assert.equal(second.statusCode, 404);
    assert.deepEqual(second.json(), { error: 'There is no such inviter.' });
  });

  test('accepts a request with a Content-Type and without a body', async () => {
    await addInviter('ana');
    const answer = await site.app.inject({
      method: calls.eraseInviter.method,
      url: pathTo(calls.eraseInviter, 'ana'),
      headers: { authorization: `Bearer ${TEST_KEY}`, 'content-type': 'application/json' },
    });
    assert.deepEqual([answer.statusCode, answer.json()], [200, { erased: true }]);
  });

  test('removes the profile, subtracts the inviter’s counts from the totals, and changes no other inviter', async () => {
    await addInviter('ana');
    await addInviter('ben');
    const other = await site.storage.inviters.find('ben');
    await erase('ana');
    const profile = await site.app.inject(pathTo(calls.getInviter, 'ana'));
    assert.equal(profile.statusCode, 404);
    assert.deepEqual(await site.storage.inviters.find('ben'), other);
    assert.deepEqual((await site.storage.inviteEvents.totals()).total, {
      pageViews: 1,
      downloads: 1,
      invitesSent: 2,
      invitesAccepted: 1,
    });
    assert.deepEqual((await site.storage.inviteEvents.recount()).differences, []);
  });
});
