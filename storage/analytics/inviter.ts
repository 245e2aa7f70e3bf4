import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { none } from '../invites/counters.ts';
import { type Counts, counters } from '../invites/events.ts';
import { type Database, isStorable } from '../schema.ts';
import { signUpCounts } from '../waitlist/sign-up-refs.ts';
import { type DaySpan, type DayStats, LAST_DAY } from './days.ts';

/** The figures of an inviter. */
export interface InviterStats {
  id: string;
  username: string;
  pageViews: number;
  downloads: number;
  appInvitesSent: number;
  acceptedInvites: number;
  signUps: number;
}

/** An inviter's figures, and the counts of those of the days that have events. */
export interface InviterFigures {
  stats: InviterStats;
  days: DayStats[];
}

/** @param span the days whose events are counted; without it those of all time. @returns undefined if there is none */
export async function readInviter(
  db: Kysely<Database>,
  id: string,
  span: DaySpan | undefined,
): Promise<InviterFigures | undefined> {
  if (!isStorable(id)) return undefined;
  const found = await sql<{ key: number; username: string }>`
    SELECT key, CAST(username AS text) AS username FROM inviter WHERE user_id = ${id}`.execute(db);
  const [inviter] = found.rows;
  if (!inviter) return undefined;
  const total = await db
    .selectFrom('inviter_total')
    .select([...counters, 'sign_ups'])
    .where('inviter_key', '=', inviter.key)
    .executeTakeFirst();
  const all = await readCounts(db, inviter.key, total ?? none());
  const days = all.filter(({ day }) => !span || (day >= span.from && day <= (span.to ?? LAST_DAY)));
  const counts = span ? days.reduce(sumOf, none()) : (total ?? none());
  const signUps = span ? await countSignUps(db, inviter.key, span) : (total?.sign_ups ?? 0);
  return {
    stats: {
      id,
      username: inviter.username,
      pageViews: counts.page_views,
      downloads: counts.downloads,
      appInvitesSent: counts.invites_sent,
      acceptedInvites: counts.invites_accepted,
      signUps,
    },
    days: days.map(({ day, page_views, downloads }) => ({ day, pageViews: page_views, downloads })),
  };
}

/** @returns the counts of each stored day: the difference to the next row, or to the counters of now */
async function readCounts(
  db: Kysely<Database>,
  inviterKey: number,
  now: Counts,
): Promise<(Counts & { day: number })[]> {
  const begun = await db
    .selectFrom('inviter_day')
    .select(['day', ...counters])
    .where('inviter_key', '=', inviterKey)
    .orderBy('day')
    .execute();
  return begun.map((row, n) => {
    const [next, counts] = [begun[n + 1] ?? now, none()];
    for (const counter of counters) counts[counter] = next[counter] - row[counter];
    return { ...counts, day: row.day };
  });
}

function sumOf(sums: Counts, counts: Counts): Counts {
  const sum = none();
  for (const counter of counters) sum[counter] = sums[counter] + counts[counter];
  return sum;
}

async function countSignUps(
  db: Kysely<Database>,
  inviterKey: number,
  { from, to = LAST_DAY }: DaySpan,
): Promise<number> {
  const { n } = await db
    .selectFrom('sign_up_ref')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('inviter_key', '=', inviterKey)
    .where('counted', '=', signUpCounts.now)
    .where('at', '>=', from * DAY_MS)
    .where('at', '<', (to + 1) * DAY_MS)
    .executeTakeFirstOrThrow();
  return Number(n);
}
