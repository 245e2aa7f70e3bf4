import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { type SignedIn, signIn } from '../../testing/signed-in.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../testing/test-app.ts';

const ADMIN = '+15550001111';

let site: TestApp;
before(async () => {
  site = await createTestApp();
});
after(() => site.close());

async function verify({ userId, headers }: SignedIn): Promise<unknown> {
  const { method, path: url } = calls.verifyAdmin;
  const answer = await site.app.inject({ method, url, headers, payload: { userId } });
  assert.equal(answer.statusCode, 200);
  return answer.json();
}

test('a user who was never added is no admin', async () => {
  assert.deepEqual(await verify(await signIn(site, '+15550002222')), { isAdmin: false });
});

test('a signed-in admin who is removed is no longer an admin, without another sign-in', async () => {
  await site.storage.admins.add(ADMIN, TEST_NOW);
  const admin = await signIn(site, ADMIN);
  assert.deepEqual(await verify(admin), { isAdmin: true });
  await site.storage.admins.remove(ADMIN);
  assert.deepEqual(await verify(admin), { isAdmin: false });
});
