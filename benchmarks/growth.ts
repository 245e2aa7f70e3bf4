/**
 * `npm run bench:growth`: fills databases with events of inviters, and measures on each how long the pages of the
 * dashboard take, and how long visitors wait for a page, alone and while 20 admins read.
 *
 *   npm run bench:growth                              each engine: a usual site, and the largest that is expected
 *   npm run bench:growth -- SQLite 1e5/1e4            one engine, 10^5 events of 10^4 inviters
 */
import { Console } from 'node:console';
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '../contract/calls.ts';
import { openStorage } from '../storage/open.ts';
import { testEngines } from '../testing/databases/test-databases.ts';
import type { TestEngine } from '../testing/databases/test-engine.ts';
import { startServer } from '../testing/server-process.ts';
import { signIn } from '../testing/signed-in.ts';
import { fillEvents } from './fill-events.ts';

const SIZES = ['1e6/1e3', '1e7/1e5'];
/** At most so many reads of each kind, and none after so long. */
const READS = 300;
const READ_FOR_MS = 30_000;
const ADMINS = 20;
/** The mean pause of an admin between two requests. A dashboard sends at most one a second. */
const ADMIN_PAUSE_MS = 1_000;
const ADMIN = '+15550001111';

/** The `n`-th query string of each kind. All differ, so that no answer is cached. */
const questions: Readonly<Record<string, (n: number, inviters: number) => string>> = {
  'by views': (n) => `offset=${n}`,
  'by views, rising': (n) => `offset=${n}&order=asc`,
  'by conversion rate': (n) => `offset=${n}&sort=webConversionRate`,
  'by name': (n) => `offset=${n}&sort=username&order=asc`,
  'a page in the middle': (n, inviters) => `offset=${inviters / 2 + n}`,
  'the last pages by name': (n, inviters) =>
    `offset=${inviters - READS + n}&sort=username&order=asc`,
  'of today': (n) => `offset=${n % 100}&range=today`,
  'of 91 days': (n) => `offset=${n}&range=91`,
  'of 91 days, search': (n) => `search=a&offset=${n}&range=91`,
  'search, few found': (n) => `search=venzo&offset=${n}`,
  'search, most found, by name': (n) => `search=a&sort=username&offset=${n}`,
};

const words = process.argv.slice(2);
const sizes = words.filter((word) => word.includes('/'));
const engines = testEngines.filter(({ name }) => words.includes(name));
if (sizes.length + engines.length < words.length)
  throw new Error(`Name sizes such as ${SIZES[0]} and ${testEngines.map(({ name }) => name)}.`);
for (const engine of engines.length > 0 ? engines : testEngines) {
  const table: Record<string, Record<string, string>> = {};
  for (const size of sizes.length > 0 ? sizes : SIZES) {
    const [events = 0, inviters = 0] = size.split('/').map(Number);
    process.stdout.write(`${engine.name}: ${events} events of ${inviters} inviters …\n`);
    for (const [name, took] of Object.entries(await measureSize(engine, events, inviters)))
      table[name] = { ...table[name], [`${size}, p50 / p99 ms`]: inWords(took) };
  }
  new Console(process.stdout).table(table);
}

async function measureSize(
  engine: TestEngine,
  events: number,
  inviters: number,
): Promise<Record<string, number[]>> {
  await using database = await engine.createDurable();
  const { url } = database;
  await fillEvents(url, inviters, events);
  for (const each of engine.settle) await engine.query(url, each);
  await using server = await startServer({ env: { RATE_LIMITS: 'off', DATABASE_URL: url } });
  const ask = await signInAdmin(server);
  const figures: Record<string, number[]> = {};
  for (const [name, pageOf] of Object.entries(questions))
    figures[name] = await times((n) => ask(pageOf(n, inviters)));
  const visit = () => get(`${server.url}/`, {});
  figures['a visitor’s page, no dashboard open'] = await times(visit);
  const over = new AbortController();
  const admins = Array.from({ length: ADMINS }, async (_, admin) => {
    const pages = Object.values(questions);
    for (let n = READS; !over.signal.aborted; n++) {
      await wait(ADMIN_PAUSE_MS * Math.random() * 2);
      await ask(pages[(admin + n) % pages.length]?.(n, inviters) ?? '');
    }
  });
  figures[`a visitor’s page, with ${ADMINS} admins`] = await times(visit, 20);
  over.abort();
  await Promise.all(admins);
  return figures;
}

/** @returns a function that requests a page of an admin's dashboard */
async function signInAdmin(server: { url: string; databaseUrl: string }) {
  await using storage = await openStorage(server.databaseUrl, 'command');
  await storage.admins.add(ADMIN, Date.now());
  const { userId, headers } = await signIn({ storage, clock: Date.now, https: false }, ADMIN);
  const address = `${server.url}${calls.getAnalytics.path}?userId=${userId}&limit=100&`;
  return (page: string) => get(address + page, headers);
}

async function get(address: string, headers: Record<string, string>): Promise<void> {
  const response = await fetch(address, { headers });
  if (!response.ok) throw new Error(`Answered ${response.status}.`);
  await response.arrayBuffer();
}

/** @returns the milliseconds that requests took, one after another, sorted */
async function times(request: (n: number) => Promise<void>, pauseMs = 0): Promise<number[]> {
  const took: number[] = [];
  const until = performance.now() + READ_FOR_MS;
  for (let n = 0; n < READS && performance.now() < until; n++) {
    const begun = performance.now();
    await request(n);
    took.push(performance.now() - begun);
    if (pauseMs) await wait(pauseMs);
  }
  return took.sort((a, b) => a - b);
}

function inWords(took: readonly number[]): string {
  const share = (part: number) => took[Math.floor(took.length * part)]?.toFixed(1);
  return `${share(0.5)} / ${share(0.99)}`;
}
