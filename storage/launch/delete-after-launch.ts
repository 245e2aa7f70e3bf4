import { type Kysely, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { findAddress, noteErasedBytes } from '../erasures.ts';
import { removeLetters } from '../mail/forget-letters.ts';
import { readLaunches } from '../mail/launch-mailings.ts';
import { type Subjects, subjectsOf } from '../mail/subjects.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { removeAddress } from '../waitlist/leaving.ts';
import { fatesOf } from './fates.ts';

/** Undoes the deletion of an address that an admin has stopped meanwhile. */
class Stopped extends Error {}

/** Few, so that a read is short. Each address is deleted in its own transaction. */
const ADDRESSES_PER_PAGE = 1_000;

/**
 * Deletes the addresses whose time has come, if an admin has started that (`Launch.start`). The hashes of people who have
 * left and of returned letters stay, and sign-ups stay counted for their inviters.
 *
 * @returns how many addresses
 */
export async function deleteAfterLaunch(
  engine: Engine,
  now: number,
  pause: () => Promise<void>,
): Promise<number> {
  if (!(await hasAny(engine.db, 'deletion_clock'))) return 0;
  let deleted = 0;
  for (let last = ''; ; ) {
    const page = await engine.snapshot((db) => readPage(db, last, now));
    const due = page.filter(({ is_due }) => is_due === 1);
    if (due.length > 0 && deleted === 0) await engine.transaction(noteErasedBytes);
    for (const { email } of due) {
      await pause();
      if (await deleteAddress(engine, email, now)) deleted++;
    }
    if (page.length < ADDRESSES_PER_PAGE) return deleted;
    last = page.at(-1)?.email ?? last;
  }
}

const isDue = (now: number) => sql`
  due_at <= ${now} AND mailing <= (SELECT max(mailing) FROM deletion_clock)`;

/** The addresses after one, in their order. */
async function readPage(
  db: Kysely<Database>,
  after: string,
  now: number,
): Promise<{ email: string; is_due: number }[]> {
  const page = sql`(
    SELECT email, kept_at, joined_at FROM waitlist WHERE email > ${after}
    ORDER BY email LIMIT ${sql.lit(ADDRESSES_PER_PAGE)}) AS waitlist`;
  const { rows } = await sql<{ email: string; is_due: number }>`
    SELECT email, CASE WHEN ${isDue(now)} THEN 1 ELSE 0 END AS is_due
    FROM (${fatesOf(await readLaunches(db), page)}) AS fates ORDER BY email`.execute(db);
  return rows;
}

/**
 * @returns false if the address is not due any more, because its person has left or has asked to be kept, or an admin has
 *   stopped the deletion
 */
async function deleteAddress(engine: Engine, email: string, now: number): Promise<boolean> {
  const subjects = await subjectsOf(engine);
  try {
    return await engine.transaction((db) => deleteIfDue(db, subjects, email, now));
  } catch (error) {
    if (error instanceof Stopped) return false;
    throw error;
  }
}

async function deleteIfDue(
  db: Kysely<Database>,
  { hashAddress, hashMailbox }: Subjects,
  email: string,
  now: number,
): Promise<boolean> {
  const subject = hashAddress(email);
  const found = await findAddress(db, email, subject);
  const one = sql`waitlist WHERE email = ${email}`;
  const { rows } = await sql<{ mailing: number }>`
    SELECT mailing FROM (${fatesOf(await readLaunches(db), one)}) AS fates WHERE ${isDue(now)}`.execute(
    db,
  );
  const [due] = rows;
  if (!due) return false;
  await removeLetters(db, email, hashMailbox(email));
  await removeAddress(db, email, subject, found, now, 'counted');
  const covering = db.selectFrom('deletion_clock').select('mailing');
  const first = covering.where('mailing', '>=', due.mailing).orderBy('mailing').limit(1);
  const counted = await db
    .updateTable('deletion_clock')
    .set(({ eb }) => ({ deleted: eb('deleted', '+', 1) }))
    .where('mailing', 'in', first)
    .executeTakeFirst();
  if (counted.numUpdatedRows === 0n) throw new Stopped();
  return true;
}
