import { type Kysely, type RawBuilder, sql } from 'kysely';
import { HOUR_MS } from '../contract/durations.ts';
import type { Engine } from './engine.ts';
import { columns, countEach, groupKey } from './invites/counters.ts';
import { type Counter, counters } from './invites/events.ts';
import { wrongMailings } from './mailings/read-mailings.ts';
import type { Database } from './schema.ts';
import { countRows } from './tables.ts';
import { wrongStates } from './waitlist/check-states.ts';

export interface Recount {
  /** How many events of the log were counted. */
  events: number;
  /** How many sign-ups count for inviters, those of the base included. */
  signUps: number;
  /** A sentence for each counter that differs from its recount, and for each inviter with more downloads than views. */
  differences: string[];
}

type Column = Counter | 'sign_ups';

const BASE_AND_LOG = 'its base plus the log';
const nameOf = (key: number) => `the inviter with key ${key}`;
/** One number for the key of an inviter and a day, and one for a day and an hour. */
const DAYS = 1_000_000;
const HOURS = 24;
const sums = sql.join(counters.map((of) => sql`sum(${sql.ref(of)}) AS ${sql.ref(of)}`));

/**
 * Compares, on one snapshot of the database: the counters of inviters and of days with their base plus the log, the
 * inviters' days and the hours with the log, the total with the sum of the inviters' counters, and the counts of sign-ups with their base plus `sign_up_ref`. Also
 * checks the states of the waitlist, and the sums of mailings.
 */
export function recount(engine: Engine): Promise<Recount> {
  // An erased inviter has rows in the log until the next retention, but no counters.
  const listed = sql`WHERE k NOT IN (SELECT inviter_key FROM erased_inviter)`;
  const wholeDay = sql`day > (SELECT coalesce(max(day), -1) FROM day_base)`;
  return engine.snapshot(async (db) => {
    const comparisons: [
      readonly Column[],
      typeof nameOf,
      RawBuilder<unknown>,
      RawBuilder<unknown>,
      string,
    ][] = [
      [
        counters,
        nameOf,
        sql`SELECT inviter_key AS k, ${columns} FROM inviter_total`,
        baseAndLog('inviter_base', 'inviter_key', listed),
        BASE_AND_LOG,
      ],
      [
        counters,
        (day) => `day ${day}`,
        sql`SELECT day AS k, ${sums} FROM day_total GROUP BY 1`,
        baseAndLog('day_base', 'day'),
        BASE_AND_LOG,
      ],
      [
        counters,
        (k) => `day ${k % DAYS} of ${nameOf(Math.floor(k / DAYS))}`,
        sql`SELECT inviter_key * CAST(${sql.lit(DAYS)} AS bigint) + day AS k, ${columns} FROM (
            SELECT inviter_day.inviter_key, day, ${untilNextDay()} FROM inviter_day
            JOIN inviter_total ON inviter_total.inviter_key = inviter_day.inviter_key
            WINDOW days AS (PARTITION BY inviter_day.inviter_key ORDER BY day)
          ) AS days WHERE ${wholeDay}`,
        sql`SELECT inviter_key * CAST(${sql.lit(DAYS)} AS bigint) + day AS k, ${columns} FROM (
            SELECT inviter_key, ${groupKey('day')} AS day, ${countEach()} FROM invite_event GROUP BY 1, 2
          ) AS logged WHERE ${wholeDay}
            AND inviter_key NOT IN (SELECT inviter_key FROM erased_inviter)`,
        'the log',
      ],
      [
        counters,
        (k) => `hour ${k % HOURS} of day ${Math.floor(k / HOURS)}`,
        sql`SELECT day * ${sql.lit(HOURS)} + slot AS k, ${columns} FROM day_total
          WHERE ${wholeDay}`,
        sql`SELECT k, ${columns} FROM (
            SELECT at / ${sql.lit(HOUR_MS)} AS k, ${groupKey('day')} AS day, ${countEach()}
            FROM invite_event GROUP BY 1, 2
          ) AS logged WHERE ${wholeDay}`,
        'the log',
      ],
      [
        counters,
        () => 'all inviters',
        sql`SELECT 0 AS k, ${sums} FROM total`,
        sql`SELECT 0 AS k, ${sums} FROM inviter_total`,
        'the counters of the inviters',
      ],
      // Rows of `app_invite` are never deleted by age, so these counts need no base.
      [
        ['invites_sent', 'invites_accepted'],
        nameOf,
        sql`SELECT inviter_key AS k, invites_sent, invites_accepted FROM inviter_total`,
        sql`SELECT inviter_key AS k, count(*) AS invites_sent, sum(accepted) AS invites_accepted
          FROM app_invite GROUP BY 1`,
        'the table app_invite',
      ],
      [
        ['sign_ups'],
        nameOf,
        sql`SELECT inviter_key AS k, sign_ups FROM inviter_total`,
        sql`SELECT k, sum(n) AS sign_ups FROM (
            SELECT inviter_key AS k, count(*) AS n FROM sign_up_ref WHERE counted = 1 GROUP BY 1
            UNION ALL SELECT inviter_key, sign_ups FROM inviter_base
          ) AS parts GROUP BY k`,
        'its base plus the table sign_up_ref',
      ],
    ];
    const compared: string[][] = [];
    for (const comparison of comparisons) compared.push(await compare(db, ...comparison));
    const differences = compared.flat();
    differences.push(...(await moreDownloadsThanViews(db)));
    differences.push(...(await wrongStates(db)), ...(await wrongMailings(db)));
    const { rows: counted } = await sql<{ n: number | null }>`
      SELECT sum(sign_ups) AS n FROM inviter_total`.execute(db);
    const signUps = Number(counted[0]?.n ?? 0);
    return { events: await countRows(db, ['invite_event']), signUps, differences };
  });
}

/** The counts of a row of `inviter_day`: the difference to the next one, or to the inviter's counters. */
function untilNextDay(): RawBuilder<unknown> {
  const counts = counters.map((counter) => {
    const [begun, now] = [sql.ref(`inviter_day.${counter}`), sql.ref(`inviter_total.${counter}`)];
    return sql`lead(${begun}, 1, ${now}) OVER days - ${begun} AS ${sql.ref(counter)}`;
  });
  return sql.join(counts);
}

function baseAndLog(
  base: 'inviter_base' | 'day_base',
  key: 'inviter_key' | 'day',
  where = sql``,
): RawBuilder<unknown> {
  return sql`
    SELECT k, ${sums} FROM (
      SELECT ${groupKey(key)} AS k, ${countEach()} FROM invite_event GROUP BY 1
      UNION ALL SELECT ${sql.ref(key)}, ${columns} FROM ${sql.table(base)}
    ) AS parts ${where} GROUP BY k`;
}

/**
 * @param compared the columns that are compared
 * @param counted a query for the counts of each `k`
 * @param source what the expected counts were computed from, as the end of a sentence
 */
async function compare(
  db: Kysely<Database>,
  compared: readonly Column[],
  whose: (key: number) => string,
  counted: RawBuilder<unknown>,
  expected: RawBuilder<unknown>,
  source: string,
): Promise<string[]> {
  const pairs = compared.map((counter) => ({
    counter: sql.ref(counter),
    is: sql.ref(`is_${counter}`),
    shouldBe: sql.ref(`expected_${counter}`),
  }));
  const each = (part: (pair: (typeof pairs)[number]) => RawBuilder<unknown>, separator = sql`, `) =>
    sql.join(pairs.map(part), separator);
  // Not a FULL JOIN, which would need an index: without one SQLite reads all of one side for each row of the other.
  const { rows } = await sql<{ k: number } & Record<`is_${Column}` | `expected_${Column}`, number>>`
    SELECT k, ${each(({ is, shouldBe }) => sql`sum(${is}) AS ${is}, sum(${shouldBe}) AS ${shouldBe}`)}
    FROM (
      SELECT k, ${each(({ counter, is, shouldBe }) => sql`${counter} AS ${is}, 0 AS ${shouldBe}`)}
      FROM (${counted}) AS counted
      UNION ALL SELECT k, ${each(({ counter }) => sql`0, ${counter}`)} FROM (${expected}) AS expected
    ) AS both_sides GROUP BY k
    HAVING ${each(({ is, shouldBe }) => sql`sum(${is}) <> sum(${shouldBe})`, sql` OR `)} ORDER BY k
  `.execute(db);
  return rows.flatMap((row) =>
    compared.flatMap((counter) => {
      const [is, shouldBe] = [Number(row[`is_${counter}`]), Number(row[`expected_${counter}`])];
      if (is === shouldBe) return [];
      return [`${counter} of ${whose(row.k)} is ${is}, but should be ${shouldBe} by ${source}.`];
    }),
  );
}

/** A click without a page view counts one, so there are none: see `addMissingViews`. */
async function moreDownloadsThanViews(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('inviter_total')
    .select(['inviter_key', 'page_views', 'downloads'])
    .whereRef('downloads', '>', 'page_views')
    .orderBy('inviter_key')
    .execute();
  return rows.map(
    ({ inviter_key, page_views, downloads }) =>
      `downloads of ${nameOf(inviter_key)} is ${downloads}, but page_views is only ${page_views}. The next event of this inviter adds the missing page views.`,
  );
}
