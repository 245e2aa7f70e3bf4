/**
 * `npm run bench:growth`: fills databases with more and more events of the same inviters. On each it measures how long
 * dashboards and visitors wait for answers while 1,000 events a second are recorded. The controls are the smallest
 * database, visitors without dashboards, and visitors of a plain server (`baseline.ts`) at the same time.
 *
 *   npm run bench:growth                              both engines, 10^4, 10^6 and 10^7 events
 *   npm run bench:growth -- SQLite 1e5 1e7            one engine, other sizes
 *
 * The exit code is 1 if the p99 of a page of the dashboard is above MAX_P99_MS.
 */
import { Console } from 'node:console';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createPostgres } from '../testing/databases/postgres-process.ts';
import { createSqliteDatabase } from '../testing/databases/sqlite-test-engine.ts';
import { query } from '../testing/databases/test-databases.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { type Admins, questions, signInAdmin, startVisitors, type Visitors } from './dashboard.ts';
import { fillEvents } from './fill-events.ts';
import { type LoadRequest, startBaseline } from './load.ts';

const INVITERS = 100_000;
const SIZES = ['1e4', '1e6', '1e7'];
const RATE = { page: 50, view: 1_000 };
/** Number of requests of each kind. As many as fit in this time, because the p99 of few requests varies much. */
const READS = { least: 150, most: 900, milliseconds: 4_000 };
const SECONDS = 12;
const MAX_P99_MS = 20;
const ADMINS = { live: 18, downloading: 2 };
/** The thread of the admins has started and signed in after this time. */
const START_OF_ADMINS_MS = 1_000;
/** The page that visitors open, as they request it. */
const PAGE: LoadRequest = { path: '/', method: 'GET', headers: { 'accept-encoding': 'identity' } };

interface FilledDatabase {
  url: string;
  /** Runs VACUUM, ANALYZE and a checkpoint now, so that PostgreSQL does not run them during the measurement. */
  settle(): Promise<void>;
  remove(): Promise<void>;
}

/** For each engine, makes a new database with durable commits. */
const engines: Readonly<Record<string, () => Promise<FilledDatabase>>> = {
  SQLite: async () => ({ ...(await createSqliteDatabase()), settle: async () => {} }),
  async PostgreSQL() {
    const server = await createPostgres({ durable: true, settings: { max_wal_size: '4GB' } });
    await server.start();
    const url = server.urlOf('postgres');
    return {
      url,
      async settle() {
        await query(url, 'VACUUM ANALYZE');
        await query(url, 'CHECKPOINT');
      },
      remove: () => server.remove(),
    };
  },
};

/** A row of the table: milliseconds as "p50 / p99" if nothing else is said. */
type Figures = Record<string, string>;

const words = process.argv.slice(2);
const isSize = (word: string) => Number(word) >= 1;
const unknown = words.find((word) => !isSize(word) && !Object.hasOwn(engines, word));
if (unknown) {
  process.stderr.write(
    `"${unknown}" is neither a number nor one of ${Object.keys(engines).join(', ')}.\n`,
  );
  process.exit(1);
}
const named = words.filter((word) => !isSize(word));
const given = words.filter(isSize);
for (const engine of named.length > 0 ? named : Object.keys(engines)) {
  const rows: Record<string, Figures> = {};
  for (const size of given.length > 0 ? given : SIZES) {
    process.stdout.write(`${engine}: ${size} events of ${INVITERS} inviters …\n`);
    const figures = await measureSize(engine, Number(size));
    for (const [name, figure] of Object.entries(figures)) {
      rows[name] = { ...rows[name], [`${size} events`]: figure };
    }
  }
  new Console(process.stdout).table(rows);
}

async function measureSize(engine: string, events: number): Promise<Figures> {
  const database = await engines[engine]?.();
  if (!database) throw new Error(`There is no engine ${engine}.`);
  await using ends = new AsyncDisposableStack();
  ends.defer(() => database.remove());
  const begun = performance.now();
  await fillEvents(database.url, INVITERS, events);
  const fillSeconds = (performance.now() - begun) / 1_000;
  await database.settle();
  const server = await startServer({ env: { RATE_LIMITS: 'off', DATABASE_URL: database.url } });
  ends.defer(async () => void (await server.stop()));
  const visitors = startVisitors(server.url, Math.min(INVITERS, events), RATE);
  ends.defer(() => visitors.stop());
  const baseline = await startBaseline(server.url, PAGE);
  ends.defer(() => void baseline.process.kill());
  return {
    'filling the database, s': fillSeconds.toFixed(0),
    ...(await measureSite(server, visitors, baseline.url)),
  };
}

async function measureSite(
  server: ServerProcess,
  visitors: Visitors,
  baselineUrl: string,
): Promise<Figures> {
  const measureWaits = async (when: string): Promise<Figures> => {
    const others = startVisitors(baselineUrl, INVITERS, { ...RATE, view: 0 });
    visitors.take();
    await wait(SECONDS * 1_000);
    const { page, view, refused } = visitors.take();
    const baseline = others.take().page;
    await others.stop();
    return {
      [`a visitor's page, ${when}`]: inWords(page),
      [`a visitor's view, ${when}`]: inWords(view),
      // If this rises too, the processors were busy.
      [`a page of the plain server, ${when}`]: inWords(baseline),
      [`refused visitors, ${when}`]: `${refused}`,
    };
  };
  const { url, databaseUrl } = server;
  const ask = await signInAdmin(server);
  await wait(SECONDS * 1_000);
  const alone = await measureWaits('no dashboard open');
  const before = memoryOf(server);
  const { totalMs: firstRead } = await ask('getAnalytics', 'limit=50');
  const reads: Figures = {};
  for (const [name, pageOf] of Object.entries(questions)) {
    await ask('getAnalytics', pageOf(READS.most, INVITERS));
    const took: number[] = [];
    const until = performance.now() + READS.milliseconds;
    for (let n = 0; n < READS.least || (n < READS.most && performance.now() < until); n++) {
      took.push((await ask('getAnalytics', pageOf(n, INVITERS))).totalMs);
    }
    reads[name] = inWords(took);
    if (share(took, 0.99) > MAX_P99_MS) process.exitCode = 1;
  }
  const { firstByteMs, totalMs } = await ask('getAnalyticsCsv', '');
  const stop = startAdmins({ site: { url, databaseUrl }, inviters: INVITERS, ...ADMINS });
  await wait(START_OF_ADMINS_MS);
  const withAdmins = await measureWaits('with 20 admins');
  await stop();
  const after = memoryOf(server);
  return {
    'first read of the dashboard': firstRead.toFixed(0),
    ...reads,
    'CSV of all: first byte / complete': `${firstByteMs.toFixed(0)} / ${totalMs.toFixed(0)}`,
    ...alone,
    ...withAdmins,
    'memory in MB, before dashboards / the most': `${before?.now} / ${after?.most}`,
  };
}

function inWords(took: readonly number[]): string {
  return `${share(took, 0.5).toFixed(1)} / ${share(took, 0.99).toFixed(1)}`;
}

function share(took: readonly number[], part: number): number {
  return took.toSorted((a, b) => a - b)[Math.floor(took.length * part)] ?? Number.NaN;
}

/** The memory of a process now, and the most so far, in MB. */
function memoryOf({ process: { pid } }: ServerProcess) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) =>
      Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024);
    return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
  } catch {
    return undefined;
  }
}

/**
 * Starts dashboards and downloads in a separate thread. In the visitors' thread, handling a long answer to an admin
 * would delay the moment at which the answer to a visitor is noticed, and the site would seem slower than it is.
 * @returns a function that ends them
 */
function startAdmins(admins: Admins): () => Promise<void> {
  const thread = new Worker(new URL('./admins-thread.ts', import.meta.url), { workerData: admins });
  const ended = once(thread, 'exit');
  // Otherwise a failed request would end the benchmark at once, and leave its processes running.
  ended.catch(() => {});
  return async () => {
    thread.postMessage('end');
    await ended;
  };
}
