import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { MAX_COUNTED_FRIENDS, PLACES_PER_FRIEND } from '../../contract/letters.ts';
import type { Engine } from '../engine.ts';

/**
 * The queries that count the friends of members, and move these members to their places. Counting again, instead of
 * adding one, gives the right result however often it is done.
 *
 * @param members which members; the transaction has locked them
 * @param counted which friends count
 */
export function countFriends(
  { db }: Engine,
  members: RawBuilder<unknown>,
  counted: RawBuilder<unknown> = sql`true`,
): CompiledQuery[] {
  const friends = sql`(SELECT count(*) FROM member AS friend
    WHERE friend.via_member = member.key AND ${counted})`;
  const moved = sql`CASE WHEN friends > ${sql.lit(MAX_COUNTED_FRIENDS)}
    THEN ${sql.lit(MAX_COUNTED_FRIENDS)} ELSE friends END * ${sql.lit(PLACES_PER_FRIEND)}`;
  return [
    sql`UPDATE member SET friends = ${friends} WHERE ${members}`.compile(db),
    sql`UPDATE member SET rank = key - ${moved} WHERE ${members}`.compile(db),
  ];
}
