import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import {
  type MailingLetterState,
  mailingKinds,
  mailingLetterStates,
  PREPARING,
} from '../../contract/mailings.ts';
import type { Engine } from '../engine.ts';
import { markUnscrubbed } from '../erasures.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';

/** Few, so that a step is short, and a statement has few parameters. */
const ADDRESSES_PER_STEP = 500;
const LETTERS_PER_STEP = 500;

const BEGUN = (['sending', 'accepted', 'refused', 'uncertain'] as const).map(codeOfMailing);

/** A condition on `mailing`. */
export const isLaunch = sql<boolean>`kind = ${sql.lit(mailingKinds.indexOf('launch'))}`;

/** The number of a state in the table. */
export function codeOfMailing(state: MailingLetterState): number {
  return mailingLetterStates.indexOf(state);
}

/** @returns the newest mailing whose letter to an address was accepted, if there is one */
export async function lastMailingTo(
  db: Kysely<Database>,
  email: string,
): Promise<number | undefined> {
  const letters = db.selectFrom('mailing_letter').select('mailing').where('email', '=', email);
  const accepted = letters.where('state', '=', codeOfMailing('accepted'));
  return (await accepted.orderBy('id', 'desc').executeTakeFirst())?.mailing;
}

/** In a rule: removes an address from all mailings. Letters that wait are not sent. */
export async function removeFromMailings(
  db: Kysely<Database>,
  email: string,
  at: number,
): Promise<void> {
  const letters = db.selectFrom('mailing_letter').select(['id', 'state', 'mailbox']);
  const found = letters.where('email', '=', email);
  for (const { id, state, mailbox } of await found.execute()) {
    const isWaiting = state === codeOfMailing('waiting');
    // Until the last address of a mailbox is removed, it shows that the mailbox has got the letter.
    const isOther = sql`mailbox = ${mailbox} AND email <> ${email}`;
    const isShared =
      state !== codeOfMailing('same-mailbox') && (await hasAny(db, 'member', isOther));
    const gone = { email: '', reply: null, ...(!isShared && { mailbox: randomBytes(32) }) };
    if (!isShared)
      await db
        .updateTable('mailing_letter')
        .set({ mailbox: randomBytes(32) })
        .where('mailing', 'in', db.selectFrom('mailing').select('id'))
        .where('mailbox', '=', mailbox)
        // For `email = ''` SQLite would use the index of `email`, and read all letters of removed addresses.
        .where(sql`length(email)`, '=', 0)
        // As in the index, which SQLite uses only with this condition.
        .where(sql<boolean>`state <> ${sql.lit(codeOfMailing('same-mailbox'))}`)
        .execute();
    await db
      .updateTable('mailing_letter')
      .set({ ...gone, ...(isWaiting && { state: codeOfMailing('gone'), at }) })
      .where('id', '=', id)
      .execute();
  }
}

/**
 * Removes addresses from mailings that are not on the waitlist any more: they were removed while the mailing was being
 * stored.
 */
export async function removeGoneFromMailings(engine: Engine, at: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ email: string }>`
      SELECT DISTINCT email FROM mailing_letter WHERE email <> '' AND NOT EXISTS (
        SELECT 1 FROM waitlist WHERE waitlist.email = mailing_letter.email)
      ORDER BY email LIMIT ${sql.lit(ADDRESSES_PER_STEP)}`.execute(engine.reports);
    for (const { email } of rows) {
      await engine.transaction(async (db) => {
        await removeFromMailings(db, email, at);
        await markUnscrubbed(db);
      });
    }
    if (rows.length < ADDRESSES_PER_STEP) return;
  }
}

/**
 * Pauses the running mailing of a database that was copied, or restored from a backup. The site with the original
 * database may have sent more letters of this mailing, or may still send them.
 *
 * @param reason a sentence for the operator
 */
export async function pauseMailings(db: Kysely<Database>, reason: string): Promise<void> {
  const running = db.updateTable('mailing').where('ended_at', 'is', null);
  const isWhole = sql<boolean>`coalesce(paused_why, '') <> ${PREPARING}`;
  await running.where(isWhole).set({ paused_why: reason }).execute();
  await markSending(db, reason);
}

/**
 * Finds, before a restore, the letters that wait or are `refused` in the backup, although the database to be replaced
 * has begun to send them.
 */
export async function readBegunLetters(
  db: Kysely<Database>,
  backup: Kysely<Database>,
): Promise<number[]> {
  const all = backup.selectFrom('mailing').select('id');
  const ofAll = backup.selectFrom('mailing_letter').select(['id', 'mailbox', 'state']);
  const unsent = await ofAll
    .where('mailing', 'in', all)
    .where('state', 'in', [codeOfMailing('waiting'), codeOfMailing('refused')])
    .execute();
  const begun: number[] = [];
  for (let from = 0; from < unsent.length; from += LETTERS_PER_STEP) {
    const step = new Map(unsent.slice(from, from + LETTERS_PER_STEP).map((one) => [one.id, one]));
    const letters = db.selectFrom('mailing_letter').select(['id', 'mailbox', 'state']);
    const found = await letters
      .where('id', 'in', [...step.keys()])
      .where('state', 'in', BEGUN)
      .execute();
    for (const { id, mailbox, state } of found) {
      const before = step.get(id);
      // Letters of another site have the same ids, but not the same mailboxes.
      if (before && before.state !== state && Buffer.compare(before.mailbox, mailbox) === 0)
        begun.push(id);
    }
  }
  return begun;
}

/** After a restore: marks these letters as `uncertain`, so that no person gets one twice. */
export async function markBegun(
  db: Kysely<Database>,
  ids: readonly number[],
  reason: string,
): Promise<void> {
  const uncertain = { state: codeOfMailing('uncertain'), reply: reason };
  for (let from = 0; from < ids.length; from += LETTERS_PER_STEP) {
    const step = ids.slice(from, from + LETTERS_PER_STEP);
    await db.updateTable('mailing_letter').set(uncertain).where('id', 'in', step).execute();
  }
}

/** Marks letters that are `sending` as `uncertain`. @returns how many */
export async function markSending(db: Kysely<Database>, reason: string): Promise<number> {
  const all = db.selectFrom('mailing').select('id');
  // The index of the table begins with the mailing.
  const ofAll = db.updateTable('mailing_letter').where('mailing', 'in', all);
  const uncertain = { state: codeOfMailing('uncertain'), reply: reason };
  const marked = ofAll.where('state', '=', codeOfMailing('sending')).set(uncertain);
  return Number((await marked.executeTakeFirstOrThrow()).numUpdatedRows);
}
