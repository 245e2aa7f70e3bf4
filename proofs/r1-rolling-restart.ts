import { setTimeout as wait } from 'node:timers/promises';
import { createPostgresDatabase } from '../testing/databases/postgres-test-engine.ts';
import { failures, slowestMs } from '../testing/load/steady-load.ts';
import { addInviter } from '../testing/load/visit-load.ts';
import { auditLoad, startWholeLoad, type WholeLoad } from '../testing/load/whole-load.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { type Balancer, startBalancer } from './network/balancer.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const ROUNDS = 2;
const BETWEEN_MS = 1_000;

export const rollingRestart: Proof = {
  id: 'R1',
  promise:
    'Restarting the copies one by one makes no request fail. When a copy is killed, no acknowledged write is lost and no page fails.',
  async run() {
    const figures: string[] = [];
    for (const copies of [2, 4]) {
      const rolled = await underLoad(copies, restartEach);
      require(rolled.failed.length === 0, `${copies} copies: ${summaryOf(rolled.failed)}`);
      const killed = await underLoad(copies, killOne);
      require(killed.failedPages ===
        0, `${copies} copies, one killed: ${killed.failedPages} pages failed.`);
      figures.push(
        `${copies} copies: ${rolled.requests} requests during ${ROUNDS * copies} restarts, 0 failed, slowest ${Math.round(rolled.slowestMs)} ms; one killed: ${killed.acknowledged} acknowledged, 0 lost, 0 of ${killed.pages} pages failed, ${killed.failed.length} writes failed`,
      );
    }
    return figures.join('; ');
  },
  control: {
    without: 'the graceful stop',
    run: () =>
      expectFailure(/requests failed/, async () => {
        const { failed } = await underLoad(2, killEach);
        require(failed.length === 0, summaryOf(failed));
      }),
  },
};

/** @returns the figures of the load. @throws when an acknowledged write is missing or stored twice */
async function underLoad(
  count: number,
  trouble: (servers: ServerProcess[], balancer: Balancer) => Promise<void>,
) {
  await using ends = new AsyncDisposableStack();
  const database = await createPostgresDatabase();
  ends.defer(() => database.remove());
  const servers: ServerProcess[] = [];
  ends.defer(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });
  for (let n = 0; n < count; n++) servers.push(await startCopy(database.url));
  const balancer = await startBalancer(servers.map(({ url }) => url));
  ends.defer(() => balancer.close());
  await addInviter(database.url);
  const load = startWholeLoad(balancer.url, 'visitor');
  ends.defer(() => load.stop());
  await wait(BETWEEN_MS);
  await trouble(servers, balancer);
  await wait(BETWEEN_MS);
  await load.stop();
  const { acknowledged, lost, twice, differences } = await auditLoad(
    load,
    balancer.url,
    database.url,
  );
  require(lost === 0, `${lost} of ${acknowledged} acknowledged writes are lost.`);
  require(twice === 0, `${twice} writes are stored twice.`);
  require(differences.length === 0, differences.join(' '));
  return { acknowledged, ...seenBy(load) };
}

function seenBy({ signUps, visits, pages }: WholeLoad) {
  const all = [signUps, visits, pages];
  return {
    requests: all.reduce((sum, load) => sum + load.sent.length, 0),
    failed: all.flatMap(failures),
    slowestMs: Math.max(...all.map(slowestMs)),
    pages: pages.sent.length,
    failedPages: failures(pages).length,
  };
}

function startCopy(databaseUrl: string): Promise<ServerProcess> {
  return startServer({ env: { RATE_LIMITS: 'off', DATABASE_URL: databaseUrl } });
}

function restartEach(servers: ServerProcess[], balancer: Balancer): Promise<void> {
  return replaceEach(servers, balancer, async (old) => {
    require((await old.stop()) === 0, 'A copy did not stop with exit code 0.');
  });
}

function killEach(servers: ServerProcess[], balancer: Balancer): Promise<void> {
  return replaceEach(servers, balancer, (old) => old.kill());
}

async function replaceEach(
  servers: ServerProcess[],
  { copies }: Balancer,
  end: (old: ServerProcess) => Promise<void>,
): Promise<void> {
  for (let n = 0; n < ROUNDS * servers.length; n++) {
    const index = n % servers.length;
    const old = servers[index];
    if (!old) return;
    await end(old);
    const next = await startCopy(old.databaseUrl);
    servers[index] = next;
    copies[index] = next.url;
    await wait(BETWEEN_MS);
  }
}

async function killOne([first]: ServerProcess[]): Promise<void> {
  await first?.kill();
}

function summaryOf(failed: readonly string[]): string {
  return `${failed.length} requests failed: ${[...new Set(failed)].join(', ')}`;
}
