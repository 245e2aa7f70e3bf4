import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { type ErasedSignUp, markUnscrubbed, storeErasure } from '../erasures.ts';
import { type AddressHashes, addressHashesOf } from '../letters/address-hashes.ts';
import { lastMailingTo, removeFromLetters } from '../letters/forget-letters.ts';
import { findAddress, suppress } from '../letters/suppressions.ts';
import { membersOf } from '../people/person-states.ts';
import { countFriends } from '../people/positions.ts';
import type { Database } from '../schema.ts';
import { deleteRows } from '../tables.ts';
import { foldRefs, forgetRefs } from './sign-up-refs.ts';

/** See `leave` of `createMembers`. */
export async function leave(engine: Engine, email: string, at: number): Promise<void> {
  const hashes = await addressHashesOf(engine);
  await engine.transaction(async (db) => {
    if (!(await leaveAlone(db, hashes, email, at))) return;
    for (const other of await membersOf(db, [hashes.hashMailbox(email)]))
      await leaveAlone(db, hashes, other.email, at);
    await markUnscrubbed(db);
  });
}

/** @returns false for an address that neither is on the waitlist nor has left it */
async function leaveAlone(
  db: Kysely<Database>,
  hashes: AddressHashes,
  email: string,
  at: number,
): Promise<boolean> {
  const subject = hashes.hashAddress(email);
  const found = await findAddress(db, email, subject);
  const isOnWaitlist = found.joinedAt !== undefined;
  // If the address has left already, it may still have a letter that asked it to confirm again.
  if (!isOnWaitlist && !found.hasLeft) return false;
  if (isOnWaitlist || found.isAskedAgain)
    await suppress(db, subject, 'left', at, await lastMailingTo(db, email));
  await removeAddress(db, hashes, email, { ...found, at, isLeaving: true });
  return true;
}

/**
 * In a rule: removes an address from every table except `stopped`, and stores its erasure.
 *
 * @param how `signUp`: whether it stays counted for its inviter. `isLeaving`: see `removeFromLetters`
 */
export async function removeAddress(
  db: Kysely<Database>,
  { hashAddress, hashMailbox }: AddressHashes,
  email: string,
  how: {
    joinedAt: number | undefined;
    at: number;
    signUp?: ErasedSignUp | undefined;
    isLeaving?: boolean;
  },
): Promise<void> {
  const { joinedAt, at, signUp = 'uncounted', isLeaving = false } = how;
  await removeFromLetters(db, { email, mailbox: hashMailbox(email) }, isLeaving, at);
  await deleteRows(db, 'ask', sql`email = ${email}`);
  const erased = joinedAt === undefined ? undefined : signUp;
  await storeErasure(db, hashAddress(email), at, erased);
  const members = db.selectFrom('member').select(['key', 'via_member']);
  const member = await members.where('email', '=', email).executeTakeFirst();
  if (member) await removeMember(db, member.key, member.via_member);
  await db.deleteFrom('waitlist').where('email', '=', email).execute();
  await (signUp === 'counted' ? foldRefs : forgetRefs)(db, [email]);
}

async function removeMember(
  db: Kysely<Database>,
  key: number,
  viaMember: number | null,
): Promise<void> {
  await db.updateTable('member').set({ via_member: null }).where('via_member', '=', key).execute();
  await db.deleteFrom('member').where('key', '=', key).execute();
  if (viaMember !== null) await countFriends(db, viaMember);
}
