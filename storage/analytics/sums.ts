import { hash } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { HOURS_OF_DAY } from '../../contract/durations.ts';
import type { NotCountedReason } from '../../contract/invite-events.ts';
import { counters } from '../invites/counters.ts';
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

export interface Sums {
  pageViews: number;
  downloads: number;
  appInvitesSent: number;
  acceptedInvites: number;
}

export interface InviteTotals {
  total: Sums;
  /** How many visits did not count, by reason; a reason that never occurred is missing. */
  excluded: Partial<Record<NotCountedReason, number>>;
}

const NONE: Sums = { pageViews: 0, downloads: 0, appInvitesSent: 0, acceptedInvites: 0 };
/** The sums of rows of `hour_total`. The sum of no rows is null. */
const sums = sql`coalesce(sum(page_views), 0) AS "pageViews", coalesce(sum(downloads), 0) AS downloads,
  coalesce(sum(invites_sent), 0) AS "appInvitesSent",
  coalesce(sum(invites_accepted), 0) AS "acceptedInvites"`;

/**
 * Reads the sums over all inviters, and their version (see `createAnalytics`). One query, because on an engine with a
 * server each query is a round trip.
 */
export async function readTotals(
  db: Kysely<Database>,
): Promise<{ totals: InviteTotals; version: string }> {
  const { rows } = await sql<Sums & { reason: string | null; events: number; erased: string }>`
    SELECT *, (
      SELECT count(*) || ',' || coalesce(max(inviter_key), 0) FROM erased_inviter WHERE inviter_key > 0
    ) AS erased
    FROM (SELECT ${sums} FROM hour_total) AS counted
    LEFT JOIN (
      SELECT reason, sum(events) AS events FROM excluded_total GROUP BY reason
    ) AS excluded ON true
    ORDER BY reason`.execute(db);
  const { reason, events, erased, ...total } = { ...NONE, ...rows[0] };
  const totals: InviteTotals = {
    total,
    excluded: Object.fromEntries(
      rows.flatMap(({ reason, events }) => (reason === null ? [] : [[reason, events]])),
    ),
  };
  // Negative keys are of removed addresses (`noteErasedBytes`): not every admin may see that one was removed.
  // After an erasure the counters may be the same as before, if as many events were counted meanwhile.
  const state = JSON.stringify([totals, erased]);
  return { totals, version: hash('sha256', state, 'base64url') };
}

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
    SELECT ${sums} FROM hour_total
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
