import { randomBytes } from 'node:crypto';
import { type CompiledQuery, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { suppressionReasons } from '../erasures.ts';
import { hasAny } from '../tables.ts';
import { confirmMember } from './confirm-member.ts';
import { codeOf } from './letter.ts';
import { type Position, readPosition } from './positions.ts';
import { hasLeftRow, lockAddress, removeAddress } from './remove-address.ts';
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
      // If the address has left already, it may still have a letter that asked it to confirm again.
      if (!(await isOnWaitlist(engine, email)) && !(await hasLeft(engine, email))) return;
      await engine.write([
        lockAddress(engine, email),
        await storeLeft(engine, email, at),
        ...(await keepForLimits(engine, email)),
        ...(await removeAddress(engine, email, at)),
        markUnscrubbed(engine),
      ]);
    },
  };
}

/** If an address has left, and a sign-up has put it on the waitlist again, removes it from the waitlist. */
export async function removeReturned(engine: Engine, email: string): Promise<void> {
  const subject = (await subjectsOf(engine)).hashAddress(email);
  await engine.write([
    lockAddress(engine, email),
    sql`
      DELETE FROM waitlist WHERE email = ${email} AND EXISTS (
        SELECT 1 FROM stopped WHERE ${hasLeftRow(subject)})`.compile(engine.db),
    markUnscrubbed(engine),
  ]);
}

/**
 * Stores that the bytes of a deleted address may still be on the disk. The next retention removes them. This must be
 * the last query of its transaction: it locks a row that every removal changes, so other removals wait until the
 * commit.
 */
function markUnscrubbed({ db }: Engine): CompiledQuery {
  return sql`UPDATE letters_begun SET unscrubbed = unscrubbed + 1`.compile(db);
}

/**
 * Removes the address from its letters, which stay without it, because they count towards the limits of the mailbox.
 * Otherwise a stranger could cause a further letter, to another address of the mailbox, each time the person leaves.
 * Letters that wait are not kept.
 */
async function keepForLimits({ db }: Engine, email: string): Promise<CompiledQuery[]> {
  const letters = await db.selectFrom('letter').select('id').where('email', '=', email).execute();
  // With the state `sent`, no command offers to send a letter again. With another key, the address itself may be asked to
  // confirm again on the same day.
  return letters.map(({ id }) =>
    sql`
      UPDATE letter SET email = '', via = NULL, reply = NULL, state = ${codeOf('sent')},
        subject_key = ${randomBytes(32)}
      WHERE id = ${id} AND email = ${email} AND state <> ${codeOf('waiting')}`.compile(db),
  );
}

/** Selects the address from `waitlist`, so that nothing is stored if the address was erased meanwhile. */
async function storeLeft(engine: Engine, email: string, at: number): Promise<CompiledQuery> {
  const subject = (await subjectsOf(engine)).hashAddress(email);
  return sql`
    INSERT INTO stopped (subject, reason, at)
    SELECT ${subject}, ${sql.lit(suppressionReasons.left)}, ${at} FROM waitlist WHERE email = ${email}
    ON CONFLICT (subject, reason) DO UPDATE SET at = excluded.at`.compile(engine.db);
}

async function hasLeft(engine: Engine, email: string): Promise<boolean> {
  const subject = (await subjectsOf(engine)).hashAddress(email);
  return await hasAny(engine.db, 'stopped', hasLeftRow(subject));
}

function isOnWaitlist({ db }: Engine, email: string): Promise<boolean> {
  return hasAny(db, 'waitlist', sql`email = ${email}`);
}
