import { type Kysely, type RawBuilder, sql } from 'kysely';
import { HOURS_OF_DAY } from '../../contract/durations.ts';
import { counters } from '../invites/counters.ts';
import type { InviteTotals } from '../invites/invite-events.ts';
import type { Database } from '../schema.ts';

/** Whole days since 1970 (UTC), the last one included. */
export interface DaySpan {
  from: number;
  to: number;
}

export interface DayStats {
  day: number;
  pageViews: number;
  downloads: number;
}

export type Sums = InviteTotals['total'];

const NONE: Sums = { pageViews: 0, downloads: 0, appInvitesSent: 0, acceptedInvites: 0 };

/**
 * The counts of some days together.
 *
 * @param hours how many hours of the last day are counted
 */
export async function readSums(
  db: Kysely<Database>,
  { from, to }: DaySpan,
  hours: number = HOURS_OF_DAY,
): Promise<Sums> {
  const { rows } = await sql<Sums>`
    SELECT coalesce(sum(page_views), 0) AS "pageViews", coalesce(sum(downloads), 0) AS downloads,
      coalesce(sum(invites_sent), 0) AS "appInvitesSent",
      coalesce(sum(invites_accepted), 0) AS "acceptedInvites"
    FROM hour_total
    WHERE hour >= ${from * HOURS_OF_DAY} AND hour < ${to * HOURS_OF_DAY + hours}`.execute(db);
  return rows[0] ?? NONE;
}

/** The counts of each day. Days without events are missing. */
export async function readDays(db: Kysely<Database>, days: DaySpan): Promise<DayStats[]> {
  return await addUp(db, days, sql`hour / ${sql.lit(HOURS_OF_DAY)}`);
}

/** The counts of each hour of a day, from 0, as `day`. Hours without events are missing. */
export async function readHours(db: Kysely<Database>, day: number): Promise<DayStats[]> {
  return await addUp(db, { from: day, to: day }, sql`hour % ${sql.lit(HOURS_OF_DAY)}`);
}

/** @param time the expression by which hours are added up */
async function addUp(
  db: Kysely<Database>,
  { from, to }: DaySpan,
  time: RawBuilder<unknown>,
): Promise<DayStats[]> {
  const { rows } = await sql<DayStats>`
    SELECT ${time} AS day, sum(page_views) AS "pageViews", sum(downloads) AS downloads
    FROM hour_total WHERE hour >= ${from * HOURS_OF_DAY} AND hour < ${(to + 1) * HOURS_OF_DAY}
    GROUP BY 1 ORDER BY 1`.execute(db);
  return rows;
}

/** The columns of `inviter_total`, counted on some days, of the inviters who have anything on these days. */
export function totalsOf({ from, to }: DaySpan): RawBuilder<unknown> {
  const columns = [...counters, 'sign_ups'].map((column) => sql.ref(column));
  const sums = columns.map((column) => sql`sum(${column}) AS ${column}`);
  const all = columns.map((column) => sql`sum(${column})`);
  return sql`
    SELECT inviter_key, ${sql.join(sums)} FROM inviter_day
    WHERE day >= ${from} AND day <= ${to}
    GROUP BY inviter_key HAVING ${sql.join(all, sql` + `)} > 0`;
}
