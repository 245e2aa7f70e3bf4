import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import { BOTH_PLATFORMS } from '../../contract/launch.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { codeOf, codesOf, IS_OF_MAILBOX } from './letter.ts';
import { addLetters } from './queue-letters.ts';

/** The mail server has such a letter, or may have it. */
export const TOLD = codesOf('accepted', 'uncertain');
const BEGUN = codesOf('accepted', 'uncertain', 'refused', 'sending');
const TOLD_OR_WAITS = codesOf('accepted', 'uncertain', 'waiting', 'sending');
/** Since when an address is on the waitlist, or its person has asked to be kept. */
export const SINCE = sql`coalesce(kept_at, joined_at)`;

/** A condition on `launch`: an admin has started its deletion. */
export const isStarted = sql<boolean>`started_at IS NOT NULL`;

export interface Launch extends Selectable<Database['launch']> {
  /** The mailings about it, the oldest first. None if people were told elsewhere: see `Launch.tellElsewhere`. */
  mailings: readonly number[];
}

/** The newest first. There are few. */
export async function readLaunches(db: Kysely<Database>): Promise<Launch[]> {
  const rows = await db.selectFrom('launch').selectAll().orderBy('id', 'desc').execute();
  const all = await db.selectFrom('mailing').select(['id', 'launch']).orderBy('id').execute();
  return rows.map((row) => ({
    ...row,
    mailings: all.filter(({ launch }) => launch === row.id).map(({ id }) => id),
  }));
}

/** People whom a launch concerns that began at a time. A condition on `waitlist`. */
export function isConcerned(at: number): RawBuilder<boolean> {
  return sql<boolean>`${SINCE} < ${sql.lit(at)}`;
}

/**
 * The newest launch, if a letter about these platforms belongs to it. It begins another one if the platforms are others,
 * or if both are launched and people have joined since, who have nothing more to wait for.
 */
export async function launchAbout(
  db: Kysely<Database>,
  platforms: number,
): Promise<Launch | undefined> {
  const [newest] = await readLaunches(db);
  if (newest?.platforms !== platforms) return undefined;
  const isLate = sql`NOT (${isConcerned(newest.at)})`;
  const begins = platforms === BOTH_PLATFORMS && (await hasAny(db, 'waitlist', isLate));
  return begins ? undefined : newest;
}

/**
 * Begins the launch to which a letter about these platforms belongs, or moves its day if the letter names a later one.
 *
 * @param day of deletion, at the earliest: it is never before that of an earlier launch
 */
export async function beginLaunch(
  db: Kysely<Database>,
  { platforms, day }: { platforms: number; day: number },
  at: number,
): Promise<{ id: number; day: number }> {
  const [newest] = await readLaunches(db);
  const begun = await launchAbout(db, platforms);
  const launch = { id: begun?.id ?? (newest?.id ?? 0) + 1, day: Math.max(day, newest?.day ?? 0) };
  await db
    .insertInto('launch')
    .values({ ...launch, platforms, at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ day: launch.day }))
    .execute();
  return launch;
}

/** When an admin has ended a mailing: forgets its launch if no letter about it has left. */
export async function takeBackLaunch(db: Kysely<Database>, mailing: number): Promise<void> {
  const launch = (await readLaunches(db)).find(({ mailings }) => mailings.includes(mailing));
  if (!launch || launch.started_at !== null) return;
  const isBegun = sql`mailing IN (${sql.join(launch.mailings)}) AND state IN (${BEGUN})`;
  if (await hasAny(db, 'letter', isBegun)) return;
  await db.updateTable('mailing').set({ launch: null }).where('launch', '=', launch.id).execute();
  await db.deleteFrom('launch').where('id', '=', launch.id).execute();
}

/**
 * Members to whom the letter of a launch goes: whom it concerns, and whose mailbox has got no launch letter since they
 * joined or asked to be kept, and will get none. None of those who were told elsewhere. A condition on `member`.
 *
 * @param launches of `readLaunches`
 * @param begunAt when the launch began
 */
export function untold(launches: readonly Launch[], begunAt: number): RawBuilder<boolean> {
  const told = launches.map(({ at, mailings }) => {
    if (mailings.length === 0) return isConcerned(at);
    // The mailings are constants of the query: a join may read all letters for each member.
    const hasLetter = sql`EXISTS (
      SELECT 1 FROM letter WHERE letter.mailing IN (${sql.join(mailings.map(sql.lit))})
        AND letter.mailbox = member.mailbox AND ${IS_OF_MAILBOX} AND letter.state IN (${TOLD_OR_WAITS}))`;
    return sql`(${isConcerned(at)} AND ${hasLetter})`;
  });
  return sql<boolean>`EXISTS (
    SELECT 1 FROM waitlist WHERE waitlist.email = member.email AND ${isConcerned(begunAt)}
      AND NOT (${sql.join([sql`1 = 0`, ...told], sql` OR `)}))`;
}

/**
 * In the rule that confirms an address: adds it to the newest mailing if that is a launch letter for it. Does nothing once
 * an admin has ended that mailing. The day of deletion stays.
 */
export async function tellLater(db: Kysely<Database>, email: string, at: number): Promise<void> {
  const launches = await readLaunches(db);
  const [launch] = launches;
  const mailing = launch?.mailings.at(-1);
  if (!launch || mailing === undefined) return;
  const isOther = sql`id > ${mailing} OR (ended_at IS NULL AND id <> ${mailing})`;
  const isEnded = sql`mailing = ${mailing} AND state = ${codeOf('ended')}`;
  if ((await hasAny(db, 'mailing', isOther)) || (await hasAny(db, 'letter', isEnded))) return;
  const isUntold = sql`email = ${email} AND ${untold(launches, launch.at)}`;
  if ((await addLetters(db, mailing, isUntold, at)) === 0) return;
  await db
    .updateTable('mailing')
    .set(({ eb }) => ({ people: eb('people', '+', 1), ended_at: null }))
    .where('id', '=', mailing)
    .execute();
}
