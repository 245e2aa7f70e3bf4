import { type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';

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
type Stopped = Selectable<Database['stopped']>;
const { dead, bounced, complained } = suppressionReasons;
/** With one of these reasons, an address gets no letter: see also `getsNoLetter`. */
export const noLetterReasons: readonly number[] = [dead, bounced, complained];
/** Reasons that were reported, and that outlive the address while the site sends letters. */
export const returnedReasons: readonly number[] = [bounced, complained];

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
export async function readReturned(db: Kysely<Database>): Promise<Stopped[]> {
  return await db
    .selectFrom('stopped')
    .selectAll()
    .where('reason', 'in', returnedReasons)
    .execute();
}

/** After a restore of the same site. */
export async function keepReturned(db: Kysely<Database>, rows: readonly Stopped[]): Promise<void> {
  const stopped = db.insertInto('stopped').onConflict((conflict) => conflict.doNothing());
  for (const row of rows) await stopped.values(row).execute();
}

/** @returns when an address joined, its number of `personStates`, whether it has left, and was asked to confirm since */
export async function findAddress(db: Kysely<Database>, email: string, subject: Uint8Array) {
  const entries = db.selectFrom('waitlist').select(['joined_at', 'state']);
  const entry = await entries.where('email', '=', email).executeTakeFirst();
  const stopped = db.selectFrom('stopped').select(['reason', 'at']).where('subject', '=', subject);
  const times = new Map((await stopped.execute()).map(({ reason, at }) => [reason, at]));
  const leftAt = times.get(suppressionReasons.left) ?? Number.POSITIVE_INFINITY;
  return {
    joinedAt: entry?.joined_at,
    state: entry?.state ?? 0,
    hasLeft: times.has(suppressionReasons.left),
    isAskedAgain: (times.get(suppressionReasons.askedAgain) ?? 0) >= leftAt,
  };
}
