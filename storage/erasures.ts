import { createHmac, randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

/** What was erased: an address of the waitlist, or an inviter. */
export type SubjectKind = 'waitlist' | 'inviter';

/** Whether the sign-up of an address that is removed stays counted for its inviter. */
export type ErasedSignUp = 'counted' | 'uncounted';

/**
 * In a rule that erases: stores the erasure. An earlier backup still contains the person. When that backup is restored,
 * this row causes the person to be erased again.
 *
 * @param subject the result of `hashSubject`
 * @param signUp undefined if there is none any more: what the erasure before has said about it holds
 */
export async function storeErasure(
  db: Kysely<Database>,
  subject: Uint8Array,
  at: number,
  signUp?: ErasedSignUp,
): Promise<void> {
  const staysCounted = sql.lit(Number(signUp === 'counted'));
  const stays = signUp === undefined ? sql`erasure.stays_counted` : sql`excluded.stays_counted`;
  await sql`
    INSERT INTO erasure (subject, at, stays_counted) VALUES (${subject}, ${at}, ${staysCounted})
    ON CONFLICT (subject) DO UPDATE SET stays_counted = ${stays}, at = excluded.at`.execute(db);
}

export function hashSubject(secret: Uint8Array, kind: SubjectKind, id: string): Buffer {
  return createHmac('sha256', secret).update(`erased ${kind} ${id}`).digest();
}

/** Stores that the bytes of a deleted address may still be on the disk. The next retention removes them. */
export async function markUnscrubbed(db: Kysely<Database>): Promise<void> {
  await sql`UPDATE letters_begun SET unscrubbed = unscrubbed + 1`.execute(db);
}

/**
 * In a rule: stores that deleted bytes may still be on the disk, with a key that no inviter has. It is random, so that a
 * retention which is already running does not remove this row.
 */
export async function noteErasedBytes(db: Kysely<Database>): Promise<void> {
  const inviter_key = -randomInt(1, 2 ** 31);
  await db.insertInto('erased_inviter').values({ inviter_key }).execute();
}

/** How often addresses were deleted since the bytes of deleted addresses were last removed from the disk. */
export async function countUnscrubbed({ db }: Engine): Promise<number> {
  const row = await db.selectFrom('letters_begun').select('unscrubbed').executeTakeFirst();
  return row?.unscrubbed ?? 0;
}

/** For use after a scrub. @param counted the result of `countUnscrubbed` before the scrub */
export async function forgetUnscrubbed(engine: Engine, counted: number): Promise<void> {
  // Another run may have subtracted the same meanwhile.
  const left = sql<number>`CASE WHEN unscrubbed > ${counted} THEN unscrubbed - ${counted} ELSE 0 END`;
  await engine.transaction((db) =>
    db.updateTable('letters_begun').set({ unscrubbed: left }).execute(),
  );
}
