import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Engine } from '../engine.ts';
import { suppress, suppressionReasons } from '../erasures.ts';
import { hasAny } from '../tables.ts';
import { confirmMember } from './confirm-member.ts';
import { codeOf } from './letter.ts';
import { type Position, readPosition } from './positions.ts';
import { lockAddress, removeAddress } from './remove-address.ts';
import { subjectsOf } from './subjects.ts';

export type Standing = { state: 'asked' | 'left' } | ({ state: 'confirmed' } & Position);

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
    async standing(email: string): Promise<Standing | undefined> {
      const member = await db
        .selectFrom('member')
        .select(['key', 'rank', 'code', 'friends'])
        .where('email', '=', email)
        .executeTakeFirst();
      if (member) {
        const { code, friends } = member;
        return { state: 'confirmed', code, friends, ...(await readPosition(engine, member)) };
      }
      if (await hasLeft(engine, email)) return { state: 'left' };
      return (await isOnWaitlist(engine, email)) ? { state: 'asked' } : undefined;
    },

    /**
     * Removes an address from the waitlist, with its place, and stores a hash that shows that the address has left.
     * The next retention removes the bytes from the disk. Does nothing for an address that is not on the waitlist.
     */
    async leave(email: string, at: number): Promise<void> {
      const subject = (await subjectsOf(engine)).hashAddress(email);
      await engine.transaction(async (db) => {
        const locked = await lockAddress(db, email, subject);
        const isOnWaitlist = locked.joinedAt !== undefined;
        // If the address has left already, it may still have a letter that asked it to confirm again.
        if (!isOnWaitlist && !locked.hasLeft) return;
        if (isOnWaitlist) await suppress(db, subject, 'left', at);
        await keepForLimits(db, email);
        await removeAddress(db, email, subject, locked, at);
        await markUnscrubbed(db);
      });
    },
  };
}

/**
 * Stores that the bytes of a deleted address may still be on the disk. The next retention removes them. This must be
 * the last query of its rule: it locks a row that every removal changes, so other removals wait until the commit.
 */
export async function markUnscrubbed(db: Kysely<Database>): Promise<void> {
  await sql`UPDATE letters_begun SET unscrubbed = unscrubbed + 1`.execute(db);
}

/**
 * Removes the address from its letters, which stay without it, because they count towards the limits of the mailbox.
 * Otherwise a stranger could cause a further letter, to another address of the mailbox, each time the person leaves.
 * Letters that wait are not kept.
 */
async function keepForLimits(db: Kysely<Database>, email: string): Promise<void> {
  const letters = db.selectFrom('letter').select('id').where('email', '=', email);
  const begun = letters.where('state', '<>', codeOf('waiting')).forUpdate();
  // With the state `sent`, no command offers to send a letter again. With another key, the address itself may be asked to
  // confirm again on the same day.
  const nobody = { email: '', via: null, reply: null, state: codeOf('sent') };
  for (const { id } of await begun.execute()) {
    const set = { ...nobody, subject_key: randomBytes(32) };
    await db.updateTable('letter').set(set).where('id', '=', id).execute();
  }
}

async function hasLeft(engine: Engine, email: string): Promise<boolean> {
  const subject = (await subjectsOf(engine)).hashAddress(email);
  const isLeft = sql`subject = ${subject} AND reason = ${sql.lit(suppressionReasons.left)}`;
  return await hasAny(engine.db, 'stopped', isLeft);
}

function isOnWaitlist({ db }: Engine, email: string): Promise<boolean> {
  return hasAny(db, 'waitlist', sql`email = ${email}`);
}
