import { type Kysely, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { codesOf, type LetterRow } from './letter.ts';
import { markUncertain } from './letter-results.ts';

/**
 * For a database that was copied, or restored from a backup: the site with the original database may have sent the letters
 * that wait or are being sent, or may still send them. Marks them as `uncertain`. Those of a mailing wait until an admin
 * resumes it.
 *
 * @param replies sentences for the operator: of a letter, and of the running mailing
 */
export async function pauseLetters(
  db: Kysely<Database>,
  replies: { letter: string; mailing: string },
): Promise<void> {
  const [waiting, sending] = [codesOf('waiting'), codesOf('sending')];
  const isUncertain = sql<boolean>`state = ${sending} OR (state = ${waiting} AND mailing IS NULL)`;
  await markUncertain(db, isUncertain, replies.letter);
  const running = db.updateTable('mailing').where('ended_at', 'is', null);
  await running.set({ paused_why: replies.mailing }).execute();
}

type BegunLetter = Pick<LetterRow, 'id' | 'mailbox' | 'state'>;

/** Before a restore: the letters of mailings that the database to be replaced has begun to send. */
export async function readBegunLetters(db: Kysely<Database>): Promise<BegunLetter[]> {
  const isBegun = sql<boolean>`state IN (${codesOf('sending', 'accepted', 'refused', 'uncertain')})`;
  const letters = db.selectFrom('letter').select(['id', 'mailbox', 'state']);
  return await letters.where('mailing', 'is not', null).where(isBegun).execute();
}

/**
 * After a restore: of these letters, marks those as `uncertain` that wait or are `refused` in the backup, so that no person
 * gets one twice. Letters of another site have the same ids, but not the same mailboxes.
 */
export async function markBegun(
  db: Kysely<Database>,
  begun: readonly BegunLetter[],
  reply: string,
): Promise<void> {
  const isUnsent = sql`state IN (${codesOf('waiting', 'refused')})`;
  for (const { id, mailbox, state } of begun) {
    const isSame = sql<boolean>`id = ${id} AND mailbox = ${mailbox} AND state <> ${state} AND ${isUnsent}`;
    await markUncertain(db, isSame, reply);
  }
}
