import { type Kysely, sql } from 'kysely';
import { counters, none } from '../invites/counters.ts';
import { type Database, isStorable } from '../schema.ts';
import type { DaySpan, DayStats, Sums } from './sums.ts';

/** The figures of an inviter. */
export interface InviterStats extends Sums {
  id: string;
  username: string;
  signUps: number;
}

/** An inviter's figures, and the counts of those of the days that have any. */
export interface InviterFigures {
  stats: InviterStats;
  days: DayStats[];
}

/**
 * @param shown the days whose counts are returned
 * @param counted what the figures count: these days, or all time
 * @returns undefined if there is no such inviter
 */
export async function readInviter(
  db: Kysely<Database>,
  id: string,
  shown: DaySpan,
  counted: 'days' | 'all',
): Promise<InviterFigures | undefined> {
  if (!isStorable(id)) return undefined;
  const found = await sql<{ key: number; username: string }>`
    SELECT key, username FROM inviter WHERE user_id = ${id}`.execute(db);
  const [inviter] = found.rows;
  if (!inviter) return undefined;
  const columns = [...counters, 'sign_ups'] as const;
  // The list of days, because the day is first in the key of the table.
  const each = Array.from({ length: shown.to - shown.from + 1 }, (_, n) => shown.from + n);
  const days = await db
    .selectFrom('inviter_day')
    .select(['day', ...columns])
    .where('inviter_key', '=', inviter.key)
    .where('day', 'in', each)
    .orderBy('day')
    .execute();
  const totals = db.selectFrom('inviter_total').select(columns);
  const rows =
    counted === 'days' ? days : await totals.where('inviter_key', '=', inviter.key).execute();
  const sums = { ...none(), sign_ups: 0 };
  for (const row of rows) for (const column of columns) sums[column] += row[column];
  return {
    stats: {
      id,
      username: inviter.username,
      pageViews: sums.page_views,
      downloads: sums.downloads,
      appInvitesSent: sums.invites_sent,
      acceptedInvites: sums.invites_accepted,
      signUps: sums.sign_ups,
    },
    days: days.map(({ day, page_views, downloads }) => ({ day, pageViews: page_views, downloads })),
  };
}
