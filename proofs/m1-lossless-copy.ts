import { DAY_MS } from '../contract/durations.ts';
import { openEngine } from '../storage/engines/choose-engine.ts';
import { digestTable, type TableDigest } from '../storage/moving/table-digest.ts';
import { openStorage } from '../storage/open.ts';
import { movedTables } from '../storage/tables.ts';
import { createPostgres } from '../testing/databases/postgres-process.ts';
import { createSqliteDatabase } from '../testing/databases/sqlite-test-engine.ts';
import { query } from '../testing/databases/test-databases.ts';
import { impromptu } from './impromptu.ts';
import { expectFailure, type Proof, require } from './proof.ts';

const EVENTS = 1_000_000;
const INVITERS = 1_000;
const DAYS = 170;
/** Below the limit of writes that may wait in the storage. */
const AT_ONCE = 5_000;
const MOST_SECONDS = 60;

export const losslessCopy: Proof = {
  id: 'M1',
  promise:
    'A database with a million events is copied to the other engine and back, and every row is the same afterwards.',
  run: () => thereAndBack(EVENTS),
  control: {
    without: 'an unchanged copy: one name in the copy is changed',
    run: () =>
      expectFailure(/^The rows of \w+ differ\.$/, () =>
        thereAndBack(AT_ONCE, (copy) =>
          query(copy, "UPDATE inviter SET username = 'another' WHERE user_id = 'user-0'"),
        ),
      ),
  },
};

/** @param spoil changes the copy before it is copied back */
async function thereAndBack(
  events: number,
  spoil: (copy: string) => Promise<unknown> = async () => {},
): Promise<string> {
  const first = await createSqliteDatabase();
  const last = await createSqliteDatabase();
  const server = await createPostgres({ durable: true });
  await server.start();
  const between = server.urlOf('postgres');
  try {
    await fill(first.url, events);
    const there = await timed(() => impromptu('', 'copy', '--from', first.url, '--to', between));
    await spoil(between);
    const back = await timed(() => impromptu('', 'copy', '--from', between, '--to', last.url));
    const rows = await compare(first.url, last.url);
    await impromptu(last.url, 'recount');
    const slowest = Math.max(there, back);
    require(slowest < MOST_SECONDS, `One copy took ${slowest.toFixed(1)} s.`);
    return `${events.toLocaleString('en')} events, ${rows.toLocaleString('en')} rows in all: copied in ${there.toFixed(1)} s, copied back in ${back.toFixed(1)} s, every table is equal, all counters equal the log`;
  } finally {
    await server.remove();
    await first.remove();
    await last.remove();
  }
}

async function fill(url: string, events: number): Promise<void> {
  const storage = await openStorage(url, 'server');
  for (let n = 0; n < INVITERS; n++) {
    const profile = { username: `user_${n}`, firstName: `名${n}`, profileImageUrl: null };
    await storage.inviters.put({ id: `user-${n}`, ...profile });
  }
  const begin = Date.now() - DAYS * DAY_MS;
  for (let from = 0; from < events; from += AT_ONCE) {
    const visits = Array.from({ length: AT_ONCE }, (_, index) => {
      const n = from + index;
      const at = begin + Math.floor((n / events) * DAYS * DAY_MS);
      return storage.inviteEvents.visit({
        inviterId: `user-${n % INVITERS}`,
        action: 'page_view',
        eventId: `${at.toString(36)}-${n}`,
        at,
        excluded: undefined,
      });
    });
    await Promise.all(visits);
  }
  await storage.close();
}

/** @returns how many rows there are in all */
async function compare(one: string, other: string): Promise<number> {
  const [here, there] = [await digestAll(one), await digestAll(other)];
  for (const [index, table] of movedTables.entries()) {
    const sent = here[index];
    const arrived = there[index];
    require(!!sent && !!arrived?.equals(sent), `The rows of ${table} differ.`);
  }
  return here.reduce((rows, digest) => rows + digest.rows, 0);
}

async function digestAll(url: string): Promise<TableDigest[]> {
  const engine = await openEngine(url, 'command');
  const digests: TableDigest[] = [];
  for (const table of movedTables) digests.push(await digestTable(engine.db, table));
  await engine.close();
  return digests;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1_000;
}
