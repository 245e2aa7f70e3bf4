import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { LAUNCH_DELETION_DAYS } from '../../contract/launch.ts';
import { isCovered, type LaunchMailing, TOLD } from '../mail/launch-mailings.ts';
import { codeOfMailing } from '../mail/mailing-letter.ts';

/** Such a letter will be sent. */
const WAITS = sql.join((['waiting', 'sending'] as const).map(codeOfMailing).map(sql.lit));
/** A person with a letter of these states is no recipient of a later launch mailing. */
const SENT_OR_WAITS = sql.join([TOLD, WAITS]);
/** Without this condition SQLite does not use the index of mailing and mailbox. */
const IS_INDEXED = sql`state <> ${sql.lit(codeOfMailing('same-mailbox'))}`;
/** Since when an address is on the waitlist, or its person has asked to be kept. */
const SINCE = sql`coalesce(kept_at, joined_at)`;

/**
 * What becomes of addresses after the launch:
 * - `mailing`: the launch mailing that concerns the address; null if it is kept, because it joined later, or because its
 *   person has asked for that since
 * - `is_told`: 1 if its person got a launch letter, or may have got it; else 0
 * - `is_confirmed`: 1 or 0
 * - `due_at`: when it is deleted, if an admin has started that. An address that got a letter: some days after that. Another
 *   one: as long after the end of the mailing, or after its letter began to wait, if that is later. Null before the end
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
  const latest = (column: 'mailing' | 'at', states = TOLD) => sql`
    SELECT max(${sql.ref(`letter.${column}`)}) FROM mailing_letter AS letter
    WHERE letter.email = listed.email AND letter.state IN (${states}) AND ${timeOfMailing} > since`;
  const newest = oneOf(launches, ({ id, concernsBefore }) => [
    sql`${sql.lit(concernsBefore)} > since`,
    id,
  ]);
  const isNewest = (id: number) => sql`newest = ${sql.lit(id)}`;
  const endOfNewest = oneOf(launches, ({ id, endedAt }) => [isNewest(id), endedAt]);
  const wasToldElsewhere = oneOf(launches, (one) => [
    isNewest(one.id),
    Number(one.wasToldElsewhere),
  ]);
  return sql`
    SELECT email, is_confirmed, coalesce(told_by, newest) AS mailing,
      CASE WHEN told_by IS NULL THEN coalesce(${wasToldElsewhere}, 0) ELSE 1 END AS is_told,
      ${sql.lit(LAUNCH_DELETION_DAYS * DAY_MS)}
        + coalesce(told_at, CASE WHEN waits_since > ${endOfNewest} THEN waits_since ELSE ${endOfNewest} END) AS due_at
    FROM (
      SELECT email, is_confirmed, (${latest('mailing')}) AS told_by, (${latest('at')}) AS told_at,
        (${latest('at', WAITS)}) AS waits_since, ${newest} AS newest
      FROM (
        SELECT email, ${SINCE} AS since, CASE WHEN EXISTS (
            SELECT 1 FROM member WHERE member.email = waitlist.email) THEN 1 ELSE 0 END AS is_confirmed
        FROM ${waitlist}
      ) AS listed
    ) AS concerned`;
}

/** People whom a launch mailing concerns, by its `concernsBefore`. A condition on `waitlist`. */
export function isBefore(concernsBefore: number): RawBuilder<boolean> {
  return sql<boolean>`${SINCE} < ${concernsBefore}`;
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
    const { id, concernsBefore, wasToldElsewhere } = launch;
    const letter = sql`EXISTS (
      SELECT 1 FROM mailing_letter AS letter WHERE letter.mailing = ${sql.lit(id)}
        AND letter.mailbox = member.mailbox AND letter.${IS_INDEXED} AND letter.state IN (${SENT_OR_WAITS}))`;
    const got = sql`(${sql.lit(concernsBefore)} > ${SINCE} AND ${wasToldElsewhere ? sql`1 = 1` : letter})`;
    // Who joined after it waits for the platform that is still to come.
    return isCovered(launch, platforms) ? sql`${got} OR ${sql.lit(launch.at)} <= ${SINCE}` : got;
  });
  if (told.length === 0) return sql<boolean>`1 = 1`;
  return sql<boolean>`NOT EXISTS (
    SELECT 1 FROM waitlist WHERE waitlist.email = member.email AND (${sql.join(told, sql` OR `)}))`;
}
