import { setTimeout as wait } from 'node:timers/promises';
import { createPostgres } from '../testing/databases/postgres-process.ts';
import { startTcpProxy } from '../testing/databases/tcp-proxy.ts';
import { query } from '../testing/databases/test-databases.ts';
import { failures, firstGoodAfter, slowestMs } from '../testing/load/steady-load.ts';
import { addInviter } from '../testing/load/visit-load.ts';
import { auditLoad, startWholeLoad } from '../testing/load/whole-load.ts';
import { startServer } from '../testing/server-process.ts';
import { type Proof, require } from './proof.ts';

const BEFORE_MS = 3_000;
/** Time until the operator's monitoring notices that the primary is down. */
const NOTICED_AFTER_MS = 1_000;
const AFTER_MS = 2_000;
const WRITES_WITHIN_MS = 10_000;

export const failsOverWithoutLoss: Proof = {
  id: 'D11',
  promise:
    'When the primary is killed and a synchronous standby takes over, no acknowledged write is lost.',
  async run() {
    const { lost, acknowledged, twice, differences, pages, writes, restart } = await failOver(true);
    require(lost === 0, `${lost} of ${acknowledged} acknowledged writes are lost.`);
    require(twice === 0, `${twice} acknowledged writes are stored twice.`);
    require(differences.length === 0, differences.join(' '));
    require(pages.failed === 0, `${pages.failed} of ${pages.asked} requests for pages failed.`);
    require(writes.backAfterMs <=
      WRITES_WITHIN_MS, `Writes were accepted again only after ${seconds(writes.backAfterMs)}.`);
    const control = await failOver(false);
    require(control.lost >
      0, 'An asynchronous standby that lags behind lost nothing: nothing was proved.');
    return [
      `${acknowledged} acknowledged writes, 0 lost, 0 stored twice, all counters equal the log (control: an asynchronous standby that lags behind lost ${control.lost})`,
      `writes were accepted again after ${seconds(writes.backAfterMs)}, of which ${seconds(NOTICED_AFTER_MS)} passed before the standby was promoted; ${writes.failed} writes were refused, the slowest answer took ${seconds(writes.slowestMs)}`,
      `${pages.asked} requests for pages, 0 failed, the slowest took ${seconds(pages.slowestMs)}`,
      `when the database was started again immediately, writes were accepted again ${seconds(restart.stopped)} after it had stopped, and ${seconds(restart.killed)} after it was killed`,
    ].join('; ');
  },
  control: { inRun: 'a synchronous standby' },
};

async function failOver(isSynchronous: boolean) {
  const primary = await createPostgres({ durable: true });
  const link = await startTcpProxy(primary.port);
  const standby = await primary.createStandby({
    durable: true,
    settings: {
      primary_conninfo: `host=127.0.0.1 port=${link.port} user=postgres application_name=standby`,
    },
  });
  await primary.start();
  await standby.start();
  const command = (statement: string, at = primary) => query(at.urlOf('postgres'), statement);
  if (isSynchronous) {
    await command('ALTER SYSTEM SET synchronous_standby_names = standby');
    await command('SELECT pg_reload_conf()');
  }
  await command('CREATE DATABASE site');
  const proxy = await startTcpProxy(primary.port);
  const databaseUrl = primary.urlOf('site', proxy.port);
  const server = await startServer({ env: { RATE_LIMITS: 'off', DATABASE_URL: databaseUrl } });
  await addInviter(databaseUrl);

  const load = startWholeLoad(server.url, 'visitor');
  await wait(BEFORE_MS);
  if (!isSynchronous) {
    link.stall();
    await wait(NOTICED_AFTER_MS);
  }
  const killed = performance.now();
  await primary.kill();
  await wait(NOTICED_AFTER_MS);
  await command('SELECT pg_promote()', standby);
  proxy.switchTo(standby.port);
  const [signUp, visit] = await Promise.all([
    firstGoodAfter(load.signUps, killed),
    firstGoodAfter(load.visits, killed),
  ]);
  await wait(AFTER_MS);
  const failed = failures(load.signUps).length + failures(load.visits).length;
  const writesSlowestMs = Math.max(slowestMs(load.signUps), slowestMs(load.visits));

  const backAfter = async (from: number) => {
    const [first, second] = await Promise.all([
      firstGoodAfter(load.signUps, from),
      firstGoodAfter(load.visits, from),
    ]);
    return Math.max(first.at, second.at) - from;
  };
  const backAgain = async () => {
    const gone = performance.now();
    await standby.start();
    return await backAfter(gone);
  };
  await standby.stop();
  const stopped = await backAgain();
  await standby.kill();
  const restarted = await backAgain();
  await load.stop();

  const audit = await auditLoad(load, server.url, databaseUrl);
  await server.stop();
  await proxy.close();
  await link.close();
  await standby.remove();
  await primary.remove();
  return {
    ...audit,
    writes: {
      backAfterMs: Math.max(signUp.at, visit.at) - killed,
      failed,
      slowestMs: writesSlowestMs,
    },
    pages: {
      asked: load.pages.sent.length,
      failed: failures(load.pages).length,
      slowestMs: slowestMs(load.pages),
    },
    restart: { stopped, killed: restarted },
  };
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
