import { type Kysely, sql } from 'kysely';
import type { ReturnResult } from '../../contract/mail.ts';
import {
  BOUNCES_COUNT_FROM_LETTERS,
  LEAST_COMPLAINED,
  type LetterState,
  MAX_BOUNCED_PERCENT,
  MAX_COMPLAINED_PER_10_000,
  MAX_FAILURES_IN_A_ROW,
  PAUSED_BY_ADMIN,
} from '../../contract/mailings.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import type { Found, MailingRow } from './found-letter.ts';
import { codesOf } from './letter.ts';

/** How many letters were accepted (`sent`) and came back, and how many failed since the last accepted one. */
export type GateCounts = Record<'sent' | 'failures' | ReturnResult, number>;

/** What a resume sets. */
export const NO_COUNTS: GateCounts = { sent: 0, failures: 0, bounced: 0, complained: 0 };

/**
 * In a rule: changes the counts of a mailing. If a gate is reached while letters wait, the mailing is paused, and the gate
 * is the reason, also if an admin has paused it before: a resume sets the counts to 0, so the admin must know. The reason
 * of an earlier gate stays, because a new reason would be a new notice to the team.
 */
export async function count(
  db: Kysely<Database>,
  mailing: MailingRow,
  changed: Partial<GateCounts>,
): Promise<void> {
  const { id, ended_at, paused_why } = mailing;
  const why = whyPaused({ ...mailing, ...changed });
  const waits = sql`mailing = ${id} AND state = ${codesOf('waiting')}`;
  const mayPause = ended_at === null && (paused_why ?? PAUSED_BY_ADMIN) === PAUSED_BY_ADMIN;
  const isPaused = why && mayPause && (await hasAny(db, 'letter', waits));
  const set = { ...changed, ...(isPaused && { paused_why: why }) };
  await db.updateTable('mailing').set(set).where('id', '=', id).execute();
}

/**
 * In a rule that has stored what became of a letter, for its mailing if it has one. Only its first attempt counts as a
 * failure: otherwise one letter that is refused again and again could pause the mailing.
 *
 * @param result `isFailure`: see `LetterEnd`
 */
export async function countResult(
  db: Kysely<Database>,
  { mailing, letter }: Found,
  { state, isFailure }: { state: LetterState; isFailure?: boolean | undefined },
): Promise<void> {
  if (!mailing) return;
  const { sent, failures } = mailing;
  if (state === 'accepted') await count(db, mailing, { sent: sent + 1, failures: 0 });
  else if (isFailure && letter.attempts === 0) await count(db, mailing, { failures: failures + 1 });
}

/** @returns a sentence for admins; undefined if no gate is reached */
function whyPaused({ sent, failures, bounced, complained }: GateCounts): string | undefined {
  const since = `The site has paused it. Since it began, or was last resumed, ${sent.toLocaleString('en')} letters were sent`;
  if (complained >= LEAST_COMPLAINED && complained * 10_000 >= MAX_COMPLAINED_PER_10_000 * sent)
    return `${since}, and ${complained} were reported as spam. Resume it only if people expect these words, or else end it.`;
  if (sent >= BOUNCES_COUNT_FROM_LETTERS && bounced * 100 >= MAX_BOUNCED_PERCENT * sent)
    return `${since}, and ${bounced} bounced. Before you resume it, report all that your mail provider lists as bounced, and find out where these addresses come from.`;
  if (failures >= MAX_FAILURES_IN_A_ROW)
    return `The site has paused it, because ${failures} letters in a row were refused or are uncertain. Before you resume it, read the answers and the messages of your mail provider, and mend the cause.`;
  return undefined;
}
