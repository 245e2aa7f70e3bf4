import { setTimeout as wait } from 'node:timers/promises';
import { openWriteLock } from '../testing/databases/test-databases.ts';
import { addInviter } from '../testing/load/visit-load.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { changeSystemCalls } from './disks/changed-system-calls.ts';
import { type Arrivals, arrive } from './load/arrivals.ts';
import { expectFailure, type Proof, require } from './proof.ts';
import { type Weakening, weakening, withWeakened } from './weakened-program.ts';

const STALLED_SECONDS = 5;
/** The process that sends the requests starts within this time, while the disk is already stalled. */
const BEGUN_AFTER_SECONDS = 1;
const PER_SECOND = 200;
const ALL = PER_SECOND * STALLED_SECONDS;
const HEALTH_P99_MS = 50;
/** No reads, because they are answered from the system's page cache. */
const DISK_CALLS = 'pwrite64,ftruncate,fsync,fdatasync';

interface Variant {
  /** Makes writes wait. @returns a function that lets them continue */
  stall(site: ServerProcess): Promise<() => Promise<void>>;
  /** Needs as much processor time as `stall`, but does not delay the writes of the program. */
  strain(other: ServerProcess): Promise<() => Promise<void>>;
  weakened: Weakening;
}
const variants: Readonly<Record<string, Variant>> = {
  SQLite: {
    stall: (site) => changeSystemCalls(site, DISK_CALLS, 'delay_enter=60s'),
    strain: (other) => changeSystemCalls(other, DISK_CALLS, 'delay_enter=1us'),
    // With this change, the thread of the event loop also writes, before each batch.
    weakened: weakening(
      'storage/engines/sqlite/sqlite-engine.ts',
      '(batch) => writer.commit(batch)',
      `(batch) => {
          const own = connect(file, { readOnly: false });
          own.database.exec(TOUCH);
          own.close();
          return writer.commit(batch);
        }`,
    ),
  },
  PostgreSQL: {
    // When PostgreSQL's disk stalls, a statement of the site does not end. This lock has the same effect.
    async stall({ databaseUrl }) {
      const lock = await openWriteLock(databaseUrl);
      await lock.take();
      return () => lock.release().then(lock.close);
    },
    strain: async () => async () => {},
    weakened: weakening(
      'server/operations/health.ts',
      "(_request, reply) => reply.headers(uncached).send({ status: 'ok' })",
      "async (_request, reply) => (await storage.waitlist.join('a@example.com', 0), reply.headers(uncached).send({ status: 'ok' }))",
    ),
  },
};

export const stalledDisk: Proof = {
  id: 'O3',
  promise: 'While the disk is stalled, writes wait or are refused, and other requests do not wait.',
  variants: Object.keys(variants),
  run: (engine) => stallDisk(engine),
  control: {
    without:
      'a separate thread for writes (SQLite), or a health check that writes nothing (PostgreSQL)',
    run: (engine) =>
      withWeakened(variantOf(engine).weakened, (program) =>
        expectFailure(/^\/healthz answered/, () => stallDisk(engine, program)),
      ),
  },
};

function variantOf(engine: string): Variant {
  const variant = variants[engine];
  if (!variant) throw new Error(`There is no variant ${engine}.`);
  return variant;
}

async function stallDisk(engine: string, program?: string): Promise<string> {
  const { stall, strain } = variantOf(engine);
  const site = await startSite(engine, program);
  // A second site gets the same load without a stalled disk. Its times show the delays that the machine itself causes.
  const other = await startSite(engine);
  const streams = [health(site), health(other), writes(site), writes(other)] as const;
  try {
    await arrive(1, ...streams);
    const ends = [await strain(other), await stall(site)];
    const arriving = arrive(STALLED_SECONDS, ...streams);
    await wait((BEGUN_AFTER_SECONDS + STALLED_SECONDS) * 1_000);
    for (const end of ends) await end();
    const [ours, undisturbed, written] = await arriving;
    const [, , after] = await arrive(1, ...streams);

    const { accepted, p99Ms } = ours.all;
    const { slowestMs, refused } = written.all;
    const figures = `p99 of /healthz ${p99Ms.toFixed(1)} ms, without a stalled disk ${undisturbed.all.p99Ms.toFixed(1)} ms; of ${ALL} writes ${written.all.accepted} were done, after ${(slowestMs / 1_000).toFixed(1)} s at most, and ${refused} were refused`;
    require(accepted === ALL, `/healthz answered ${accepted} of ${ALL} requests: ${figures}`);
    const isStalled = slowestMs > (STALLED_SECONDS - 1) * 1_000 || refused > 0;
    require(isStalled, `No write had to wait, so nothing was proved: ${figures}`);
    require(written.all.accepted + refused === ALL, `Some writes got another answer: ${figures}`);
    require(after.all.accepted === PER_SECOND, `The site does not recover: ${figures}`);
    require(p99Ms <=
      Math.max(HEALTH_P99_MS, 2 * undisturbed.all.p99Ms), `/healthz answered too late: ${figures}`);
    return figures;
  } finally {
    await site.stop();
    await other.stop();
  }
}

async function startSite(engine: string, program?: string): Promise<ServerProcess> {
  const env = { RATE_LIMITS: 'off' };
  const server = await startServer({ env, engine, ...(program && { program }) });
  await addInviter(server.databaseUrl);
  return server;
}

function health({ url }: ServerProcess): Arrivals {
  return { url, mix: ['health'], perSecond: PER_SECOND, connections: PER_SECOND };
}

function writes({ url }: ServerProcess): Arrivals {
  return { url, mix: ['visit', 'sign-up'], perSecond: PER_SECOND, connections: ALL };
}
