import { randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { LETTER_RETENTION_DAYS } from '../../contract/mail.ts';
import type { Engine } from '../engine.ts';
import { markUnscrubbed } from '../erasures.ts';
import type { Database } from '../schema.ts';
import { deleteRows, hasAny } from '../tables.ts';
import { isStarted } from './launches.ts';
import { codeOf, codesOf, IS_OF_MAILBOX, letterKinds } from './letter.ts';
import { returnedReasons, suppressionReasons } from './suppressions.ts';

/**
 * Removes letters, rows of `ask` that no sender has read, and hashes of addresses that do not exist, after their
 * retention period. If the site has sent no letters during such a period, removes the hashes of returned letters, too.
 * If an admin has also started the deletion after the launch, removes the hashes of people who have left.
 */
export async function forgetLetters(engine: Engine, now: number): Promise<void> {
  const until = now - LETTER_RETENTION_DAYS * DAY_MS;
  // Letters that are still to be sent are kept: if few letters may be sent in a day, a letter in a large queue may wait
  // longer than the retention period. Those of mailings are always kept, because the sum of their states stays the same.
  const isSent = sql`mailing IS NULL AND state IN (${codesOf('accepted', 'refused', 'uncertain')})`;
  await engine.transaction((db) => forgetRows(db, 'letter', sql`at <= ${until} AND ${isSent}`));
  // Letters that an admin has requested are still sent.
  await engine.transaction((db) => forgetRows(db, 'ask', sql`at <= ${until} AND earlier = 0`));
  const { dead, askedAgain } = suppressionReasons;
  // By then the address may exist again.
  const isPast = sql<boolean>`reason IN (${dead}, ${askedAgain}) AND at <= ${until}`;
  await engine.transaction((db) => deleteRows(db, 'stopped', isPast));
  const isOff = sql`on_at <= ${until}`;
  if (!(await hasAny(engine.db, 'letters_begun', isOff))) return;
  const hasEnded = await hasAny(engine.db, 'launch', isStarted);
  const reasons = hasEnded ? [...returnedReasons, suppressionReasons.left] : returnedReasons;
  const isForgotten = sql<boolean>`reason IN (${sql.join(reasons)})`;
  await engine.transaction((db) => deleteRows(db, 'stopped', isForgotten));
}

/** In one transaction, because on most days these are the rows of one day. */
async function forgetRows(
  db: Kysely<Database>,
  table: 'letter' | 'ask',
  isOver: RawBuilder<boolean>,
): Promise<void> {
  // If an address is not on the waitlist, because the person has left, these may be the last rows with the address. Then
  // its bytes must be removed from the disk, too.
  const isGone = sql`email <> '' AND NOT EXISTS (
    SELECT 1 FROM waitlist WHERE waitlist.email = ${sql.table(table)}.email)`;
  if (await hasAny(db, table, sql`${isOver} AND ${isGone}`)) await markUnscrubbed(db);
  await deleteRows(db, table, isOver);
}

/** In a rule that confirms an address: letters that ask to confirm it are not needed any more. */
export async function removeAskingLetters(db: Kysely<Database>, email: string): Promise<void> {
  const isAsking = sql`kind <> ${sql.lit(letterKinds.indexOf('position'))}`;
  const isWaiting = sql`state = ${codesOf('waiting')}`;
  await deleteRows(db, 'letter', sql`email = ${email} AND ${isWaiting} AND ${isAsking}`);
}

/**
 * Removes an address from its letters. Those of mailings stay without it. So do others if the person leaves, because
 * they count towards the limits of the mailbox: otherwise a stranger could cause a further letter, to another address of
 * the mailbox, each time the person leaves. Letters that wait are not sent.
 *
 * @param isLeaving otherwise the address is erased, and letters of its mailbox that stayed when it left are removed, too
 */
export async function removeFromLetters(
  db: Kysely<Database>,
  { email, mailbox }: { email: string; mailbox: Uint8Array },
  isLeaving: boolean,
  at: number,
): Promise<void> {
  const isRemoved = isLeaving
    ? sql`email = ${email} AND state = ${codesOf('waiting')}`
    : sql`(email = ${email} OR email = '' AND mailbox = ${mailbox} AND ${IS_OF_MAILBOX})`;
  await deleteRows(db, 'letter', sql`mailing IS NULL AND ${isRemoved}`);
  const letters = db.updateTable('letter').where('email', '=', email);
  const ofMailings = letters.where('mailing', 'is not', null);
  const waiting = ofMailings.where('state', '=', codeOf('waiting'));
  await waiting.set({ state: codeOf('gone'), since: at }).execute();
  const gone = { email: '', via: null, reply: null };
  await ofMailings.set({ ...gone, mailbox: randomBytes(32) }).execute();
  // With the state `accepted`, no command offers to send a letter again.
  await letters.set({ ...gone, state: codeOf('accepted') }).execute();
}

/** @returns the newest mailing whose letter to an address was accepted, if there is one */
export async function lastMailingTo(db: Kysely<Database>, email: string): Promise<number | null> {
  const letters = db.selectFrom('letter').select('mailing').where('email', '=', email);
  const accepted = letters.where('mailing', 'is not', null).where('state', '=', codeOf('accepted'));
  return (await accepted.orderBy('id', 'desc').executeTakeFirst())?.mailing ?? null;
}
