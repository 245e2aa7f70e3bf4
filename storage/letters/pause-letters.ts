import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { hasAny } from '../id-ranges.ts';
import { codeOf } from './letter-rows.ts';

/**
 * For a database that was copied, or restored from a backup. Marks the letters that wait or are being sent as
 * `unclear`, because the site that uses the original database may have sent them meanwhile, or may send them later.
 *
 * @param reason a sentence for the operator
 */
export async function pauseLetters(db: Kysely<Database>, reason: string): Promise<void> {
  await db
    .updateTable('letter')
    .set({ state: codeOf('unclear'), reply: reason })
    .where('state', 'in', [codeOf('waiting'), codeOf('sending')])
    .execute();
}

/** Whether `askEarlier` has added sign-ups whose letters are not queued yet. These sign-ups are not copied. */
export function isAskingEarlier(db: Kysely<Database>): Promise<boolean> {
  return hasAny(db, 'ask', sql`earlier = 1`);
}

/** For a copy of a database in which `isAskingEarlier`: `askEarlier` may be called again. */
export async function letEarlierBeAsked(db: Kysely<Database>): Promise<void> {
  await db.updateTable('letters_begun').set({ earlier_asked_at: null }).execute();
}
