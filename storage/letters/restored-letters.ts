import { type Kysely, sql } from 'kysely';
import { PREPARING } from '../../contract/mailings.ts';
import type { Database } from '../schema.ts';
import { codeOf, codesOf } from './letter.ts';
import { markSending } from './letter-results.ts';

const LETTERS_PER_STEP = 500;

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
  const waiting = db.updateTable('letter').where('state', '=', codeOf('waiting'));
  const uncertain = { state: codeOf('uncertain'), reply: replies.letter };
  await waiting.where('mailing', 'is', null).set(uncertain).execute();
  await markSending(db, replies.letter);
  const running = db.updateTable('mailing').where('ended_at', 'is', null);
  const isWhole = sql<boolean>`coalesce(paused_why, '') <> ${PREPARING}`;
  await running.where(isWhole).set({ paused_why: replies.mailing }).execute();
}

/**
 * Before a restore: the letters of mailings that wait or are `refused` in the backup, although the database to be replaced
 * has begun to send them.
 */
export async function readBegunLetters(
  db: Kysely<Database>,
  backup: Kysely<Database>,
): Promise<number[]> {
  const columns = ['id', 'mailbox', 'state'] as const;
  const ofBackup = backup.selectFrom('letter').select(columns).where('mailing', 'is not', null);
  const isUnsent = sql<boolean>`state IN (${codesOf('waiting', 'refused')})`;
  const unsent = await ofBackup.where(isUnsent).execute();
  const isBegun = sql<boolean>`state IN (${codesOf('sending', 'accepted', 'refused', 'uncertain')})`;
  const begun: number[] = [];
  for (let from = 0; from < unsent.length; from += LETTERS_PER_STEP) {
    const step = new Map(unsent.slice(from, from + LETTERS_PER_STEP).map((one) => [one.id, one]));
    const letters = db
      .selectFrom('letter')
      .select(columns)
      .where('id', 'in', [...step.keys()]);
    for (const { id, mailbox, state } of await letters.where(isBegun).execute()) {
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
  reply: string,
): Promise<void> {
  const uncertain = { state: codeOf('uncertain'), reply };
  for (let from = 0; from < ids.length; from += LETTERS_PER_STEP) {
    const step = ids.slice(from, from + LETTERS_PER_STEP);
    await db.updateTable('letter').set(uncertain).where('id', 'in', step).execute();
  }
}
