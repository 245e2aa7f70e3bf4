import { randomInt } from 'node:crypto';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Engine } from '../engine.ts';
import { endSuppression } from '../erasures.ts';
import { hasAny } from '../tables.ts';
import { codeOf, letterKinds } from './letter.ts';
import { countFriends } from './positions.ts';
import { lockAddress } from './remove-address.ts';
import { subjectsOf } from './subjects.ts';

/** See `MEMBER_CODE`. */
const CODE_CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const CODE_LENGTH = 8;
/** An attempt fails if its random code exists already, or if another address of the mailbox gives the credit first. */
const MAX_ATTEMPTS = 5;

/** See `Members.confirm`. */
export async function confirmMember(engine: Engine, email: string, at: number): Promise<boolean> {
  const subjects = await subjectsOf(engine);
  const mailbox = subjects.hashMailbox(email);
  const subject = subjects.hashAddress(email);
  return await engine.transaction(async (db) => {
    const { joinedAt, hasLeft } = await lockAddress(db, email, subject);
    if (await hasAny(db, 'member', sql`email = ${email}`)) return true;
    if (joinedAt === undefined && !hasLeft) return false;
    if (hasLeft) {
      await sql`
        INSERT INTO waitlist (email, joined_at, requests) VALUES (${email}, ${at}, 1)
        ON CONFLICT (email) DO NOTHING`.execute(db);
      await endSuppression(db, subject, 'left');
    }
    const inviter = await lockInviter(db, email, mailbox);
    // Letters that ask to confirm are not needed any more.
    const waiting = db.deleteFrom('letter').where('state', '=', codeOf('waiting'));
    const asking = waiting.where('kind', '<>', letterKinds.indexOf('place'));
    await asking.where('email', '=', email).execute();
    await addMember(db, { email, mailbox, confirmed_at: at }, inviter);
    if (inviter !== undefined) await countFriends(db, inviter);
    return true;
  });
}

/**
 * The member whose link was used for the first letter to the address. The lock lets friends who confirm at the same time
 * all be counted.
 *
 * @returns undefined if there is none, or if it has the same mailbox
 */
async function lockInviter(
  db: Kysely<Database>,
  email: string,
  mailbox: Uint8Array,
): Promise<number | undefined> {
  const letters = db.selectFrom('letter').select('via').where('email', '=', email);
  const first = await letters.orderBy('id').limit(1).executeTakeFirst();
  if (!first?.via) return undefined;
  const members = db.selectFrom('member').select('key').where('code', '=', first.via);
  return (await members.where('mailbox', '<>', mailbox).forUpdate().executeTakeFirst())?.key;
}

/** A conflict uses up a key without adding a member. So a friend may move a member up by fewer than 10 people. */
async function addMember(
  db: Kysely<Database>,
  values: Pick<Insertable<Database['member']>, 'email' | 'mailbox' | 'confirmed_at'>,
  inviter: number | undefined,
): Promise<void> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const gaveCredit = sql`mailbox = ${values.mailbox} AND via_member IS NOT NULL`;
    const via_member = (await hasAny(db, 'member', gaveCredit)) ? null : (inviter ?? null);
    const added = await db
      .insertInto('member')
      .values({ ...values, code: makeCode(), via_member, friends: 0, rank: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (added) return await countFriends(db, added.key);
  }
  throw new Error(`The member was not stored in ${MAX_ATTEMPTS} attempts.`);
}

function makeCode(): string {
  const characters = Array.from({ length: CODE_LENGTH }, () =>
    CODE_CHARACTERS.charAt(randomInt(CODE_CHARACTERS.length)),
  );
  return characters.join('');
}
