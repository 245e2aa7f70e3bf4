import { type Kysely, type RawBuilder, sql } from 'kysely';
import { HOURS_OF_DAY } from '../contract/durations.ts';
import type { Engine } from './engine.ts';
import {
  columns,
  countEach,
  counters,
  dayOfEvent,
  hourOfEvent,
  OLDER,
  type Summed,
} from './invites/counters.ts';
import { wrongMailings } from './mailings/read-mailings.ts';
import type { Database } from './schema.ts';
import { countRows } from './tables.ts';
import { wrongStates } from './waitlist/check-states.ts';

export interface Recount {
  /** How many events of the log were counted. */
  events: number;
  /** How many sign-ups count for inviters. */
  signUps: number;
  /** A sentence for each counter that differs from its recount, and for each inviter with more downloads than views. */
  differences: string[];
}

const nameOfInviter = (key: number) => `the inviter with key ${key}`;
/** More than the highest key of an inviter, so that a day and a key fit into one number. */
const KEYS = 2 ** 32;
const sumOf = (column: Summed) => sql`sum(${sql.ref(column)}) AS ${sql.ref(column)}`;
const sums = sql.join(counters.map(sumOf));
const older = sql.lit(OLDER);
const byDay = (day: RawBuilder<unknown>) =>
  sql`${day} * CAST(${sql.lit(KEYS)} AS bigint) + inviter_key AS k`;
const nameOfDay = (k: number) => `day ${Math.floor(k / KEYS)} of ${nameOfInviter(k % KEYS)}`;

interface Comparison {
  /** The columns that are compared. */
  readonly columns: readonly Summed[];
  /** Names what has a key `k`, for a sentence. */
  readonly nameOf: (k: number) => string;
  /** A query for the stored sums of each `k`. */
  readonly stored: RawBuilder<unknown>;
  /** A query for the sums that each `k` should have. */
  readonly expected: RawBuilder<unknown>;
  /** What the expected sums were computed from, as the end of a sentence. */
  readonly source: string;
}

/**
 * Compares, on one snapshot of the database: the days of inviters and the hours of all with the log, the days' sign-ups
 * with `sign_up_ref`, the sums of an inviter in all with those of the inviter's days, and the sums of all hours with
 * those of all inviters. Also checks the states of the waitlist, and the sums of mailings.
 */
export function recount(engine: Engine): Promise<Recount> {
  // An erased inviter has rows in the log until the next retention, but no sums.
  const log = sql`
    invite_event WHERE inviter_key NOT IN (SELECT inviter_key FROM erased_inviter) GROUP BY 1`;
  return engine.snapshot(async (db) => {
    const comparisons: readonly Comparison[] = [
      {
        columns: counters,
        nameOf: nameOfDay,
        stored: sql`SELECT ${byDay(sql.ref('day'))}, ${columns} FROM inviter_day WHERE day > ${older}`,
        expected: sql`SELECT ${byDay(dayOfEvent)}, ${countEach()} FROM ${log}`,
        source: 'the log',
      },
      {
        columns: ['sign_ups'],
        nameOf: nameOfDay,
        stored: sql`SELECT ${byDay(sql.ref('day'))}, sign_ups FROM inviter_day WHERE day > ${older}`,
        expected: sql`SELECT ${byDay(dayOfEvent)}, count(*) AS sign_ups
          FROM sign_up_ref WHERE counted = 1 GROUP BY 1`,
        source: 'the table sign_up_ref',
      },
      {
        columns: counters,
        nameOf: (k) => `hour ${k % HOURS_OF_DAY} of day ${Math.floor(k / HOURS_OF_DAY)}`,
        stored: sql`SELECT hour AS k, ${columns} FROM hour_total WHERE hour > ${older}`,
        expected: sql`SELECT ${hourOfEvent} AS k, ${countEach()} FROM ${log}`,
        source: 'the log',
      },
      {
        columns: [...counters, 'sign_ups'],
        nameOf: nameOfInviter,
        stored: sql`SELECT inviter_key AS k, ${columns}, sign_ups FROM inviter_total`,
        expected: sql`SELECT inviter_key AS k, ${sums}, ${sumOf('sign_ups')} FROM inviter_day GROUP BY 1`,
        source: 'the days of the inviter',
      },
      {
        columns: counters,
        nameOf: () => 'all inviters',
        stored: sql`SELECT 0 AS k, ${sums} FROM hour_total`,
        expected: sql`SELECT 0 AS k, ${sums} FROM inviter_total`,
        source: 'the sums of the inviters',
      },
      // Rows of `app_invite` are never deleted by age, so these are the counts of all time.
      {
        columns: ['invites_sent', 'invites_accepted'],
        nameOf: nameOfInviter,
        stored: sql`SELECT inviter_key AS k, invites_sent, invites_accepted FROM inviter_total`,
        expected: sql`SELECT inviter_key AS k, count(*) AS invites_sent, sum(accepted) AS invites_accepted
          FROM app_invite GROUP BY 1`,
        source: 'the table app_invite',
      },
    ];
    const differences: string[] = [];
    for (const comparison of comparisons) differences.push(...(await compare(db, comparison)));
    differences.push(...(await moreDownloadsThanViews(db)));
    differences.push(...(await wrongStates(db)), ...(await wrongMailings(db)));
    const { rows: counted } = await sql<{ n: number | null }>`
      SELECT sum(sign_ups) AS n FROM inviter_total`.execute(db);
    const signUps = Number(counted[0]?.n ?? 0);
    return { events: await countRows(db, ['invite_event']), signUps, differences };
  });
}

async function compare(
  db: Kysely<Database>,
  { columns, nameOf, stored, expected, source }: Comparison,
): Promise<string[]> {
  const pairs = columns.map((counter) => ({
    counter: sql.ref(counter),
    is: sql.ref(`is_${counter}`),
    shouldBe: sql.ref(`expected_${counter}`),
  }));
  const each = (part: (pair: (typeof pairs)[number]) => RawBuilder<unknown>, separator = sql`, `) =>
    sql.join(pairs.map(part), separator);
  // Not a FULL JOIN, which would need an index: without one an engine reads all of one side for each row of the other.
  const { rows } = await sql<{ k: number } & Record<`is_${Summed}` | `expected_${Summed}`, number>>`
    SELECT k, ${each(({ is, shouldBe }) => sql`sum(${is}) AS ${is}, sum(${shouldBe}) AS ${shouldBe}`)}
    FROM (
      SELECT k, ${each(({ counter, is, shouldBe }) => sql`${counter} AS ${is}, 0 AS ${shouldBe}`)}
      FROM (${stored}) AS stored
      UNION ALL SELECT k, ${each(({ counter }) => sql`0, ${counter}`)} FROM (${expected}) AS expected
    ) AS both_sides GROUP BY k
    HAVING ${each(({ is, shouldBe }) => sql`sum(${is}) <> sum(${shouldBe})`, sql` OR `)} ORDER BY k
  `.execute(db);
  return rows.flatMap((row) =>
    columns.flatMap((counter) => {
      const [is, shouldBe] = [Number(row[`is_${counter}`]), Number(row[`expected_${counter}`])];
      if (is === shouldBe) return [];
      return [`${counter} of ${nameOf(row.k)} is ${is}, but should be ${shouldBe} by ${source}.`];
    }),
  );
}

/** There are none, because `addEvents` adds the page views that are missing. */
async function moreDownloadsThanViews(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('inviter_total')
    .select(['inviter_key', 'page_views', 'downloads'])
    .whereRef('downloads', '>', 'page_views')
    .orderBy('inviter_key')
    .execute();
  return rows.map(
    ({ inviter_key, page_views, downloads }) =>
      `downloads of ${nameOfInviter(inviter_key)} is ${downloads}, but page_views is only ${page_views}. The next event of this inviter adds the missing page views.`,
  );
}
