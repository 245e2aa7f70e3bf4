import { setTimeout as wait } from 'node:timers/promises';
import { startServer } from '../server/testing/server-process.ts';
import { addInviter } from '../server/testing/visit-load.ts';
import { openWriteLock } from '../storage/testing/write-lock.ts';
import { type Arrivals, arrive } from './arrivals.ts';
import { type Proof, require } from './proof.ts';

const STALLED_SECONDS = 5;
/** What the arrivals may take to begin; the disk stands still meanwhile. */
const BEGUN_AFTER_SECONDS = 1;
const HEALTH_P99_MS = 50;
const PER_SECOND = 200;

export const stalledDisk: Proof = {
  id: 'O3',
  promise: 'A disk that stands still holds up nobody but who writes.',
  grounds: ['SQLite', 'PostgreSQL'],
  async run(engine) {
    const server = await startServer({ env: { RATE_LIMITS: 'off' }, engine });
    // What the machine makes of the same questions.
    const idle = await startServer({ env: { RATE_LIMITS: 'off' }, engine });
    await addInviter(server.databaseUrl);
    const streams: [Arrivals, Arrivals, Arrivals] = [
      { url: server.url, mix: ['health'], perSecond: PER_SECOND, connections: 20 },
      { url: idle.url, mix: ['health'], perSecond: PER_SECOND, connections: 20 },
      {
        url: server.url,
        mix: ['visit', 'sign-up'],
        perSecond: PER_SECOND,
        connections: PER_SECOND * STALLED_SECONDS,
      },
    ];
    await arrive(1, ...streams);

    const lock = await openWriteLock(server.databaseUrl);
    await lock.take();
    const arriving = arrive(STALLED_SECONDS, ...streams);
    await wait((BEGUN_AFTER_SECONDS + STALLED_SECONDS) * 1_000);
    await lock.release();
    const [ours, control, writes] = await arriving;
    const [, , after] = await arrive(1, ...streams);
    await lock.close();
    await server.stop();
    await idle.stop();

    const { accepted, p99Ms } = ours.byKind.health;
    const controlMs = control.byKind.health.p99Ms;
    const figures = `p99 of ${accepted} times /healthz ${p99Ms.toFixed(1)} ms (of an idle site beside it ${controlMs.toFixed(1)} ms); of ${PER_SECOND * STALLED_SECONDS} writes ${writes.all.accepted} done, up to ${(writes.all.slowestMs / 1_000).toFixed(1)} s after they came, ${writes.all.refused} refused`;
    require(accepted === PER_SECOND * STALLED_SECONDS, `Not all were answered: ${figures}`);
    // Nobody can have been told otherwise: whoever wrote first waited to the end, or was refused.
    const isStalled =
      writes.all.slowestMs > (STALLED_SECONDS - 1) * 1_000 || writes.all.refused > 0;
    require(isStalled, `Nobody waited, so nothing was proved: ${figures}`);
    require(after.all.accepted === PER_SECOND, `It does not recover: ${figures}`);
    // Where the idle site is late as well, it is the machine.
    require(p99Ms <= Math.max(HEALTH_P99_MS, 2 * controlMs), `Too slow: ${figures}`);
    return figures;
  },
};
