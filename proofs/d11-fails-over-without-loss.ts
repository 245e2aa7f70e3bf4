import { setTimeout as wait } from 'node:timers/promises';
import { createPostgres } from '../testing/databases/postgres-process.ts';
import { startTcpProxy } from '../testing/databases/tcp-proxy.ts';
import { query } from '../testing/databases/test-databases.ts';
import {
  addInviter,
  audit,
  startPages,
  startSignUps,
  startVisits,
} from '../testing/load/site-load.ts';
import { startServer } from '../testing/server-process.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const BEFORE_MS = 3_000;
/** Time until the operator's monitoring notices that the primary is down. */
const NOTICED_AFTER_MS = 1_000;
const AFTER_MS = 2_000;
const WRITES_WITHIN_MS = 10_000;

export const failsOverWithoutLoss: Proof = {
  id: 'D11',
  promise:
    'When the primary is killed and a synchronous standby takes over, no acknowledged write is lost, pages are served throughout, and writes work again within ten seconds.',
  variants: ['PostgreSQL'],
  run: () => failOver('synchronous'),
  control: {
    without: 'a synchronous standby: it lags behind',
    run: () => expectFailure(/ are lost\.$/, () => failOver('lagging')),
  },
};

async function failOver(manner: 'synchronous' | 'lagging'): Promise<string> {
  await using ends = new AsyncDisposableStack();
  const primary = await createPostgres({ durable: true });
  ends.defer(() => primary.remove());
  const link = await startTcpProxy(primary.port);
  ends.defer(() => link.close());
  const connection = `host=127.0.0.1 port=${link.port} user=postgres application_name=standby`;
  const settings = { primary_conninfo: connection };
  const standby = await primary.createStandby({ durable: true, settings });
  ends.defer(() => standby.remove());
  await primary.start();
  await standby.start();
  const command = (statement: string, at = primary) => query(at.urlOf('postgres'), statement);
  if (manner === 'synchronous') {
    await command('ALTER SYSTEM SET synchronous_standby_names = standby');
    await command('SELECT pg_reload_conf()');
  }
  await command('CREATE DATABASE site');
  // The address of the database stays the same, as with a proxy or a name in the DNS.
  const proxy = await startTcpProxy(primary.port);
  ends.defer(() => proxy.close());
  const databaseUrl = primary.urlOf('site', proxy.port);
  const server = ends.use(
    await startServer({ env: { RATE_LIMITS: 'off', DATABASE_URL: databaseUrl } }),
  );
  await addInviter(databaseUrl);

  const signUps = startSignUps(server.url);
  const visits = startVisits(server.url);
  const pages = startPages(server.url);
  await wait(BEFORE_MS);
  if (manner === 'lagging') {
    link.stall();
    await wait(NOTICED_AFTER_MS);
  }
  const killed = performance.now();
  await primary.kill();
  await wait(NOTICED_AFTER_MS);
  await command('SELECT pg_promote()', standby);
  proxy.switchTo(standby.port);
  const good = await Promise.all([signUps.firstGoodAfter(killed), visits.firstGoodAfter(killed)]);
  await wait(AFTER_MS);
  await Promise.all([signUps.stop(), visits.stop(), pages.stop()]);

  const ledger = { emails: signUps.acknowledged, views: visits.acknowledged };
  const { acknowledged, lost, storedTwice, views, differences } = await audit(databaseUrl, ledger);
  const backAfterMs = Math.max(...good.map(({ at }) => at)) - killed;
  require(lost === 0, `${lost} of ${acknowledged} acknowledged writes are lost.`);
  require(storedTwice === 0, `${storedTwice} addresses are stored twice.`);
  require(views <= visits.sent.length, 'Some visits are counted twice.');
  require(differences.length === 0, differences.join(' '));
  const failed = pages.failures.length;
  require(failed === 0, `${failed} of ${pages.sent.length} requests for pages failed.`);
  require(backAfterMs <=
    WRITES_WITHIN_MS, `Writes worked again only after ${seconds(backAfterMs)}.`);
  return `${acknowledged} acknowledged writes, 0 lost, 0 stored twice, all counters equal the log; writes worked again after ${seconds(backAfterMs)}, of which ${seconds(NOTICED_AFTER_MS)} passed before the standby was promoted; ${signUps.failures.length + visits.failures.length} writes were refused; ${pages.sent.length} requests for pages, 0 failed, the slowest took ${seconds(pages.slowestMs)}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
