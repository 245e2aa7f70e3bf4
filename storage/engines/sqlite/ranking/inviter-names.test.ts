import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSqliteDatabase } from '../../../../testing/databases/sqlite-test-engine.ts';
import { ANA, BEN, openTestInvites } from '../../../../testing/databases/test-invites.ts';
import { connect } from '../connection.ts';
import { InviterNames } from './inviter-names.ts';

/** A maximum age below 0: names of any age are too old, so `refresh` reads all names again. */
const NOW = -1;

test('after a full read the order is kept if no name has changed, and otherwise made again', async () => {
  const database = await createSqliteDatabase();
  const invites = await openTestInvites({ create: async () => database });
  const put = (id: string) => invites.storage.inviters.put({ ...BEN, id, username: id });
  const connection = connect(database.file, { readOnly: true });
  const names = new InviterNames(connection);
  const placesOf = (...keys: number[]) => keys.map((key) => names.places()[key]);

  names.refresh();
  assert.deepEqual(placesOf(1, 2), [1, 2]);
  const places = names.places();
  names.refresh(NOW);
  assert.equal(names.places(), places, 'no name has changed');

  await put('zoe');
  names.refresh();
  await put('bea');
  names.refresh(NOW);
  assert.deepEqual(placesOf(1, 2, 3, 4), [1, 3, 4, 2], 'two inviters were added');

  await invites.storage.inviters.put({ ...ANA, username: 'mia' });
  names.refresh();
  assert.equal(names.has(1, 'mia'), false, 'a changed name is found by a full read only');
  names.refresh(NOW);
  assert.equal(names.has(1, 'mia'), true);
  assert.deepEqual(placesOf(1, 2, 3, 4), [3, 2, 4, 1], 'a name has changed');

  connection.close();
  await invites.close();
});
