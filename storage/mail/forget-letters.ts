import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { LETTER_RETENTION_DAYS } from '../../contract/mail.ts';
import type { Engine } from '../engine.ts';
import { suppressionReasons } from '../erasures.ts';
import { forgetRefs } from '../recording/sign-up-refs.ts';
import { hasAny, idRanges } from '../tables.ts';
import { codeOf, NO_LETTER } from './letter.ts';
import { letEarlierBeAsked } from './mail.ts';
import { markUnscrubbed } from './members.ts';

/** The rows of one step. They are few, so that other writes do not have to wait long for a step. */
const ROWS_PER_STEP = 5_000;
/** Fewer, because their addresses are the parameters of a query. */
const REFS_PER_STEP = 500;

/**
 * Removes letters, rows of `ask` that no sender has read, and hashes of addresses that do not exist, after their
 * retention period.
 */
export async function forgetLetters(
  engine: Engine,
  now: number,
  pause: () => Promise<void>,
): Promise<void> {
  const until = now - LETTER_RETENTION_DAYS * DAY_MS;
  // Letters that are still to be sent are kept: if few letters may be sent in a day, a letter in a large queue may wait
  // longer than the retention period.
  const kept = sql`state IN (${sql.lit(codeOf('waiting'))}, ${sql.lit(codeOf('sending'))})`;
  const isOver = sql<boolean>`at <= ${until} AND (kind = ${sql.lit(NO_LETTER)} OR NOT ${kept})`;
  await forgetRows(engine, 'letter', isOver, pause);
  await forgetRows(engine, 'ask', sql<boolean>`at <= ${until}`, pause);
  // By then the address may exist again.
  await engine.transaction(async (db) => {
    const passing = db.deleteFrom('stopped').where('reason', '<>', suppressionReasons.left);
    await passing.where('at', '<=', until).execute();
  });
  await forgetGoneRefs(engine, pause);
}

/**
 * Removes who invited an address that has left and signed up again, if it has not confirmed by the end of its letter's
 * retention period, or got no letter.
 */
async function forgetGoneRefs(engine: Engine, pause: () => Promise<void>): Promise<void> {
  const isGone = sql<boolean>`
    NOT EXISTS (SELECT 1 FROM waitlist WHERE waitlist.email = sign_up_ref.email)
    AND NOT EXISTS (SELECT 1 FROM letter WHERE letter.email = sign_up_ref.email)`;
  const gone = await engine.reports
    .selectFrom('sign_up_ref')
    .select('email')
    .where(isGone)
    .orderBy('email')
    .execute();
  for (let from = 0; from < gone.length; from += REFS_PER_STEP) {
    const emails = gone.slice(from, from + REFS_PER_STEP).map(({ email }) => email);
    await pause();
    await engine.transaction(async (db) => {
      // Locked, so that an address that has signed up again meanwhile is kept.
      const refs = db.selectFrom('sign_up_ref').select('email').where('email', 'in', emails);
      const locked = await refs.where(isGone).orderBy('email').forUpdate().execute();
      if (locked.length === 0) return;
      await forgetRefs(
        db,
        locked.map(({ email }) => email),
      );
      await markUnscrubbed(db);
    });
  }
}

async function forgetRows(
  engine: Engine,
  table: 'letter' | 'ask',
  isOver: RawBuilder<boolean>,
  pause: () => Promise<void>,
): Promise<void> {
  for await (const range of idRanges(engine.db, table, ROWS_PER_STEP)) {
    const rows = sql<boolean>`${range} AND ${isOver}`;
    await pause();
    if (!(await hasAny(engine.db, table, rows))) continue;
    await engine.transaction(async (db) => {
      // If an address is not on the waitlist, because the person has left, these may be the last rows with the address.
      // Then its bytes must be removed from the disk, too.
      const isGone = sql`email <> '' AND NOT EXISTS (
        SELECT 1 FROM waitlist WHERE waitlist.email = ${sql.table(table)}.email
      )`;
      const hasGone = await hasAny(db, table, sql`${rows} AND ${isGone}`);
      const hasEarlier = table === 'ask' && (await hasAny(db, table, sql`${rows} AND earlier = 1`));
      await db.deleteFrom(table).where(rows).execute();
      // The earlier sign-ups whose letters were never queued can then be asked again.
      if (hasEarlier) await letEarlierBeAsked(db);
      if (hasGone) await markUnscrubbed(db);
    });
  }
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
