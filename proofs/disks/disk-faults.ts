import { setTimeout as wait } from 'node:timers/promises';
import { calls, pathTo } from '../../contract/calls.ts';
import { openStorage } from '../../storage/open.ts';
import { checkIntegrity } from '../../testing/databases/test-databases.ts';
import {
  failures,
  firstGoodAfter,
  getPage,
  type SteadyLoad,
  startSteadyLoad,
} from '../../testing/load/steady-load.ts';
import { addInviter } from '../../testing/load/visit-load.ts';
import { auditLoad, startWholeLoad } from '../../testing/load/whole-load.ts';
import { startServer } from '../../testing/server-process.ts';
import { require } from '../proof.ts';
import { changeSystemCalls } from './changed-system-calls.ts';

/** Which system calls fail, by the name of the variant. */
export const faults: Readonly<Record<string, Fault>> = {
  'syncs that fail': { calls: 'fsync,fdatasync', errors: ['EIO'] },
  'writes that fail': { calls: 'pwrite64,ftruncate', errors: ['EIO', 'ENOSPC'] },
  'reads that fail': { calls: 'pread64', errors: ['EIO'] },
};
interface Fault {
  /** System calls, separated by commas. */
  calls: string;
  errors: readonly string[];
}

/** Which calls fail: first every call, then every second call, then every seventh. */
const EVERY = [1, 2, 7];
const BEFORE_MS = 300;
const FAULTY_MS = 1_000;
/** Enough that the tables exceed SQLite's page cache; otherwise nothing is read from the disk. */
const INVITERS = 20_000;
const READERS = 4;

/**
 * Makes system calls of a program fail several times, while the program handles sign-ups, visits and reads.
 *
 * @param program see `startServer`
 * @throws when an acknowledged write is lost, an answer is neither 200 nor 503, or the site does
 * not recover
 */
export async function failDisk({ calls, errors }: Fault, program?: string): Promise<string> {
  const server = await startServer({
    engine: 'SQLite',
    env: { RATE_LIMITS: 'off' },
    ...(program && { program }),
  });
  try {
    await addInviter(server.databaseUrl);
    await addMany(server.databaseUrl);
    const load = startWholeLoad(server.url, 'faulty');
    const reads = startReads(server.url);
    for (const error of errors) {
      for (const every of EVERY) {
        await wait(BEFORE_MS);
        const end = await changeSystemCalls(server, calls, `error=${error}:when=1+${every}`);
        await wait(FAULTY_MS);
        await end();
        const now = performance.now();
        for (const each of [load.signUps, load.visits, reads]) await firstGoodAfter(each, now);
      }
    }
    await Promise.all([load.stop(), reads.stop()]);
    await server.kill();
    const again = await startServer({
      env: { RATE_LIMITS: 'off', DATABASE_URL: server.databaseUrl },
    });
    const { acknowledged, lost, twice, differences } = await auditLoad(
      load,
      again.url,
      server.databaseUrl,
    );
    await again.stop();
    const integrity = await checkIntegrity(server.databaseUrl);

    require(lost === 0, `${lost} of ${acknowledged} acknowledged writes are lost.`);
    require(twice === 0, `${twice} writes are stored twice.`);
    require(differences.length === 0, differences.join(' '));
    require(integrity === 'ok', `The integrity check says ${integrity}.`);
    const writes = [...failures(load.signUps), ...failures(load.visits)];
    const refused = [...writes, ...failures(reads), ...failures(load.pages)];
    require(refused.length > 0, 'No request was refused: nothing was proved.');
    const others = refused.filter((failure) => failure !== 'status 503');
    require(others.length ===
      0, `${others.length} answers were ${[...new Set(others)].join(', ')}.`);
    return `${EVERY.length * errors.length} seconds with failing system calls: ${acknowledged} writes acknowledged, 0 lost, 0 stored twice, all counters equal the log; ${writes.length} writes and ${refused.length - writes.length} reads were answered 503; the site recovered without a restart`;
  } finally {
    await server.stop();
  }
}

/** Requests profiles that were not requested recently, and so must be read from the disk. */
function startReads(url: string): SteadyLoad {
  return startSteadyLoad(READERS, 'reader', (name, agent) => {
    const [, client, n] = name.split('-').map(Number);
    const key = ((n ?? 0) * 7_919 + (client ?? 0) * 4_001) % INVITERS;
    return getPage(`${url}${pathTo(calls.getInviter, `many-${key}`)}`, agent);
  });
}

async function addMany(databaseUrl: string): Promise<void> {
  const storage = await openStorage(databaseUrl, 'command');
  const profiles = Array.from({ length: INVITERS }, (_, n) => ({
    id: `many-${n}`,
    username: 'x'.repeat(100),
    firstName: 'y'.repeat(100),
    profileImageUrl: null,
  }));
  await storage.inviters.putAll(profiles);
  await storage.close();
}
