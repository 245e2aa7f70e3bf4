import { randomInt } from 'node:crypto';
import { type Insertable, type Kysely, sql } from 'kysely';
import { CONSENT_VERSION } from '../../contract/mail.ts';
import type { Phone } from '../../contract/phones.ts';
import { memberCode } from '../../contract/screens.ts';
import type { Engine } from '../engine.ts';
import { addressHashesOf } from '../letters/address-hashes.ts';
import { removeAskingLetters } from '../letters/forget-letters.ts';
import { isStarted, tellLater } from '../letters/launches.ts';
import { endSuppression, findAddress } from '../letters/suppressions.ts';
import { choosePhone, phoneOfCode } from '../people/phones.ts';
import {
  countFriends,
  type MemberPosition,
  NOT_WAITING,
  rankBy,
  readPosition,
  waits,
} from '../people/positions.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { leave } from './leaving.ts';
import { countSignUp } from './sign-up-refs.ts';

/** An attempt fails if its random code exists already. */
const MAX_ATTEMPTS = 5;

/**
 * `askedAgain`: left, and was asked to confirm again since. `phone`: of people who have confirmed; null if they have not
 * said which one it is.
 */
export type Position =
  | { state: 'asked' | 'askedAgain' | 'left' }
  | { state: 'invited'; phone: Phone | null | undefined }
  | ({ state: 'confirmed'; phone: Phone | null } & MemberPosition);

/** People of the waitlist who have confirmed their address, and those who have left. */
export function createMembers(engine: Engine) {
  const { db } = engine;
  return {
    /**
     * Confirms an address that is on the waitlist or has left it. Credits the member whose link was used: each mailbox
     * gives only one credit, and none to a member with the same mailbox. A second call changes nothing.
     *
     * @returns false if the address is neither on the waitlist nor has left it, for example because it was erased
     */
    confirm: (email: string, at: number): Promise<boolean> => confirmMember(engine, email, at),

    /** @returns undefined if the address is neither on the waitlist nor has left it */
    async position(email: string): Promise<Position | undefined> {
      const { joinedAt, state, hasLeft, isAskedAgain } = await find(engine, email);
      const member = await db
        .selectFrom('member')
        .select(['key', 'rank', 'code', 'friends', 'phone'])
        .where('email', '=', email)
        .executeTakeFirst();
      const phone = member && phoneOfCode(member.phone);
      if (!waits(state)) return { state: 'invited', phone };
      if (member && phone !== undefined) {
        const { code, friends } = member;
        const position = await readPosition(engine, member);
        return { state: 'confirmed', phone, code, friends, ...position };
      }
      if (hasLeft) return { state: isAskedAgain ? 'askedAgain' : 'left' };
      return joinedAt === undefined ? undefined : { state: 'asked' };
    },

    /** Whether an address has left the waitlist, and was not asked to confirm again since. */
    async hasLeft(email: string): Promise<boolean> {
      const { hasLeft, isAskedAgain } = await find(engine, email);
      return hasLeft && !isAskedAgain;
    },

    /** Stores which phone a person has who has confirmed. Does nothing for other addresses. */
    choosePhone: (email: string, phone: Phone): Promise<void> => choosePhone(engine, email, phone),

    /**
     * Removes an address from the waitlist, and all members with the same mailbox: mailings would go to the same person.
     * Stores hashes that show that they have left. The next retention removes the bytes from the disk. Does nothing for
     * an address that is not on the waitlist.
     */
    leave: (email: string, at: number): Promise<void> => leave(engine, email, at),
  };
}

async function find(engine: Engine, email: string) {
  return await findAddress(engine.db, email, (await addressHashesOf(engine)).hashAddress(email));
}

/** See `confirm` of `createMembers`. */
async function confirmMember(engine: Engine, email: string, at: number): Promise<boolean> {
  const hashes = await addressHashesOf(engine);
  const mailbox = hashes.hashMailbox(email);
  const subject = hashes.hashAddress(email);
  return await engine.transaction(async (db) => {
    const { joinedAt, state, hasLeft, isAskedAgain } = await findAddress(db, email, subject);
    if (await hasAny(db, 'member', sql`email = ${email}`)) return true;
    // Once addresses are deleted, old links to confirm add no address. The link in the letter after a new sign-up does.
    const mayComeBack = isAskedAgain || (hasLeft && !(await hasAny(db, 'launch', isStarted)));
    if (joinedAt === undefined && !mayComeBack) return false;
    if (hasLeft) {
      await sql`
        INSERT INTO waitlist (email, joined_at, requests) VALUES (${email}, ${at}, 1)
        ON CONFLICT (email) DO NOTHING`.execute(db);
      await endSuppression(db, subject, 'left');
    }
    const via = await readVia(db, email);
    await removeAskingLetters(db, email);
    const viaMember = via === null ? undefined : await readViaMember(db, via, mailbox);
    const rank = waits(state) ? 0 : NOT_WAITING;
    const values = { email, mailbox, rank, confirmed_at: at, consent: CONSENT_VERSION };
    await addMember(db, values, viaMember);
    await tellLater(db, email, at);
    if (viaMember !== undefined) await countFriends(db, viaMember);
    await countSignUp(db, email, at);
    return true;
  });
}

type NewMember = Insertable<Database['member']>;

/** The code of the link that was used for the first letter to the address. */
async function readVia(db: Kysely<Database>, email: string): Promise<string | null> {
  const letters = db.selectFrom('letter').select('via').where('email', '=', email);
  const first = await letters.orderBy('id').limit(1).executeTakeFirst();
  return first?.via ?? null;
}

/** @returns the key of the member with this code; undefined if there is none, or if it has the same mailbox */
async function readViaMember(
  db: Kysely<Database>,
  code: string,
  mailbox: Uint8Array,
): Promise<number | undefined> {
  const members = db.selectFrom('member').select('key').where('code', '=', code);
  return (await members.where('mailbox', '<>', mailbox).executeTakeFirst())?.key;
}

/** A conflict uses up a key without adding a member. So a friend may move a member up by fewer than 10 people. */
async function addMember(
  db: Kysely<Database>,
  values: Omit<NewMember, 'code' | 'friends'>,
  viaMember: number | undefined,
): Promise<void> {
  const gaveCredit = sql`mailbox = ${values.mailbox} AND via_member IS NOT NULL`;
  const via_member = (await hasAny(db, 'member', gaveCredit)) ? null : (viaMember ?? null);
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const added = await db
      .insertInto('member')
      .values({ ...values, code: makeCode(), via_member, friends: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (added) return await countFriends(db, added.key);
  }
  throw new Error(`The member was not stored in ${MAX_ATTEMPTS} attempts.`);
}

/** Adds people who wait, have confirmed, and were not invited by a member. They follow the members in the order given. */
export async function addMembers(
  db: Kysely<Database>,
  people: readonly Omit<NewMember, 'code' | 'friends' | 'rank'>[],
): Promise<void> {
  if (people.length === 0) return;
  const rows = people.map((one) => ({ ...one, code: makeCode(), friends: 0, rank: 0 }));
  const added = await db
    .insertInto('member')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['key', 'email'])
    .execute();
  const keys = added.map(({ key }) => key);
  const rank = rankBy(sql.ref('friends'));
  await db.updateTable('member').set({ rank }).where('key', 'in', keys).execute();
  // The codes of the others exist already.
  const emails = new Set(added.map(({ email }) => email));
  for (const one of people)
    if (!emails.has(one.email)) await addMember(db, { ...one, rank: 0 }, undefined);
}

function makeCode(): string {
  const { characters, length } = memberCode;
  const random = Array.from({ length }, () => characters.charAt(randomInt(characters.length)));
  return random.join('');
}
