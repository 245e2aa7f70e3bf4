import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestApp, TEST_NOW } from '../../testing/test-app.ts';
import { addFirstAdmins } from './first-admins.ts';

const ANA = '+15550001111';
const BEN = '+15550002222';

test('ADMIN_PHONES become admins only if there are none; otherwise a warning names those that are not admins', async () => {
  await using site = await createTestApp();
  const fill = (...phones: string[]) => addFirstAdmins(site.storage, phones, TEST_NOW);
  const { admins } = site.storage;
  assert.equal(await fill(), undefined);
  assert.equal(await fill(ANA, BEN), undefined);
  assert.deepEqual(await admins.list(), [ANA, BEN]);
  const audited = (await site.storage.audit.entries()).map(({ who, act }) => [who, act]);
  assert.deepEqual(audited, Array(2).fill(['ADMIN_PHONES', 'add-admin']));

  await admins.remove(BEN, TEST_NOW);
  const warning = await fill(ANA, BEN, '+15550003333');
  assert.match(
    warning ?? '',
    /Of the 3 numbers in ADMIN_PHONES, these are not admins: \+1•+22, \+1•+33\./,
  );
  assert.doesNotMatch(warning ?? '', /555/);
  assert.deepEqual(await admins.list(), [ANA], 'a removed admin stays removed');
  assert.equal(await fill(ANA), undefined);
});
