import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { recordErasure, suppressionReasons } from '../erasures.ts';
import { countFriends } from './positions.ts';

/**
 * Locks the waitlist's row of an address until the end of the transaction. Each transaction that confirms or removes an
 * address, or stores that it is dead, locks this row first. Otherwise two such transactions on PostgreSQL would not
 * see each other's rows.
 */
export function lockAddress({ db }: Engine, email: string): CompiledQuery {
  return sql`UPDATE waitlist SET requests = requests WHERE email = ${email}`.compile(db);
}

/** The condition for the row of `stopped` that shows that an address has left. */
export function hasLeftRow(subject: Uint8Array): RawBuilder<unknown> {
  return sql`subject = ${subject} AND reason = ${sql.lit(suppressionReasons.left)}`;
}

/**
 * Locks the row of `stopped` with which an address that has left can come back, because it has no row that
 * `lockAddress` could lock.
 */
export function lockLeft({ db }: Engine, subject: Uint8Array): CompiledQuery {
  return sql`UPDATE stopped SET at = at WHERE ${hasLeftRow(subject)}`.compile(db);
}

/**
 * The queries that remove an address from every table except `stopped`, and store its erasure. The transaction must
 * begin with `lockAddress`. The last query deletes the waitlist's row.
 */
export async function removeAddress(
  engine: Engine,
  email: string,
  at: number,
): Promise<CompiledQuery[]> {
  const { db } = engine;
  // If a clock was ahead when the address joined, the erasure gets the time of joining. With an earlier time, a restore
  // would assume that the address joined again after the erasure.
  const notBefore = sql<number>`coalesce(
    (SELECT joined_at FROM waitlist WHERE email = ${email} AND joined_at > ${at}), ${at})`;
  const member = sql`(SELECT key FROM member WHERE email = ${email})`;
  const inviter = sql`(SELECT via_member FROM member WHERE email = ${email})`;
  return [
    await recordErasure(engine, 'waitlist', email, notBefore),
    db.deleteFrom('ask').where('email', '=', email).compile(),
    db.deleteFrom('letter').where('email', '=', email).compile(),
    // Locks the rows of the member and of the member whose link was used. Otherwise, a friend who confirms meanwhile
    // might not be counted.
    sql`UPDATE member SET friends = friends WHERE key = ${member} OR key = ${inviter}`.compile(db),
    sql`UPDATE member SET via_member = NULL WHERE via_member = ${member}`.compile(db),
    ...countFriends(engine, sql`key = ${inviter}`, sql`friend.email <> ${email}`),
    db.deleteFrom('member').where('email', '=', email).compile(),
    db.deleteFrom('waitlist').where('email', '=', email).compile(),
  ];
}
