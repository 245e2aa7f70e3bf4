import assert from 'node:assert/strict';
import { test } from 'node:test';
import { becomesTrue, succeeds } from '../../../testing/databases/own-time.ts';
import { createPostgresDatabase } from '../../../testing/databases/postgres-test-engine.ts';
import { startTcpProxy } from '../../../testing/databases/tcp-proxy.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import { NOON } from '../../../testing/databases/test-invites.ts';
import { StorageUnavailable } from '../../errors.ts';
import { openStorage } from '../../open.ts';
import { openPostgresEngine } from './postgres-engine.ts';

/** Longer than the pause between two beats of the heartbeat. */
const CONNECTED_WITHIN_MS = 20_000;
const REFUSED =
  'The database is being copied or restored. Start this again when the copy or restore has ended.';

test('a server that had lost its connections writes nothing while the database is moved, and reports that it must end', async (t) => {
  const database = await createPostgresDatabase();
  const url = new URL(database.url);
  const proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  const storage = await openStorage(url.href, 'server');
  t.after(async () => {
    await storage.close();
    await proxy.close();
    await database.remove();
  });
  const connections = async () =>
    await query(
      database.url,
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'impromptu'`,
    );
  const join = () => storage.waitlist.join('ana@example.com', NOON);
  await join();

  proxy.refuse();
  await becomesTrue(async () => (await connections()).length === 0, CONNECTED_WITHIN_MS);
  const mover = await openPostgresEngine(database.url, 'mover');
  await assert.rejects(openStorage(database.url, 'server'), {
    name: 'StorageRefusal',
    message: REFUSED,
  });
  proxy.restore();
  // As soon as its heartbeat has connected again, the server tries to write.
  let reason: string | undefined;
  void storage.broken.then(({ message }) => {
    reason = message;
  });
  await becomesTrue(async () => {
    await assert.rejects(join(), StorageUnavailable);
    return reason !== undefined;
  }, CONNECTED_WITHIN_MS);
  assert.equal(reason, REFUSED);
  await mover.close();
  await becomesTrue(() => succeeds(join()), CONNECTED_WITHIN_MS);
});
