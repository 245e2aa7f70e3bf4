import { randomBytes } from 'node:crypto';
import { type CompiledQuery, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { stopReasons } from '../erasures.ts';
import type { Members, Seat } from '../interface/letters.ts';
import { confirmMember } from './confirm-member.ts';
import { codeOf } from './letter-rows.ts';
import { lockAddress, removeAddress } from './remove-address.ts';
import { Subjects } from './subjects.ts';

export function createMembers(engine: Engine): Members {
  const { db } = engine;
  return {
    confirm: (email, at) => confirmMember(engine, email, at),

    async standing(email) {
      const member = await db
        .selectFrom('member')
        .select(['key', 'rank', 'code', 'friends'])
        .where('email', '=', email)
        .executeTakeFirst();
      if (member) {
        const { code, friends } = member;
        return { state: 'confirmed', code, friends, ...(await readPlace(engine, member)) };
      }
      if (await hasLeft(engine, email)) return { state: 'left' };
      return (await isOnWaitlist(engine, email)) ? { state: 'asked' } : undefined;
    },

    async leave(email, at) {
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
  const { db } = engine;
  const subject = (await Subjects.of(engine)).hashAddress(email);
  await engine.write([
    lockAddress(engine, email),
    db
      .deleteFrom('waitlist')
      .where('email', '=', email)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('stopped')
            .select('at')
            .where('subject', '=', subject)
            .where('reason', '=', stopReasons.left),
        ),
      )
      .compile(),
    markUnscrubbed(engine),
  ]);
}

/**
 * Stores that the bytes of a deleted address may still be on the disk. The next retention removes them. This must be
 * the last query of its transaction: it locks a row that every removal changes, so other removals wait until the
 * commit.
 */
export function markUnscrubbed({ db }: Engine): CompiledQuery {
  return sql`UPDATE letters_begun SET unscrubbed = unscrubbed + 1`.compile(db);
}

/**
 * Removes the address from its letters, which stay without it, because they count towards the limits of the mailbox.
 * Otherwise a stranger could cause a further letter, to another address of the mailbox, each time the person leaves.
 * Letters that wait are not kept.
 */
async function keepForLimits({ db }: Engine, email: string): Promise<CompiledQuery[]> {
  const letters = await db.selectFrom('letter').select('id').where('email', '=', email).execute();
  return letters.map(({ id }) =>
    db
      .updateTable('letter')
      .set({
        email: '',
        via: null,
        reply: null,
        // With this state, no command offers to send the letter again.
        state: codeOf('sent'),
        // On the same day, the address itself may be asked to confirm again.
        subject_key: randomBytes(32),
      })
      .where('id', '=', id)
      .where('email', '=', email)
      .where('state', '<>', codeOf('waiting'))
      .compile(),
  );
}

/** Selects the address from `waitlist`, so that nothing is stored if the address was erased meanwhile. */
async function storeLeft(engine: Engine, email: string, at: number): Promise<CompiledQuery> {
  const subject = (await Subjects.of(engine)).hashAddress(email);
  return sql`
    INSERT INTO stopped (subject, reason, at)
    SELECT ${subject}, ${sql.lit(stopReasons.left)}, ${at} FROM waitlist WHERE email = ${email}
    ON CONFLICT (subject, reason) DO UPDATE SET at = excluded.at`.compile(engine.db);
}

async function hasLeft(engine: Engine, email: string): Promise<boolean> {
  const subject = (await Subjects.of(engine)).hashAddress(email);
  const row = await engine.db
    .selectFrom('stopped')
    .select('at')
    .where('subject', '=', subject)
    .where('reason', '=', stopReasons.left)
    .executeTakeFirst();
  return row !== undefined;
}

async function isOnWaitlist({ db }: Engine, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('waitlist')
    .select('email')
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the connection for reports, because with many members the counting may take milliseconds. */
async function readPlace(
  { reports }: Engine,
  { key, rank }: { key: number; rank: number },
): Promise<Pick<Seat, 'place' | 'waiting'>> {
  const { rows } = await sql<{ waiting: number; before: number; beside: number }>`
    SELECT (SELECT count(*) FROM member) AS waiting,
      (SELECT count(*) FROM member WHERE rank < ${rank}) AS before,
      (SELECT count(*) FROM member WHERE rank = ${rank} AND key > ${key}) AS beside
  `.execute(reports);
  const [{ waiting, before, beside } = { waiting: 1, before: 0, beside: 0 }] = rows;
  // The member may have left since its rank was read.
  return { waiting: Math.max(1, waiting), place: before + beside + 1 };
}
