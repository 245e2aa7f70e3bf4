import { type Kysely, type RawBuilder, sql } from 'kysely';
import { isConcerned, type Launch, readLaunches, SINCE, TOLD } from '../letters/launches.ts';
import { isRestored } from '../notices.ts';
import { isWaiting } from '../people/positions.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';

export type LaunchFigures = Awaited<ReturnType<typeof readFigures>>;
export type NewestLaunch = Awaited<ReturnType<typeof countConcerned>>;

/** Conditions on `waitlist`. */
const isConfirmed = sql`EXISTS (SELECT 1 FROM member WHERE member.email = waitlist.email)`;
const isUnconfirmed = sql<boolean>`${isWaiting} AND NOT ${isConfirmed}`;
const isTold = sql`EXISTS (
  SELECT 1 FROM letter JOIN mailing ON mailing.id = letter.mailing JOIN launch ON launch.id = mailing.launch
  WHERE letter.email = waitlist.email AND letter.state IN (${TOLD}) AND launch.at > ${SINCE})`;

export async function countPeople(
  db: Kysely<Database>,
  isThere: RawBuilder<boolean>,
): Promise<number> {
  const people = db.selectFrom('waitlist').select(({ fn }) => fn.countAll<number>().as('n'));
  return Number((await people.where(isThere).executeTakeFirstOrThrow()).n);
}

/**
 * People who wait, have never confirmed, and for whom no admin has requested a letter: they joined after the last such
 * request, or were imported. A condition on `waitlist`.
 */
export async function unaskedNow(db: Kysely<Database>): Promise<RawBuilder<boolean>> {
  const begun = db.selectFrom('letters_begun').select('unconfirmed_asked_at as at');
  const askedAt = (await begun.executeTakeFirst())?.at ?? -1;
  return sql<boolean>`${isUnconfirmed} AND (requests = 0 OR joined_at > ${askedAt})`;
}

export async function readFigures(db: Kysely<Database>) {
  const [launch] = await readLaunches(db);
  return {
    /** Whether nothing begins before an admin has looked up what was sent: see `storage.launch.goOn`. */
    isRestored: await isRestored(db),
    /** How many people wait and have never confirmed, and for how many of them no admin has requested a letter. */
    unconfirmed: await countPeople(db, isUnconfirmed),
    unasked: await countPeople(db, await unaskedNow(db)),
    /** The only launch that deletes addresses. */
    newest: launch && (await countConcerned(db, launch)),
  };
}

async function countConcerned(db: Kysely<Database>, launch: Launch) {
  const isHere = isConcerned(launch.at);
  return {
    ...launch,
    /** Whether its mailing has not ended. */
    isOpen: await hasAny(db, 'mailing', sql`launch = ${launch.id} AND ended_at IS NULL`),
    /** How many addresses it deletes. */
    people: await countPeople(db, isHere),
    /** How many of them got a letter, or may have got it. */
    told: await countPeople(db, sql`${isHere} AND ${isTold}`),
    unconfirmed: await countPeople(db, sql`${isHere} AND NOT ${isConfirmed}`),
    /** People who have joined since it began, or have asked to be kept. */
    kept: await countPeople(db, sql`NOT ${isHere}`),
  };
}
