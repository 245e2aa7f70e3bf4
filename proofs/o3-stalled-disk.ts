import { setTimeout as wait } from 'node:timers/promises';
import { openWriteLock } from '../testing/databases/write-lock.ts';
import { addInviter } from '../testing/load/visit-load.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { type Arrivals, arrive } from './arrivals.ts';
import { type Proof, require } from './proof.ts';

const STALLED_SECONDS = 5;
/** What the arrivals may take to begin; the disk stands still meanwhile. */
const BEGUN_AFTER_SECONDS = 1;
const PER_SECOND = 200;
const ALL = PER_SECOND * STALLED_SECONDS;
const HEALTH_P99_MS = 50;

export const stalledDisk: Proof = {
  id: 'O3',
  promise: 'A disk that stands still holds up nobody but who writes.',
  grounds: ['SQLite', 'PostgreSQL'],
  async run(engine) {
    const site = await startSite(engine);
    // Has as much to do and no stalled disk, and so shows what the machine makes of it.
    const twin = await startSite(engine);
    const streams = [health(site), health(twin), writes(site), writes(twin)] as const;
    await arrive(1, ...streams);

    const lock = await openWriteLock(site.databaseUrl);
    await lock.take();
    const arriving = arrive(STALLED_SECONDS, ...streams);
    await wait((BEGUN_AFTER_SECONDS + STALLED_SECONDS) * 1_000);
    await lock.release();
    const [ours, control, written] = await arriving;
    const [, , after] = await arrive(1, ...streams);
    await lock.close();
    await site.stop();
    await twin.stop();

    const { accepted, p99Ms } = ours.all;
    const { slowestMs, refused } = written.all;
    const figures = `p99 of /healthz ${p99Ms.toFixed(1)} ms, where the disk is well ${control.all.p99Ms.toFixed(1)} ms; of ${ALL} writes ${written.all.accepted} were done, after ${(slowestMs / 1_000).toFixed(1)} s at most, and ${refused} refused`;
    require(accepted === ALL, `/healthz answered ${accepted} times: ${figures}`);
    const isStalled = slowestMs > (STALLED_SECONDS - 1) * 1_000 || refused > 0;
    require(isStalled, `No write was held up, so nothing was proved: ${figures}`);
    require(written.all.accepted + refused === ALL, `Some writes went otherwise: ${figures}`);
    require(after.all.accepted === PER_SECOND, `It does not recover: ${figures}`);
    require(p99Ms <= Math.max(HEALTH_P99_MS, 2 * control.all.p99Ms), `Too late: ${figures}`);
    return figures;
  },
};

async function startSite(engine: string): Promise<ServerProcess> {
  const server = await startServer({ env: { RATE_LIMITS: 'off' }, engine });
  await addInviter(server.databaseUrl);
  return server;
}

function health({ url }: ServerProcess): Arrivals {
  return { url, mix: ['health'], perSecond: PER_SECOND, connections: PER_SECOND };
}

function writes({ url }: ServerProcess): Arrivals {
  return { url, mix: ['visit', 'sign-up'], perSecond: PER_SECOND, connections: ALL };
}
