import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Doomed } from '../../contract/launch.ts';
import {
  deletingOf,
  isConcerned,
  type Launch,
  readLaunches,
  SINCE,
  TOLD,
} from '../letters/launches.ts';
import { isRestored } from '../notices.ts';
import type { Database } from '../schema.ts';

/** Times are milliseconds, and days whole days, since 1970 UTC. */
export interface LaunchFigures {
  /** Whether nothing begins before an admin has looked up what was sent: see `Launch.goOn`. */
  isRestored: boolean;
  /** People who wait and have never confirmed, and when they were asked. */
  unconfirmed: number;
  askedAt: number | undefined;
  /** People who have joined since the newest launch, or have asked to be kept. */
  kept: number;
  /** Those of `deletingOf`. `isOpen`: its mailing has not ended. */
  launches: (Launch & Doomed & { isOpen: boolean })[];
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
  const launches = deletingOf(await readLaunches(db));
  const groups = launches.length > 0 ? await readGroups(db, launches) : [];
  const running = db.selectFrom('mailing').select('launch').where('ended_at', 'is', null);
  const open = (await running.execute()).map(({ launch }) => launch);
  const groupOf = (id: number | null) =>
    groups.find(({ launch }) => launch === id) ?? { told: 0, confirmed: 0, others: 0 };
  const { told, confirmed, others } = groupOf(null);
  return {
    isRestored: await isRestored(db),
    unconfirmed: await countPeople(db, isUnconfirmed),
    askedAt: await readAskedAt(db),
    kept: told + confirmed + others,
    launches: launches.map((launch) => {
      const { told, confirmed, others } = groupOf(launch.id);
      const isElsewhere = launch.mailings.length === 0;
      const never = isElsewhere
        ? { elsewhere: confirmed + others, unconfirmed: 0, notReached: 0 }
        : { elsewhere: 0, unconfirmed: others, notReached: confirmed };
      return { ...launch, told, ...never, isOpen: open.includes(launch.id) };
    }),
  };
}

/** How many people each launch deletes: of those that concern a person, the oldest. Null: none. */
async function readGroups(db: Kysely<Database>, launches: readonly Launch[]) {
  const oldest = launches.toReversed();
  const launch = oldest.map(({ id, at }) => sql`WHEN ${isConcerned(at)} THEN ${sql.lit(id)}`);
  const isTold = sql`coalesce(told_of > ${SINCE}, false)`;
  const count = (isThere: RawBuilder<unknown>) =>
    sql`CAST(count(*) FILTER (WHERE ${isThere}) AS integer)`;
  const { rows } = await sql<Record<'told' | 'confirmed' | 'others', number> & { launch: number }>`
    SELECT CASE ${sql.join(launch, sql` `)} END AS launch, ${count(isTold)} AS told,
      ${count(sql`NOT ${isTold} AND member.key IS NOT NULL`)} AS confirmed,
      ${count(sql`NOT ${isTold} AND member.key IS NULL`)} AS others
    FROM waitlist LEFT JOIN member ON member.email = waitlist.email
    LEFT JOIN (
      SELECT letter.email, max(launch.at) AS told_of FROM letter
      JOIN mailing ON mailing.id = letter.mailing JOIN launch ON launch.id = mailing.launch
      WHERE letter.state IN (${TOLD}) GROUP BY letter.email
    ) AS told ON told.email = waitlist.email
    GROUP BY 1`.execute(db);
  return rows;
}
