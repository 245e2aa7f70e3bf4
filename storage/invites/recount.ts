import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { onOneState } from '../engine.ts';
import { type Counts, counters, noCounts } from '../events.ts';
import { countEach, groupKey } from './totals.ts';

export interface Recount {
  /** How many events of the log were counted. */
  events: number;
  /** A sentence for each counter that differs from its recount, and for each inviter with more downloads than views. */
  differences: string[];
}

/** Counts for each key of an inviter, each day, or each shard (`slot`) of the total. */
type Tally = Map<number, Counts>;

const BASE_AND_LOG = 'its base plus the log';
const nameOf = (key: number) => `the inviter with key ${key}`;

/**
 * Compares the counters of inviters and of days with their base plus the log, and the total with the sum of the
 * inviters' counters, on one snapshot of the database.
 */
export function recount(database: Kysely<Database>): Promise<Recount> {
  return onOneState(database, async (db) => {
    const log = await countLog(db, 'inviter_key');
    const inviters = await readTally(db, 'inviter_total', 'inviter_key');
    const expectedInviters = plus(log, await readTally(db, 'inviter_base', 'inviter_key'));
    // An erased inviter has rows in the log until the next retention, but no counters.
    for (const { inviter_key } of await db.selectFrom('erased_inviter').selectAll().execute()) {
      expectedInviters.delete(inviter_key);
    }
    const days = await readTally(db, 'day_total', 'day');
    const expectedDays = plus(await countLog(db, 'day'), await readTally(db, 'day_base', 'day'));
    const total = await readTally(db, 'total', 'slot');
    return {
      events: Object.values(sumOf(log)).reduce((sum, count) => sum + count, 0),
      differences: [
        ...compare(nameOf, inviters, expectedInviters, BASE_AND_LOG),
        ...compare((day) => `day ${day}`, days, expectedDays, BASE_AND_LOG),
        ...compare(
          () => 'all inviters',
          new Map([[0, sumOf(total)]]),
          new Map([[0, sumOf(inviters)]]),
          'the counters of the inviters',
        ),
        ...compare(
          nameOf,
          onlyAppInvites(inviters),
          await countAppInvites(db),
          'the table app_invite',
        ),
        ...moreDownloadsThanViews(inviters),
      ],
    };
  });
}

/**
 * Before migration 008-brought-views an inviter got more downloads than page views when clicks used the event ids of
 * another inviter's views.
 */
function moreDownloadsThanViews(inviters: Tally): string[] {
  return [...inviters]
    .filter(([, { page_views, downloads }]) => downloads > page_views)
    .map(
      ([key, { page_views, downloads }]) =>
        `downloads of ${nameOf(key)} is ${downloads}, but page_views is only ${page_views}. The next event of this inviter adds the missing page views.`,
    );
}

/** Rows of `app_invite` are never deleted by age, so these counts need no base. */
async function countAppInvites(db: Kysely<Database>): Promise<Tally> {
  const { rows } = await sql<Row>`
    SELECT inviter_key AS tallied, count(*) AS invites_sent, sum(accepted) AS invites_accepted
    FROM app_invite GROUP BY 1`.execute(db);
  return asTally(rows);
}

function onlyAppInvites(inviters: Tally): Tally {
  const entries = [...inviters].map(([key, counts]): [number, Counts] => [
    key,
    { ...counts, page_views: 0, downloads: 0 },
  ]);
  return new Map(entries.filter(([, counts]) => counts.invites_sent + counts.invites_accepted > 0));
}

async function countLog(db: Kysely<Database>, key: 'inviter_key' | 'day'): Promise<Tally> {
  const { rows } = await sql<Row>`
    SELECT ${groupKey(key)} AS tallied, ${countEach()} FROM invite_event GROUP BY 1`.execute(db);
  return asTally(rows);
}

async function readTally(
  db: Kysely<Database>,
  table: 'inviter_total' | 'inviter_base' | 'day_total' | 'day_base' | 'total',
  key: 'inviter_key' | 'day' | 'slot',
): Promise<Tally> {
  const sums = sql.join(counters.map((of) => sql`sum(${sql.ref(of)}) AS ${sql.ref(of)}`));
  const { rows } = await sql<Row>`
    SELECT ${sql.ref(key)} AS tallied, ${sums} FROM ${sql.table(table)} GROUP BY 1`.execute(db);
  return asTally(rows);
}

type Row = { tallied: number } & Partial<Counts>;

function asTally(rows: readonly Row[]): Tally {
  return new Map(
    rows.map(({ tallied, ...counts }) => [Number(tallied), plusCounts(noCounts, counts)]),
  );
}

function plus(one: Tally, other: Tally): Tally {
  const sums = new Map(one);
  for (const [key, counts] of other) sums.set(key, plusCounts(sums.get(key) ?? noCounts, counts));
  return sums;
}

function sumOf(tally: Tally): Counts {
  return [...tally.values()].reduce(plusCounts, noCounts);
}

function plusCounts(one: Counts, other: Partial<Counts>): Counts {
  const sums = { ...one };
  for (const counter of counters) sums[counter] += Number(other[counter] ?? 0);
  return sums;
}

/** @param source what the expected counts were computed from, as the end of a sentence */
function compare(
  whose: (key: number) => string,
  counted: Tally,
  expected: Tally,
  source: string,
): string[] {
  const keys = [...new Set([...counted.keys(), ...expected.keys()])];
  return keys.flatMap((key) =>
    counters.flatMap((counter) => {
      const is = counted.get(key)?.[counter] ?? 0;
      const shouldBe = expected.get(key)?.[counter] ?? 0;
      if (is === shouldBe) return [];
      return [`${counter} of ${whose(key)} is ${is}, but should be ${shouldBe} by ${source}.`];
    }),
  );
}
