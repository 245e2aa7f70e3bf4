/**
 * `npm run bench:growth`: fills databases with more and more events of the same inviters. On each it measures how long
 * dashboards and visitors wait for answers while 1,000 events a second are recorded. The controls are the smallest
 * database, and visitors without dashboards.
 *
 *   npm run bench:growth                              both engines, 10^4, 10^6 and 10^7 events
 *   npm run bench:growth -- SQLite 1e5 1e7            one engine, other sizes
 *   npm run -s bench:growth -- --json                 the figures as JSON; other output goes to stderr
 */
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createPostgres } from '../testing/databases/postgres-process.ts';
import { createSqliteDatabase } from '../testing/databases/sqlite-test-engine.ts';
import { type ServerProcess, startServer } from '../testing/server-process.ts';
import { questions, signInAdmin, startAdmins, startVisitors, type Visitors } from './dashboard.ts';
import { fillEvents } from './fill-events.ts';

const INVITERS = 100_000;
const SIZES = ['1e4', '1e6', '1e7'];
const RATE = { page: 50, view: 1_000 };
const READS = 150;
const SECONDS = 8;
const ADMINS = { live: 18, downloading: 2 };
const MAX_P99_MS = 20;

interface Percentiles {
  p50: number;
  p99: number;
}

interface Waits {
  page: Percentiles;
  view: Percentiles;
  refused: number;
}

interface Figures {
  fillSeconds: number;
  /** Milliseconds until the first answer of the dashboard after a start. */
  firstRead: number;
  reads: Record<string, Percentiles>;
  csv: { firstByte: number; total: number; megabytes: number };
  visitors: Record<'alone' | 'withAdmins', Waits>;
  /** Memory of the process in MB: before the first read of a dashboard, and the maximum. Undefined without /proc. */
  memory: { before: number; most: number } | undefined;
}

/** For each engine, makes a new database with durable commits. */
const engines: Readonly<Record<string, () => Promise<{ url: string; remove(): Promise<void> }>>> = {
  SQLite: createSqliteDatabase,
  async PostgreSQL() {
    const server = await createPostgres({ durable: true, settings: { max_wal_size: '4GB' } });
    await server.start();
    return { url: server.urlOf('postgres'), remove: () => server.remove() };
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
});
const isSize = (word: string) => Number(word) >= 1;
const unknown = positionals.find((word) => !isSize(word) && !Object.hasOwn(engines, word));
if (unknown) {
  process.stderr.write(
    `"${unknown}" is neither a number nor one of ${Object.keys(engines).join(', ')}.\n`,
  );
  process.exit(1);
}
const named = positionals.filter((word) => !isSize(word));
const given = positionals.filter(isSize);
const results: Record<string, Record<string, Figures>> = {};
for (const engine of named.length > 0 ? named : Object.keys(engines)) {
  const figures: Record<string, Figures> = {};
  for (const size of given.length > 0 ? given : SIZES) {
    say(`${engine}: ${size} events of ${INVITERS} inviters …`);
    figures[size] = await measureSize(engine, Number(size));
  }
  results[engine] = figures;
  print(engine, figures);
}
if (values.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);

async function measureSize(engine: string, events: number): Promise<Figures> {
  const database = await engines[engine]?.();
  if (!database) throw new Error(`There is no engine ${engine}.`);
  await using ends = new AsyncDisposableStack();
  ends.defer(() => database.remove());
  const begun = performance.now();
  await fillEvents(database.url, INVITERS, events);
  const fillSeconds = (performance.now() - begun) / 1_000;
  const server = await startServer({ env: { RATE_LIMITS: 'off', DATABASE_URL: database.url } });
  ends.defer(async () => void (await server.stop()));
  const visitors = startVisitors(server.url, Math.min(INVITERS, events), RATE);
  ends.defer(() => visitors.stop());
  return { fillSeconds, ...(await measureSite(server, visitors)) };
}

async function measureSite(
  server: ServerProcess,
  visitors: Visitors,
): Promise<Omit<Figures, 'fillSeconds'>> {
  const ask = await signInAdmin(server);
  await wait(SECONDS * 1_000);
  visitors.take();
  await wait(SECONDS * 1_000);
  const alone = waitsOf(visitors.take());
  const before = memoryOf(server);
  const { totalMs: firstRead } = await ask('getAnalytics', 'limit=50');
  const reads: Figures['reads'] = {};
  for (const [name, query] of Object.entries(questions)) {
    await ask('getAnalytics', query(READS, INVITERS));
    const took: number[] = [];
    for (let n = 0; n < READS; n++) {
      took.push((await ask('getAnalytics', query(n, INVITERS))).totalMs);
    }
    reads[name] = percentiles(took);
  }
  const { firstByteMs, totalMs, bytes } = await ask('getAnalyticsCsv', '');
  visitors.take();
  const stop = startAdmins(ask, INVITERS, ADMINS);
  await wait(SECONDS * 1_000);
  const withAdmins = waitsOf(visitors.take());
  await stop();
  const after = memoryOf(server);
  return {
    firstRead,
    reads,
    csv: { firstByte: firstByteMs, total: totalMs, megabytes: bytes / 1e6 },
    visitors: { alone, withAdmins },
    memory: before && after && { before: before.now, most: after.most },
  };
}

function waitsOf({ page, view, refused }: ReturnType<Visitors['take']>): Waits {
  return { page: percentiles(page), view: percentiles(view), refused };
}

function percentiles(took: readonly number[]): Percentiles {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}

/** The memory of a process now, and the most so far, in MB. */
function memoryOf({ process: { pid } }: ServerProcess) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = (name: string) =>
      Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024;
    return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
  } catch {
    return undefined;
  }
}

/** Prints a column for each size. The exit code is 1 if the p99 of the dashboard's pages is above MAX_P99_MS. */
function print(engine: string, figures: Record<string, Figures>): void {
  const all = Object.values(figures);
  const row = (title: string, value: (of: Figures) => string | undefined) =>
    say(`  ${title.padEnd(44)}${all.map((of) => (value(of) ?? '?').padStart(16)).join('')}`);
  const both = ({ p50, p99 }: Percentiles) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`;
  say(`\n${engine}: ${INVITERS} inviters; milliseconds, p50 / p99`);
  say(
    `  ${'events'.padEnd(44)}${Object.keys(figures)
      .map((size) => size.padStart(16))
      .join('')}`,
  );
  row('filling the database, in seconds', ({ fillSeconds }) => fillSeconds.toFixed(0));
  row('first read of the dashboard', ({ firstRead }) => firstRead.toFixed(0));
  for (const name of Object.keys(questions)) {
    row(name, ({ reads }) => reads[name] && both(reads[name]));
  }
  row(
    'CSV of all: first byte / complete',
    ({ csv }) => `${csv.firstByte.toFixed(0)} / ${csv.total.toFixed(0)}`,
  );
  for (const kind of ['page', 'view'] as const) {
    row(`a visitor's ${kind}, no dashboard open`, ({ visitors }) => both(visitors.alone[kind]));
    row(`a visitor's ${kind}, with 20 admins`, ({ visitors }) => both(visitors.withAdmins[kind]));
  }
  row(
    'refused visitors, without and with admins',
    ({ visitors }) => `${visitors.alone.refused} / ${visitors.withAdmins.refused}`,
  );
  row(
    'memory in MB, before dashboards / the most',
    ({ memory }) => memory && `${memory.before.toFixed(0)} / ${memory.most.toFixed(0)}`,
  );
  const slow = all.some(({ reads }) => Object.values(reads).some(({ p99 }) => p99 > MAX_P99_MS));
  say(`  the p99 of the dashboard's pages: ${slow ? 'ABOVE' : 'not above'} ${MAX_P99_MS} ms`);
  if (slow) process.exitCode = 1;
}

function say(line: string): void {
  (values.json ? process.stderr : process.stdout).write(`${line}\n`);
}
