import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createSqliteDatabase } from '../../../testing/databases/sqlite-test-engine.ts';
import { NOON, openTestInvites } from '../../../testing/databases/test-invites.ts';
import { connect } from '../sqlite/connection.ts';
import { readNow, SqliteChanges } from '../sqlite/ranking.ts';
import { InviterCounts } from './inviter-counts.ts';

async function openCounts(t: TestContext) {
  const database = await createSqliteDatabase();
  const invites = await openTestInvites({ create: async () => database });
  t.after(() => invites.close());
  const connection = connect(database.file, { readOnly: true });
  t.after(() => connection.close());
  const counts = new InviterCounts(new SqliteChanges());
  return { invites, counts, refresh: () => readNow(connection, counts.refresh()) };
}

test('after events only the changed counts are read, and after an erasure all counts', async (t) => {
  const { invites, counts, refresh } = await openCounts(t);
  const viewsOf = (key: number) => counts.columns.page_views[key];

  await invites.view();
  assert.equal(refresh(), false, 'the first time');
  assert.equal(refresh(), true, 'nothing new');
  await invites.view({ eventId: 'load-0002' });
  await invites.view({ eventId: 'load-0003', inviterId: 'ben' });
  assert.equal(refresh(), true, 'two inviters changed');
  assert.deepEqual([viewsOf(1), viewsOf(2)], [2, 1]);
  await invites.storage.inviters.erase('ben', NOON);
  assert.equal(refresh(), false, 'an erasure');
  assert.deepEqual([viewsOf(1), viewsOf(2)], [2, 0]);
});

test('all counts are read again if a new event has the id of a deleted event, even if the total did not change', async (t) => {
  const { invites, counts, refresh } = await openCounts(t);
  await invites.view();
  refresh();
  await invites.storage.inviters.erase('ana', NOON);
  await invites.storage.retention.run(NOON);
  await invites.view({ eventId: 'load-0002', inviterId: 'ben' });
  assert.equal(refresh(), false);
  assert.deepEqual([...counts.columns.page_views.subarray(1, 3)], [0, 1]);
});
