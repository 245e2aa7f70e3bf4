import { createHmac, randomInt } from 'node:crypto';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';
import { readSecret } from './secret.ts';
import { hasAny } from './tables.ts';

/** Few enough for the parameters of a statement. */
const ROWS_PER_STEP = 5_000;

/** What was erased: an address of the waitlist, or an inviter. */
export type SubjectKind = 'waitlist' | 'inviter';

/**
 * Why an address gets few letters or none. `left`: the person has left the waitlist. `askedAgain`: the person had left,
 * and got a letter after a new sign-up. `dead`: a mail server has said that the address does not exist. `bounced` and
 * `complained`: see `ReturnResult`. A released number never changes.
 */
export const suppressionReasons = {
  left: 0,
  dead: 1,
  askedAgain: 2,
  bounced: 3,
  complained: 4,
} as const;
const { dead, bounced, complained } = suppressionReasons;
/** With one of these reasons, an address gets no letter: see also `getsNoLetter`. */
export const noLetterReasons: readonly number[] = [dead, bounced, complained];
/** Reasons that were reported, and that outlive the address while the site sends letters. */
export const returnedReasons: readonly number[] = [bounced, complained];

/** Whether the sign-up of an address that is removed stays counted for its inviter. */
export type ErasedSignUp = 'counted' | 'uncounted';

/**
 * The erasures of a database, as keyed hashes. They show whether a given id was erased, but do not reveal the erased
 * ids.
 */
export interface ErasureLedger {
  readonly secret: Uint8Array;
  /** The last erasure by the hexadecimal hash of the subject. `at`: in milliseconds since 1970 UTC. */
  readonly erasures: ReadonlyMap<string, { at: number; signUp: ErasedSignUp }>;
  /** The time at which a person left the waitlist, by the hexadecimal hash of the subject. */
  readonly left: ReadonlyMap<string, number>;
}

/**
 * In a rule that erases: stores the erasure. An earlier backup still contains the person. When that backup is restored,
 * this row causes the person to be erased again.
 * A second erasure of the same subject is stored with a later time, even if the clock was set back. A restore repeats
 * only erasures that are later than those in the backup. With an earlier time, a backup from between the two erasures
 * would bring the person back.
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
    ON CONFLICT (subject) DO UPDATE SET stays_counted = ${stays},
      at = CASE WHEN erasure.at < excluded.at THEN excluded.at ELSE erasure.at + 1 END`.execute(db);
}

/**
 * In a rule: stores why an address gets few letters or none.
 *
 * @param mailing of an address that has left: whose letter it got last
 */
export async function suppress(
  db: Kysely<Database>,
  subject: Uint8Array,
  reason: keyof typeof suppressionReasons,
  at: number,
  mailing: number | null = null,
): Promise<void> {
  await sql`
    INSERT INTO stopped (subject, reason, at, mailing)
    VALUES (${subject}, ${suppressionReasons[reason]}, ${at}, ${mailing})
    ON CONFLICT (subject, reason) DO UPDATE SET at = excluded.at, mailing = excluded.mailing`.execute(
    db,
  );
}

/** @param subject the hash of an address */
export function getsNoLetter(db: Kysely<Database>, subject: Uint8Array): Promise<boolean> {
  const getsNone = sql`subject = ${subject} AND reason IN (${sql.join(noLetterReasons)})`;
  return hasAny(db, 'stopped', getsNone);
}

export async function endSuppression(
  db: Kysely<Database>,
  subject: Uint8Array,
  reason: keyof typeof suppressionReasons,
): Promise<void> {
  const rows = db.deleteFrom('stopped').where('subject', '=', subject);
  await rows.where('reason', '=', suppressionReasons[reason]).execute();
}

/** Before a restore: the addresses whose letters came back. */
export async function readReturned(
  db: Kysely<Database>,
): Promise<Selectable<Database['stopped']>[]> {
  const stopped = db.selectFrom('stopped').selectAll();
  return await stopped.where('reason', 'in', returnedReasons).execute();
}

/** After a restore of the same site. */
export async function keepReturned(
  db: Kysely<Database>,
  rows: Awaited<ReturnType<typeof readReturned>>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STEP) {
    const step = db.insertInto('stopped').values(rows.slice(from, from + ROWS_PER_STEP));
    await step.onConflict((conflict) => conflict.doNothing()).execute();
  }
}

export function hashSubject(secret: Uint8Array, kind: SubjectKind, id: string): Buffer {
  return createHmac('sha256', secret).update(`erased ${kind} ${id}`).digest();
}

export async function readLedger(engine: Engine): Promise<ErasureLedger> {
  const { db } = engine;
  const erasures = await db.selectFrom('erasure').selectAll().execute();
  const suppressed = db.selectFrom('stopped').select(['subject', 'at']);
  const left = await suppressed.where('reason', '=', suppressionReasons.left).execute();
  return {
    secret: await readSecret(engine, 'secret'),
    erasures: new Map(
      erasures.map(({ subject, at, stays_counted }) => [
        subject.toHex(),
        { at, signUp: stays_counted === 1 ? 'counted' : 'uncounted' },
      ]),
    ),
    left: new Map(left.map(({ subject, at }) => [subject.toHex(), at])),
  };
}

/** When an address joined, if it is on the waitlist, its number of `personStates`, its wave, and whether it has left. */
export interface FoundAddress {
  joinedAt: number | undefined;
  state: number;
  wave: number | null;
  hasLeft: boolean;
}

export async function findAddress(
  db: Kysely<Database>,
  email: string,
  subject: Uint8Array,
): Promise<FoundAddress> {
  const entries = db.selectFrom('waitlist').select(['joined_at', 'state', 'wave']);
  const entry = await entries.where('email', '=', email).executeTakeFirst();
  const isLeft = sql`subject = ${subject} AND reason = ${sql.lit(suppressionReasons.left)}`;
  const hasLeft = await hasAny(db, 'stopped', isLeft);
  const { joined_at: joinedAt, state = 0, wave = null } = entry ?? {};
  return { joinedAt, state, wave, hasLeft };
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
