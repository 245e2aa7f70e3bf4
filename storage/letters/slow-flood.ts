import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { FLOOD_AFTER_DAYS, FLOOD_LETTERS, isSlowFlood } from '../../contract/mail.ts';
import type { Database } from '../schema.ts';
import { codeOf, letterKinds } from './letter.ts';

/**
 * Letters without an address, of people who have left, say nothing: they are not counted. Neither are uncertain ones, which
 * may never have been sent. The newest are read by their key: by the index of states, all would be read.
 */
export async function readFlood(db: Kysely<Database>, at: number): Promise<boolean> {
  const ended = (['accepted', 'refused'] as const).map(codeOf);
  const letters = await db
    .selectFrom('letter')
    .leftJoin('member', 'member.email', 'letter.email')
    .select('member.key')
    .where('letter.kind', '=', letterKinds.indexOf('confirm'))
    .where(sql`+letter.state`, 'in', ended)
    .where('letter.since', '<=', at - FLOOD_AFTER_DAYS * DAY_MS)
    .where('letter.email', '<>', '')
    .orderBy('letter.id', 'desc')
    .limit(FLOOD_LETTERS)
    .execute();
  return isSlowFlood(letters.map(({ key }) => key !== null));
}
