import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { LAUNCH_DELETION_DAYS } from '../../contract/launch.ts';
import { codeOfMailing, isLaunch } from '../mail/mailing-letter.ts';
import type { Database } from '../schema.ts';

/** The mail server has such a letter, or may have it. */
const TOLD = sql.join((['accepted', 'uncertain'] as const).map(codeOfMailing).map(sql.lit));
/** Letters with these states may still arrive, or have. A person with one is no recipient of a later launch mailing. */
const SENT_OR_WAITS = sql.join(
  (['waiting', 'sending', 'accepted', 'uncertain'] as const).map(codeOfMailing).map(sql.lit),
);
/** Without this condition SQLite does not use the index of mailing and mailbox. */
const IS_INDEXED = sql`state <> ${sql.lit(codeOfMailing('same-mailbox'))}`;
/** Since when an address is on the waitlist, or its person has asked to be kept. */
const SINCE = sql`coalesce(kept_at, joined_at)`;

/** A mailing that has told people of the launch, or still tells them. */
export interface LaunchMailing {
  id: number;
  at: number;
  /** It concerns people who joined, or asked to be kept, before this time: see `readLaunches`. */
  concernsBefore: number;
  endedAt: number | null;
  /** Of `launchedPlatforms`: the platforms of this mailing and of those before. */
  platforms: number;
  /** Whether everybody was told in another way: see `Launch.tellElsewhere`. */
  isElsewhere: boolean;
}

/**
 * The launch mailings that were not taken back before their first letter, the newest first. There are few.
 *
 * People who joined after a launch letter, or asked to be kept after it, wait for the other platform. So a later letter
 * concerns them only if it is about a platform that was not launched before.
 */
export async function readLaunches(db: Kysely<Database>): Promise<LaunchMailing[]> {
  const wasSent = sql<boolean>`(people = 0 OR ended_at IS NULL OR EXISTS (
    SELECT 1 FROM mailing_letter AS letter WHERE letter.mailing = mailing.id AND letter.state IN (${TOLD})))`;
  const mailings = db.selectFrom('mailing').select(['id', 'at', 'ended_at', 'people', 'platforms']);
  const rows = await mailings.where(isLaunch).where(wasSent).orderBy('id').execute();
  let earlier: { at: number; platforms: number }[] = [];
  const launches = rows.map(({ id, at, ended_at: endedAt, people, platforms }) => {
    const covering = earlier.find((one) => (one.platforms & platforms) === platforms);
    const known = (earlier.at(-1)?.platforms ?? 0) | platforms;
    earlier = [...earlier, { at, platforms: known }];
    const concernsBefore = Math.min(at, covering?.at ?? at);
    return {
      ...{ id, at, endedAt, concernsBefore, platforms: known },
      isElsewhere: people === 0,
    };
  });
  return launches.toReversed();
}

/**
 * What becomes of addresses after the launch:
 * - `mailing`: the launch mailing that concerns the address; null if it is kept, because it joined later, or because its
 *   person has asked for that since
 * - `is_told`: 1 if its person got a launch letter, or may have got it; else 0
 * - `is_confirmed`: 1 or 0
 * - `due_at`: when it is deleted, if an admin has started that; null while the mailing has not ended for it
 *
 * The mailings are constants of the query: with a join or a comparison of `letter.mailing`, SQLite would read all letters
 * for each address.
 *
 * @param launches of `readLaunches`
 * @param waitlist selects rows of `waitlist`, such as `waitlist WHERE email = …`
 */
export function fatesOf(
  launches: readonly LaunchMailing[],
  waitlist: RawBuilder<unknown> = sql`waitlist`,
): RawBuilder<unknown> {
  const timeOfMailing = oneOf(launches, ({ id, concernsBefore }) => [
    sql`letter.mailing = ${sql.lit(id)}`,
    concernsBefore,
  ]);
  // A person gets at most one launch letter about a platform (`untold`), so the latest is the one that counts.
  const latest = (column: 'mailing' | 'at') => sql`
    SELECT max(${sql.ref(`letter.${column}`)}) FROM mailing_letter AS letter
    WHERE letter.email = listed.email AND letter.state IN (${TOLD}) AND ${timeOfMailing} > since`;
  const newest = oneOf(launches, ({ id, concernsBefore }) => [
    sql`${sql.lit(concernsBefore)} > since`,
    id,
  ]);
  const isNewest = (id: number) => sql`newest = ${sql.lit(id)}`;
  const endOfNewest = oneOf(launches, ({ id, endedAt }) => [isNewest(id), endedAt]);
  const isElsewhere = oneOf(launches, (one) => [isNewest(one.id), Number(one.isElsewhere)]);
  return sql`
    SELECT email, is_confirmed, coalesce(told_by, newest) AS mailing,
      CASE WHEN told_by IS NULL THEN coalesce(${isElsewhere}, 0) ELSE 1 END AS is_told,
      ${sql.lit(LAUNCH_DELETION_DAYS * DAY_MS)} + coalesce(told_at, ${endOfNewest}) AS due_at
    FROM (
      SELECT email, is_confirmed, (${latest('mailing')}) AS told_by, (${latest('at')}) AS told_at, ${newest} AS newest
      FROM (
        SELECT email, ${SINCE} AS since, CASE WHEN EXISTS (
            SELECT 1 FROM member WHERE member.email = waitlist.email) THEN 1 ELSE 0 END AS is_confirmed
        FROM ${waitlist}
      ) AS listed
    ) AS concerned`;
}

/** The value of the first mailing whose condition holds, else null. */
function oneOf(
  launches: readonly LaunchMailing[],
  choice: (launch: LaunchMailing) => readonly [RawBuilder<unknown>, number | null],
): RawBuilder<unknown> {
  if (launches.length === 0) return sql`CAST(NULL AS bigint)`;
  const choices = launches.map((launch) => {
    const [condition, value] = choice(launch);
    return sql`WHEN ${condition} THEN CAST(${sql.lit(value)} AS bigint)`;
  });
  return sql`CASE ${sql.join(choices, sql` `)} END`;
}

/**
 * Members whom the launch letter concerns that would be sent now, and whose mailbox has none yet since they joined or
 * asked to be kept. A condition on `member`.
 *
 * @param launches of `readLaunches`
 * @param platforms of `launchedPlatforms`, now
 */
export function untold(launches: readonly LaunchMailing[], platforms: number): RawBuilder<boolean> {
  const told = launches.map((launch) => {
    const { id, concernsBefore, isElsewhere } = launch;
    const letter = sql`EXISTS (
      SELECT 1 FROM mailing_letter AS letter WHERE letter.mailing = ${sql.lit(id)}
        AND letter.mailbox = member.mailbox AND letter.${IS_INDEXED} AND letter.state IN (${SENT_OR_WAITS}))`;
    const got = sql`(${sql.lit(concernsBefore)} > ${SINCE} AND ${isElsewhere ? sql`1 = 1` : letter})`;
    // Who joined after it waits for the platform that is still to come.
    return isCovered(launch, platforms) ? sql`${got} OR ${sql.lit(launch.at)} <= ${SINCE}` : got;
  });
  if (told.length === 0) return sql<boolean>`1 = 1`;
  return sql<boolean>`NOT EXISTS (
    SELECT 1 FROM waitlist WHERE waitlist.email = member.email AND (${sql.join(told, sql` OR `)}))`;
}

/** Whether a launch letter about these platforms tells people who joined after this mailing nothing new. */
function isCovered({ platforms: known }: LaunchMailing, platforms: number): boolean {
  return (known & platforms) === platforms;
}
