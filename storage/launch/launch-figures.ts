import { type Kysely, sql } from 'kysely';
import { type LaunchMailing, readLaunches } from '../mail/launch-mailings.ts';
import type { Database } from '../schema.ts';
import { fatesOf } from './fates.ts';

/** Times are milliseconds since 1970 UTC. */
export interface LaunchFigures {
  /** When the newest launch letter was sent, here or elsewhere; undefined if none was. */
  sentAt: number | undefined;
  /** People who wait and have never confirmed, and when they were asked. */
  unconfirmed: number;
  askedAt: number | undefined;
  /** People who are kept for the platform that is not launched yet. */
  kept: number;
  /** People whom the launch mailing concerns, which has not ended. */
  open: number;
  /** Addresses whose deletion was not started. */
  unstarted: Doomed;
  /** Addresses whose deletion was started; undefined if none was. */
  started:
    | (Doomed & { at: number; who: string | null; deleted: number; canStop: boolean })
    | undefined;
}

/** Addresses that are to be deleted. */
export interface Doomed {
  /** Addresses that got the launch letter, or may have got it. */
  told: number;
  /** Addresses that were not confirmed, and so got none. */
  unconfirmed: number;
  /** Confirmed addresses that could not be reached. */
  notReached: number;
  /** When the first and the last of them is deleted; undefined if there are none. */
  firstAt: number | undefined;
  lastAt: number | undefined;
}

/** A condition on `waitlist`. */
export const isUnconfirmed = sql<boolean>`state = 0 AND NOT EXISTS (
  SELECT 1 FROM member WHERE member.email = waitlist.email)`;

export async function countUnconfirmed(db: Kysely<Database>): Promise<number> {
  const people = db.selectFrom('waitlist').select(({ fn }) => fn.countAll<number>().as('n'));
  return Number((await people.where(isUnconfirmed).executeTakeFirstOrThrow()).n);
}

export async function readAskedAt(db: Kysely<Database>): Promise<number | undefined> {
  const row = await db
    .selectFrom('letters_begun')
    .select('unconfirmed_asked_at')
    .executeTakeFirst();
  return row?.unconfirmed_asked_at ?? undefined;
}

interface Group {
  mailing: number | null;
  is_told: number;
  is_confirmed: number;
  is_open: number;
  n: number;
  first_at: number | null;
  last_at: number | null;
}

export async function readFigures(db: Kysely<Database>): Promise<LaunchFigures> {
  const launches = await readLaunches(db);
  const unconfirmed = await countUnconfirmed(db);
  const askedAt = await readAskedAt(db);
  const clocks = await db.selectFrom('deletion_clock').selectAll().orderBy('mailing').execute();
  const newest = clocks.at(-1);
  const groups = launches.length > 0 ? await readGroups(db, launches) : [];
  const isStarted = ({ mailing }: Group) => (mailing ?? 0) <= (newest?.mailing ?? 0);
  const concerned = groups.filter((group) => group.mailing !== null && group.is_open === 0);
  const countOf = (some: Group[]) => some.reduce((sum, { n }) => sum + n, 0);
  return {
    sentAt: launches[0]?.at,
    unconfirmed,
    askedAt,
    kept: countOf(groups.filter(({ mailing }) => mailing === null)),
    open: countOf(groups.filter(({ mailing, is_open }) => mailing !== null && is_open === 1)),
    unstarted: doomed(concerned.filter((group) => !isStarted(group))),
    started: newest && {
      ...doomed(concerned.filter(isStarted)),
      at: newest.at,
      who: newest.who,
      deleted: clocks.reduce((sum, { deleted }) => sum + deleted, 0),
      canStop: newest.deleted === 0,
    },
  };
}

async function readGroups(
  db: Kysely<Database>,
  launches: readonly LaunchMailing[],
): Promise<Group[]> {
  const { rows } = await sql<Group>`
    SELECT mailing, is_told, is_confirmed, CASE WHEN due_at IS NULL THEN 1 ELSE 0 END AS is_open,
      count(*) AS n, min(due_at) AS first_at, max(due_at) AS last_at
    FROM (${fatesOf(launches)}) AS fates GROUP BY 1, 2, 3, 4`.execute(db);
  const numberOrNull = (value: number | null) => (value === null ? null : Number(value));
  return rows.map((row) => ({
    ...row,
    mailing: numberOrNull(row.mailing),
    is_told: Number(row.is_told),
    n: Number(row.n),
    first_at: numberOrNull(row.first_at),
    last_at: numberOrNull(row.last_at),
  }));
}

function doomed(groups: readonly Group[]): Doomed {
  const sum = (is: (group: Group) => boolean) =>
    groups.filter(is).reduce((all, { n }) => all + n, 0);
  const times = (of: 'first_at' | 'last_at') => groups.flatMap((group) => group[of] ?? []);
  return {
    told: sum((group) => group.is_told === 1),
    unconfirmed: sum((group) => group.is_told === 0 && group.is_confirmed === 0),
    notReached: sum((group) => group.is_told === 0 && group.is_confirmed === 1),
    firstAt: groups.length > 0 ? Math.min(...times('first_at')) : undefined,
    lastAt: groups.length > 0 ? Math.max(...times('last_at')) : undefined,
  };
}
