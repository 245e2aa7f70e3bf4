import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import type { Engine } from '../engine.ts';
import { counters } from '../invites/events.ts';
import type { InviteTotals } from '../invites/invite-events.ts';
import type { Database } from '../schema.ts';
import { signUpCounts } from '../waitlist/sign-up-refs.ts';

/** Whole days since 1970 (UTC), the last one included; without `to` up to now. */
export interface DaySpan {
  from: number;
  to?: number | undefined;
}

export interface DayStats {
  day: number;
  pageViews: number;
  downloads: number;
}

export type Sums = InviteTotals['total'];

export const NONE: Sums = { pageViews: 0, downloads: 0, appInvitesSent: 0, acceptedInvites: 0 };
/** Later than any event. */
export const LAST_DAY = 99_999;

/**
 * The counts of some days together.
 *
 * @param hours how many hours of the last day are counted
 */
export async function readSums(
  db: Kysely<Database>,
  { from, to }: Required<DaySpan>,
  hours: number,
): Promise<Sums> {
  const days = sql`day >= ${from} AND (day < ${to} OR day = ${to} AND slot < ${hours})`;
  const { rows } = await sql<Sums>`SELECT ${summed} FROM day_total WHERE ${days}`.execute(db);
  return rows[0] ?? NONE;
}

/** @param day the expression that is the column `day` of the result */
export async function readDays(
  db: Kysely<Database>,
  day: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
): Promise<DayStats[]> {
  const { rows: days } = await sql<DayStats>`
    SELECT ${day} AS day, sum(page_views) AS "pageViews", sum(downloads) AS downloads
    FROM day_total WHERE ${rows} GROUP BY ${day} ORDER BY 1`.execute(db);
  return days;
}

export function readHours(db: Kysely<Database>, day: number): Promise<DayStats[]> {
  return readDays(db, sql`slot`, sql`day = ${day}`);
}

/** The counters of the inviters who have any: of all time, or of some days (see `inviter_day`). */
export function countersOf(
  days: DaySpan | undefined,
  hasLateralJoins: Engine['hasLateralJoins'],
): RawBuilder<unknown> {
  if (!days) return sql`inviter_total`;
  const { from, to } = days;
  const begin = hasLateralJoins ? joinBegin : joinBeginByDay;
  const ended = to === undefined ? sql`` : begin(to + 1, 'ended');
  const each = counters.map((counter) => {
    const now = sql.ref(`inviter_total.${counter}`);
    const atEnd = to === undefined ? now : sql`coalesce(${sql.ref(`ended.${counter}`)}, ${now})`;
    return sql`${atEnd} - coalesce(${sql.ref(`begun.${counter}`)}, ${now}) AS ${sql.ref(counter)}`;
  });
  const until = sql.lit(((to ?? LAST_DAY) + 1) * DAY_MS);
  return sql`(
    SELECT * FROM (
      SELECT inviter_total.inviter_key, ${sql.join(each)}, coalesce(signed.up, 0) AS sign_ups
      FROM inviter_total ${begin(from, 'begun')} ${ended}
      LEFT JOIN (
        SELECT inviter_key, count(*) AS up FROM sign_up_ref
        WHERE counted = ${sql.lit(signUpCounts.now)} AND at >= ${sql.lit(from * DAY_MS)} AND at < ${until}
        GROUP BY inviter_key
      ) AS signed ON signed.inviter_key = inviter_total.inviter_key
    ) AS counted WHERE ${sql.join(
      [...counters, 'sign_ups'].map((one) => sql.ref(one)),
      sql` + `,
    )} > 0
  ) AS inviter_total`;
}

/** Joins what the counters of an inviter were at the beginning of a day: nothing, if no event was counted since then. */
function joinBegin(day: number, name: 'begun' | 'ended'): RawBuilder<unknown> {
  return sql`LEFT JOIN LATERAL (${since(day, sql`*`)}) AS ${sql.table(name)} ON true`;
}

function joinBeginByDay(day: number, name: 'begun' | 'ended'): RawBuilder<unknown> {
  const found = sql.table(name);
  return sql`
    LEFT JOIN inviter_day AS ${found} ON ${found}.inviter_key = inviter_total.inviter_key
      AND ${found}.day = (${since(day, sql`day`)})`;
}

function since(day: number, selected: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    SELECT ${selected} FROM inviter_day
    WHERE inviter_key = inviter_total.inviter_key AND day >= ${sql.lit(day)} ORDER BY day LIMIT 1`;
}

export const summed = sql.join([
  ...[
    sql`coalesce(sum(page_views), 0) AS "pageViews"`,
    sql`coalesce(sum(downloads), 0) AS downloads`,
  ],
  sql`coalesce(sum(invites_sent), 0) AS "appInvitesSent"`,
  sql`coalesce(sum(invites_accepted), 0) AS "acceptedInvites"`,
]);
