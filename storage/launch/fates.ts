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

/** A launch mailing that was not taken back before its first letter. A condition on `mailing`. */
const countsAsLaunch = sql<boolean>`${isLaunch} AND (people = 0 OR ended_at IS NULL OR EXISTS (
  SELECT 1 FROM mailing_letter AS sent WHERE sent.mailing = mailing.id AND sent.state IN (${TOLD})))`;
/** A launch letter that was sent elsewhere, as `Launch.tellElsewhere` stores it: it has told everybody. */
const isElsewhere = sql`people = 0`;

/**
 * What becomes of each address of the waitlist after the launch:
 * - `mailing`: the launch mailing that concerns it; null if it is kept, because it joined later, or because its person has
 *   asked for that since
 * - `is_told`: 1 if its person got a launch letter, or may have got it; else 0
 * - `due_at`: when it is deleted, if an admin has started that; null while the mailing has not ended for it
 *
 * @param which a condition on `waitlist`
 */
export function fatesOf(which: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  const toldBy = sql`
    SELECT max(letter.mailing) FROM mailing_letter AS letter JOIN mailing ON mailing.id = letter.mailing
    WHERE letter.email = listed.email AND letter.state IN (${TOLD})
      AND ${isLaunch} AND mailing.at > listed.since`;
  return sql`
    SELECT email, is_confirmed, coalesce(told_by, newest_id) AS mailing,
      CASE WHEN told_by IS NOT NULL OR newest.people = 0 THEN 1 ELSE 0 END AS is_told,
      ${sql.lit(LAUNCH_DELETION_DAYS * DAY_MS)} + CASE
        WHEN told_by IS NULL THEN newest.ended_at
        ELSE (
          SELECT max(at) FROM mailing_letter AS letter
          WHERE letter.email = concerned.email AND letter.mailing = told_by AND letter.state IN (${TOLD})
        ) END AS due_at
    FROM (
      SELECT email, is_confirmed, (${toldBy}) AS told_by, (
          SELECT max(id) FROM mailing WHERE ${countsAsLaunch} AND at > listed.since
        ) AS newest_id
      FROM (
        SELECT email, coalesce(kept_at, joined_at) AS since,
          CASE WHEN EXISTS (SELECT 1 FROM member WHERE member.email = waitlist.email) THEN 1 ELSE 0 END
            AS is_confirmed
        FROM waitlist WHERE ${which}
      ) AS listed
    ) AS concerned LEFT JOIN mailing AS newest ON newest.id = newest_id`;
}

/**
 * Members who have confirmed, and whose mailbox has no launch letter since they joined or asked to be kept.
 * A condition on `member`.
 */
export const isUntold = sql<boolean>`NOT EXISTS (
  SELECT 1 FROM waitlist JOIN mailing ON mailing.at > coalesce(waitlist.kept_at, waitlist.joined_at)
  WHERE waitlist.email = member.email AND ${isLaunch} AND (${isElsewhere} OR EXISTS (
    SELECT 1 FROM mailing_letter AS letter
    WHERE letter.mailing = mailing.id AND letter.mailbox = member.mailbox AND letter.state IN (${SENT_OR_WAITS})
  )))`;

/** The newest launch mailing that was not taken back. */
export function readNewestLaunch(db: Kysely<Database>) {
  const mailings = db.selectFrom('mailing').select(['id', 'at', 'ended_at', 'people']);
  return mailings.where(countsAsLaunch).orderBy('id', 'desc').limit(1).executeTakeFirst();
}
