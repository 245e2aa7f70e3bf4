import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { becomesTrue, ownTime, succeeds } from '../../../testing/databases/own-time.ts';
import {
  createPostgres,
  type PostgresProcess,
} from '../../../testing/databases/postgres-process.ts';
import { startTcpProxy, type TcpProxy } from '../../../testing/databases/tcp-proxy.ts';
import { query } from '../../../testing/databases/test-databases.ts';
import { ANA, BEN, NOON } from '../../../testing/databases/test-invites.ts';
import { StorageUnavailable } from '../../errors.ts';
import { openStorage, type Storage } from '../../open.ts';

/** Longer than the timeout of a write, but shorter than the sum of the timeouts of a connection and a write. */
const SOON_MS = 6_000;
/** Shorter than the timeout of each operation here. */
const AT_ONCE_MS = 500;
/** The maximum for one instance: see docs/scale.md. */
const MAX_CONNECTIONS = 15;

describe('with a standby', () => {
  let primary: PostgresProcess;
  let standby: PostgresProcess;
  let proxy: TcpProxy;
  let storage: Storage;
  before(async () => {
    // No fsync, for speed; commits still wait for the standby.
    const options = { durable: false, settings: { synchronous_commit: 'on' } };
    primary = await createPostgres(options);
    standby = await primary.createStandby(options);
    await primary.start();
    await standby.start();
    await command('ALTER SYSTEM SET synchronous_standby_names = standby');
    await command('SELECT pg_reload_conf()');
    await command('CREATE DATABASE site');
  });
  after(async () => {
    await standby.remove();
    await primary.remove();
  });
  beforeEach(async () => {
    proxy = await startTcpProxy(primary.port);
    storage = await openStorage(primary.urlOf('site', proxy.port), 'server');
    await storage.inviters.put(ANA);
  });
  afterEach(async () => {
    await storage.close();
    await proxy.close();
  });

  const command = (statement: string, server = primary) =>
    query(server.urlOf('postgres'), statement);
  const join = () => storage.waitlist.join('ana@example.com', NOON);

  async function rejectsSoon(work: () => Promise<unknown>): Promise<void> {
    const took = await ownTime(() => assert.rejects(work(), StorageUnavailable));
    assert.ok(took < SOON_MS, `it took ${took} ms`);
  }
  const works = (work: () => Promise<unknown>) => becomesTrue(() => succeeds(work()), 10_000);

  test('that is stopped but must confirm commits: writes fail soon, connections stay bounded, and reads work', async () => {
    await join();
    await standby.stop();
    await rejectsSoon(() => storage.waitlist.tryJoin());
    const put = (n: number) => storage.inviters.put({ ...BEN, id: `ben-${n}` });
    for (const round of [1, 2]) {
      const writes = Array.from({ length: 10 }, (_, n) => rejectsSoon(() => put(n * round)));
      await Promise.all([rejectsSoon(join), ...writes]);
    }
    const took = await ownTime(() => rejectsSoon(join));
    assert.ok(
      took < AT_ONCE_MS,
      'it did not fail immediately, although all connections are blocked',
    );
    await storage.admins.list();
    const [seen] = await command(
      "SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = 'site'",
    );
    assert.ok(Number(seen?.['n']) <= MAX_CONNECTIONS, `it has ${seen?.['n']} connections`);
    await standby.start();
    await works(join);
    await works(() => storage.inviters.put(BEN));
    await works(() => storage.waitlist.tryJoin());
  });

  test('to which the site is connected: reads work, and writes work only after it is promoted', async () => {
    await join();
    proxy.switchTo(standby.port);
    await works(() => storage.admins.list());
    assert.deepEqual(await storage.inviters.find('ana'), ANA);
    await rejectsSoon(join);
    await rejectsSoon(() => storage.inviters.put(BEN));
    await rejectsSoon(() => storage.waitlist.tryJoin());
    await primary.kill();
    await command('SELECT pg_promote()', standby);
    await command('ALTER SYSTEM RESET ALL', standby);
    await command('SELECT pg_reload_conf()', standby);
    await works(() => storage.waitlist.tryJoin());
    await join();
  });
});
