import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Doomed } from '../../contract/launch.ts';
import { isConcerned, type Launch, readLaunches, SINCE, TOLD } from '../letters/launches.ts';
import { isRestored } from '../notices.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';

/** Times are milliseconds, and days whole days, since 1970 UTC. */
export interface LaunchFigures {
  /** Whether nothing begins before an admin has looked up what was sent: see `Launch.goOn`. */
  isRestored: boolean;
  /** People who wait and have never confirmed, and when they were asked. */
  unconfirmed: number;
  askedAt: number | undefined;
  /** People who have joined since the newest launch, or have asked to be kept. */
  kept: number;
  /** The newest launch, the only one that deletes addresses. `isOpen`: its mailing has not ended. */
  newest: (Launch & Doomed & { isOpen: boolean }) | undefined;
}

/** A condition on `waitlist`. */
export const isUnconfirmed = sql<boolean>`state = 0 AND NOT EXISTS (
  SELECT 1 FROM member WHERE member.email = waitlist.email)`;

export async function countPeople(
  db: Kysely<Database>,
  isThere: RawBuilder<boolean>,
): Promise<number> {
  const people = db.selectFrom('waitlist').select(({ fn }) => fn.countAll<number>().as('n'));
  return Number((await people.where(isThere).executeTakeFirstOrThrow()).n);
}

export async function readAskedAt(db: Kysely<Database>): Promise<number | undefined> {
  const begun = db.selectFrom('letters_begun').select('unconfirmed_asked_at as at');
  return (await begun.executeTakeFirst())?.at ?? undefined;
}

export async function readFigures(db: Kysely<Database>): Promise<LaunchFigures> {
  const [launch] = await readLaunches(db);
  const newest = launch && { ...launch, ...(await countDoomed(db, launch)) };
  const isKept = launch ? sql<boolean>`NOT ${isConcerned(launch.at)}` : sql<boolean>`1 = 0`;
  return {
    isRestored: await isRestored(db),
    unconfirmed: await countPeople(db, isUnconfirmed),
    askedAt: await readAskedAt(db),
    kept: await countPeople(db, isKept),
    newest,
  };
}

async function countDoomed(db: Kysely<Database>, launch: Launch) {
  const { id, at, mailings } = launch;
  const isTold = sql`coalesce(told_at > ${SINCE}, false)`;
  const count = (isThere: RawBuilder<unknown>) =>
    sql`CAST(count(*) FILTER (WHERE ${isThere}) AS integer)`;
  const { rows } = await sql<Record<'told' | 'confirmed' | 'others', number>>`
    SELECT ${count(isTold)} AS told, ${count(sql`NOT ${isTold} AND member.key IS NOT NULL`)} AS confirmed,
      ${count(sql`NOT ${isTold} AND member.key IS NULL`)} AS others
    FROM waitlist LEFT JOIN member ON member.email = waitlist.email
    LEFT JOIN (
      SELECT letter.email, max(launch.at) AS told_at FROM letter
      JOIN mailing ON mailing.id = letter.mailing JOIN launch ON launch.id = mailing.launch
      WHERE letter.state IN (${TOLD}) GROUP BY letter.email
    ) AS told ON told.email = waitlist.email
    WHERE ${isConcerned(at)}`.execute(db);
  const { told, confirmed, others } = rows[0] ?? { told: 0, confirmed: 0, others: 0 };
  const isOpen = await hasAny(db, 'mailing', sql`launch = ${id} AND ended_at IS NULL`);
  return mailings.length === 0
    ? { isOpen, told, elsewhere: confirmed + others, unconfirmed: 0, notReached: 0 }
    : { isOpen, told, elsewhere: 0, unconfirmed: others, notReached: confirmed };
}
