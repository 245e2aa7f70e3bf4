import type { Kysely } from '#kysely';
import type { Database } from '../database.ts';
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
