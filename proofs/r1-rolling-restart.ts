import { setTimeout as wait } from 'node:timers/promises';
import { createTestDatabase, testEngines } from '../testing/databases/test-databases.ts';
import {
  addInviter,
  audit,
  startPages,
  startSignUps,
  startVisits,
} from '../testing/load/site-load.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { startBalancer } from './balancer.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const ROUNDS = 2;
const INSTANCES = 2;
const BETWEEN_MS = 1_000;

export const rollingRestart: Proof = {
  id: 'R1',
  promise: 'Restarting the instances one by one under load makes no request fail.',
  variants: testEngines.flatMap(({ name, hasServer }) => (hasServer ? name : [])),
  run: (engine) =>
    restartEach(engine, async (instance) => {
      require((await instance.stop()) === 0, 'An instance did not stop with exit code 0.');
    }),
  control: {
    without: 'the graceful stop: instances are killed',
    run: (engine) =>
      expectFailure(/requests failed/, () => restartEach(engine, (instance) => instance.kill())),
  },
};

async function restartEach(
  engine: string,
  end: (instance: ServerProcess) => Promise<void>,
): Promise<string> {
  await using ends = new AsyncDisposableStack();
  const database = await createTestDatabase(engine);
  ends.defer(() => database.remove());
  const start = () => startServer({ env: { RATE_LIMITS: 'off', DATABASE_URL: database.url } });
  const instances: ServerProcess[] = [];
  ends.defer(async () => {
    for (const instance of instances) await instance.stop();
  });
  for (let n = 0; n < INSTANCES; n++) instances.push(await start());
  const balancer = await startBalancer(instances.map(({ url }) => url));
  ends.defer(() => balancer.close());
  await addInviter(database.url);
  const signUps = startSignUps(balancer.url);
  const visits = startVisits(balancer.url);
  const loads = [signUps, visits, startPages(balancer.url)];
  for (let n = 0; n < ROUNDS * INSTANCES; n++) {
    await wait(BETWEEN_MS);
    const [old] = instances.splice(0, 1);
    if (old) await end(old);
    instances.push(await start());
    balancer.instances.splice(0, INSTANCES, ...instances.map(({ url }) => url));
  }
  await wait(BETWEEN_MS);
  await Promise.all(loads.map((load) => load.stop()));

  const requests = loads.reduce((sum, { sent }) => sum + sent.length, 0);
  const failed = loads.flatMap(({ failures }) => failures);
  require(failed.length ===
    0, `${failed.length} of ${requests} requests failed: ${[...new Set(failed)].join(', ')}`);
  const ledger = { emails: signUps.acknowledged, views: visits.acknowledged };
  const { lost, storedTwice, differences } = await audit(database.url, ledger);
  require(lost + storedTwice === 0, `${lost} writes are lost, ${storedTwice} are stored twice.`);
  require(differences.length === 0, differences.join(' '));
  const slowestMs = Math.max(...loads.map((load) => load.slowestMs));
  return `${requests} requests during ${ROUNDS * INSTANCES} restarts of ${INSTANCES} instances, 0 failed, the slowest took ${Math.round(slowestMs)} ms`;
}
