import { type Kysely, type Selectable, sql } from 'kysely';
import { codeOfMailing, isLaunch } from '../mail/mailing-letter.ts';
import type { Database } from '../schema.ts';
import { pagesOf } from '../tables.ts';
import { readAskedAt } from './launch-figures.ts';

/** Few enough for the parameters of a statement. */
const ROWS_PER_STEP = 1_000;
const [WAITING, SENDING] = [codeOfMailing('waiting'), codeOfMailing('sending')];

/** Who was told of the launch, who is kept, and what is deleted. */
interface StoredLaunch {
  mailings: Selectable<Database['mailing']>[];
  letters: Selectable<Database['mailing_letter']>[];
  clocks: Selectable<Database['deletion_clock']>[];
  kept: { email: string; kept_at: number | null }[];
  /** See `Launch.askedAt`. */
  askedAt: number | undefined;
}

/**
 * Reads, before a restore, what the database to be replaced has stored about the launch. Without its clocks if the backup
 * has other people: no start has counted these.
 */
export async function readLaunch(
  db: Kysely<Database>,
  backup: Kysely<Database>,
): Promise<StoredLaunch> {
  const mailings = await db.selectFrom('mailing').selectAll().where(isLaunch).execute();
  const ids = mailings.map(({ id }) => id);
  const letters = db.selectFrom('mailing_letter').selectAll().orderBy('id');
  const people = db.selectFrom('waitlist').select(['email', 'kept_at']);
  const clocks = await db.selectFrom('deletion_clock').selectAll().execute();
  return {
    mailings,
    letters: ids.length > 0 ? await letters.where('mailing', 'in', ids).execute() : [],
    clocks: clocks.length > 0 && (await hasOthers(db, backup)) ? [] : clocks,
    askedAt: await readAskedAt(db),
    kept: await people.where('kept_at', 'is not', null).execute(),
  };
}

/** Whether the backup has an address that the database does not have. */
async function hasOthers(db: Kysely<Database>, backup: Kysely<Database>): Promise<boolean> {
  for await (const page of pagesOf(backup, 'waitlist')) {
    const emails = page.map(({ email }) => String(email));
    const known = db.selectFrom('waitlist').select(({ fn }) => fn.countAll<number>().as('n'));
    const { n } = await known.where('email', 'in', emails).executeTakeFirstOrThrow();
    if (Number(n) < emails.length) return true;
  }
  return false;
}

/**
 * After a restore of the same site, writes the launch mailings of before the restore, so that no person gets the launch
 * letter twice. A launch mailing that the backup lacks is written as ended; an admin can send another to the people whose
 * letter waited. People who asked to be kept stay kept, and people who were asked to confirm are not asked again. A deletion that was
 * stopped after the backup was made stays stopped, and one that has not counted everybody is stopped.
 *
 * @param why a sentence about a mailing that is paused
 */
export async function keepLaunch(
  db: Kysely<Database>,
  { mailings, letters, clocks, kept, askedAt }: StoredLaunch,
  why: string,
  now: number,
): Promise<void> {
  await db.deleteFrom('deletion_clock').execute();
  const known = mailings.map(({ at }) => sql.lit(at));
  // An admin has taken it back since the backup.
  const isTakenBack = sql<boolean>`${isLaunch} AND people = 0 AND at NOT IN (${sql.join([sql.lit(0), ...known])})`;
  await db.deleteFrom('mailing').where(isTakenBack).execute();
  const restored = await db.selectFrom('mailing').select(['id', 'at']).execute();
  const times = new Map(restored.map(({ id, at }) => [id, at]));
  let lastId = Math.max(0, ...times.keys());
  for (const { id, ...mailing } of mailings.toSorted((one, other) => one.id - other.id)) {
    const isRestored = times.get(id) === mailing.at;
    const newId = isRestored ? id : Math.max(lastId + 1, id);
    lastId = Math.max(lastId, newId);
    await db.deleteFrom('mailing').where('id', '=', newId).execute();
    await db.deleteFrom('mailing_letter').where('mailing', '=', newId).execute();
    const end = isRestored ? mailing.ended_at : (mailing.ended_at ?? now);
    const row = { ...mailing, id: newId, ended_at: end, paused_why: end === null ? why : null };
    await db.insertInto('mailing').values(row).execute();
    const its = letters.filter((letter) => letter.mailing === id);
    await addLetters(
      db,
      its.map(({ id: _id, ...letter }) => ({
        ...{ ...letter, mailing: newId },
        state: settled(letter.state, end !== null),
      })),
    );
    for (const clock of clocks.filter((one) => one.mailing === id)) {
      const row = { ...clock, mailing: newId };
      await db.insertInto('deletion_clock').values(row).execute();
    }
  }
  if (askedAt !== undefined)
    await sql`
      INSERT INTO letters_begun (id, at, unscrubbed, on_at, unconfirmed_asked_at)
      VALUES (1, ${askedAt}, 0, ${askedAt}, ${askedAt})
      ON CONFLICT (id) DO UPDATE SET
        unconfirmed_asked_at = coalesce(letters_begun.unconfirmed_asked_at, excluded.unconfirmed_asked_at)`.execute(
      db,
    );
  for (const { email, kept_at } of kept)
    await db.updateTable('waitlist').set({ kept_at }).where('email', '=', email).execute();
}

/** A letter that was being sent may have arrived; a letter that waited has ended with its mailing. */
function settled(state: number, hasEnded: boolean): number {
  if (state === SENDING) return codeOfMailing('uncertain');
  return hasEnded && state === WAITING ? codeOfMailing('ended') : state;
}

async function addLetters(
  db: Kysely<Database>,
  letters: Omit<Selectable<Database['mailing_letter']>, 'id'>[],
): Promise<void> {
  for (let from = 0; from < letters.length; from += ROWS_PER_STEP) {
    const step = letters.slice(from, from + ROWS_PER_STEP);
    await db.insertInto('mailing_letter').values(step).execute();
  }
}
