import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import { storeErasure, suppressionReasons } from '../erasures.ts';
import { countFriends, lockMembers } from './positions.ts';

/** What a rule has locked: the time at which an address joined, if it is on the waitlist, and whether it has left. */
export interface LockedAddress {
  joinedAt: number | undefined;
  hasLeft: boolean;
}

/**
 * Locks the rows of an address in `waitlist` and, with which it can come back, in `stopped`. Each rule that confirms or
 * removes an address, or stores that it is dead, does this first. Otherwise two such rules on PostgreSQL would not see
 * each other's rows.
 */
export async function lockAddress(
  db: Kysely<Database>,
  email: string,
  subject: Uint8Array,
): Promise<LockedAddress> {
  const entries = db.selectFrom('waitlist').select('joined_at').where('email', '=', email);
  const entry = await entries.forUpdate().executeTakeFirst();
  const stopped = db.selectFrom('stopped').select('at').where('subject', '=', subject);
  const left = stopped.where('reason', '=', suppressionReasons.left);
  const hasLeft = (await left.forUpdate().executeTakeFirst()) !== undefined;
  return { joinedAt: entry?.joined_at, hasLeft };
}

/** Removes an address, which the rule has locked, from every table except `stopped`, and stores its erasure. */
export async function removeAddress(
  db: Kysely<Database>,
  email: string,
  subject: Uint8Array,
  { joinedAt = 0 }: LockedAddress,
  at: number,
): Promise<void> {
  // If a clock was ahead when the address joined, the erasure gets the time of joining. With an earlier time, a restore
  // would assume that the address joined again after the erasure.
  await storeErasure(db, subject, Math.max(at, joinedAt));
  await db.deleteFrom('ask').where('email', '=', email).execute();
  await db.deleteFrom('letter').where('email', '=', email).execute();
  const members = db.selectFrom('member').select(['key', 'via_member']);
  const member = await members.where('email', '=', email).executeTakeFirst();
  if (member) await removeMember(db, member.key, member.via_member);
  await db.deleteFrom('waitlist').where('email', '=', email).execute();
}

async function removeMember(
  db: Kysely<Database>,
  key: number,
  inviter: number | null,
): Promise<void> {
  // Otherwise, a friend who confirms meanwhile might not be counted.
  await lockMembers(db, key, inviter);
  const friends = db.updateTable('member').where('via_member', '=', key);
  await friends.set({ via_member: null }).execute();
  await db.deleteFrom('member').where('key', '=', key).execute();
  if (inviter !== null) await countFriends(db, inviter);
}
