import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS } from '../../contract/durations.ts';
import { openStorage } from '../../storage/open.ts';
import type { Storage } from '../../storage/storage.ts';
import { checkIntegrity, createTestDatabase } from '../../testing/databases/test-databases.ts';
import { Dice } from '../../testing/dice.ts';
import { require } from '../proof.ts';

const WORKER = join(import.meta.dirname, 'retention-process.ts');
const ROOT = join(import.meta.dirname, '..', '..');
const ROUNDS = 20;
const INVITERS = 200;
const ERASED_PER_ROUND = 8;
/** Each inviter has a view and a click in each of these months; in each round one more month expires. */
const MONTHS = 24;
const MONTH_MS = 31 * DAY_MS;
const FIRST = Date.UTC(2023, 0, 1);
/** Events are kept for six months, so after seven months the events of the first month have expired. */
const KEPT_MONTHS = 7;
const SEED = 10;

/**
 * Repeatedly kills a process that runs the retention and erases inviters. After each kill, checks all counters.
 *
 * @param root the folder of the program whose storage is used
 * @throws when a counter is wrong, or an inviter whose erasure was acknowledged is still stored
 */
export async function killRetention(engine: string, root = ROOT): Promise<string> {
  const database = await createTestDatabase(engine);
  try {
    const inviters = Array.from({ length: INVITERS }, (_, n) => `inviter-${n}`);
    await onStorage(database.url, 'server', (storage) => addEvents(storage, inviters));
    const dice = new Dice(SEED);
    const erased = new Set<string>();
    let fullMs = Number.POSITIVE_INFINITY;
    let inTheMiddle = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const now = FIRST + (KEPT_MONTHS + round) * MONTH_MS;
      const ids = inviters.slice(round * ERASED_PER_ROUND, (round + 1) * ERASED_PER_ROUND);
      // The first run is not killed: its duration limits the random delay before the kills.
      const killAfterMs = round === 0 ? undefined : dice.roll() * fullMs;
      const run = await clear(database.url, root, now, ids, killAfterMs);
      if (run.endedAfterMs === undefined) inTheMiddle++;
      else fullMs = Math.min(fullMs, run.endedAfterMs);
      for (const id of run.erased) erased.add(id);
      await onStorage(database.url, 'command', (storage) => judge(storage, inviters, erased));
    }
    const integrity = await checkIntegrity(database.url);
    require(integrity === 'ok', `The integrity check says ${integrity}.`);
    require(inTheMiddle > ROUNDS / 4, `Only ${inTheMiddle} retentions were killed before the end.`);
    return `${ROUNDS} retentions of ${2 * INVITERS * MONTHS} events with concurrent erasures; ${inTheMiddle} retentions were killed before their end; ${erased.size} erasures acknowledged, 0 undone; after each kill all counters equalled the log`;
  } finally {
    await database.remove();
  }
}

/**
 * Requires that stored inviters have all their counts, and that erased inviters have none. An event must count while it
 * is in the log, and still count after the retention has added it to the base.
 */
async function judge(
  { inviteEvents, inviters }: Storage,
  all: readonly string[],
  erased: ReadonlySet<string>,
): Promise<void> {
  const { differences } = await inviteEvents.recount();
  require(differences.length === 0, `${differences.length} differences: ${differences[0]}`);
  let there = 0;
  for (const id of all) {
    if (!(await inviters.find(id))) continue;
    require(!erased.has(id), `${id} is still stored, although its erasure was acknowledged.`);
    there++;
  }
  const { total } = await inviteEvents.totals();
  const expected = there * MONTHS;
  require(total.pageViews === expected, `${total.pageViews} views are counted, not ${expected}.`);
  require(total.downloads === expected, `${total.downloads} clicks are counted, not ${expected}.`);
}

async function addEvents(
  { inviters, inviteEvents }: Storage,
  ids: readonly string[],
): Promise<void> {
  const profile = { firstName: null, profileImageUrl: null };
  await inviters.putAll(ids.map((id) => ({ id, username: id, ...profile })));
  const visits = ids.flatMap((inviterId) =>
    Array.from({ length: MONTHS }, (_, month) => ({
      inviterId,
      eventId: `${inviterId}-${month}`,
      at: FIRST + month * MONTH_MS,
      excluded: undefined,
    })),
  );
  // A click without a page view also records a page view.
  await Promise.all(
    visits.map((visit) => inviteEvents.visit({ ...visit, action: 'download_clicked' })),
  );
}

interface Run {
  erased: string[];
  /** Undefined if the process was killed before its end. */
  endedAfterMs: number | undefined;
}

async function clear(
  url: string,
  root: string,
  now: number,
  ids: readonly string[],
  killAfterMs: number | undefined,
): Promise<Run> {
  const child = spawn(process.execPath, [WORKER, url, root, String(now), ...ids], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const said: string[] = [];
  const begun = Promise.withResolvers<number>();
  let ended: number | undefined;
  createInterface({ input: child.stdout }).on('line', (line) => {
    said.push(line);
    if (line === 'begins') begun.resolve(performance.now());
    if (line === 'ends') ended = performance.now();
  });
  closed.then(() => begun.reject(new Error('The retention did not begin.')));
  const start = await begun.promise;
  if (killAfterMs !== undefined) {
    await wait(killAfterMs);
    child.kill('SIGKILL');
  }
  await closed;
  return {
    erased: said.flatMap((line) => /^erased (.*)/.exec(line)?.[1] ?? []),
    endedAfterMs: ended && ended - start,
  };
}

async function onStorage(
  url: string,
  role: 'server' | 'command',
  work: (storage: Storage) => Promise<void>,
): Promise<void> {
  await using storage = await openStorage(url, role);
  await work(storage);
}
