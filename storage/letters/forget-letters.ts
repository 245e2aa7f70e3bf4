import { randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { LETTER_RETENTION_DAYS } from '../../contract/mail.ts';
import type { Engine } from '../engine.ts';
import { markUnscrubbed, returnedReasons, suppressionReasons } from '../erasures.ts';
import type { Database } from '../schema.ts';
import { deleteRows, hasAny, ranges } from '../tables.ts';
import { isStarted } from './launches.ts';
import { codeOf, letterKinds } from './letter.ts';
import { letEarlierBeAsked } from './mail.ts';

/** The rows of one step. They are few, so that other writes do not have to wait long for a step. */
const ROWS_PER_STEP = 5_000;

/**
 * Removes letters, rows of `ask` that no sender has read, and hashes of addresses that do not exist, after their
 * retention period. If the site has sent no letters during such a period, removes the hashes of returned letters, too.
 * If an admin has also started the deletion after the launch, removes the hashes of people who have left.
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
  const isOver = sql<boolean>`at <= ${until} AND NOT ${kept}`;
  await forgetRows(engine, 'letter', isOver, pause);
  await forgetRows(engine, 'ask', sql<boolean>`at <= ${until}`, pause);
  const { dead, askedAgain } = suppressionReasons;
  // By then the address may exist again.
  const isPast = sql<boolean>`reason IN (${dead}, ${askedAgain}) AND at <= ${until}`;
  await engine.transaction((db) => deleteRows(db, 'stopped', isPast));
  const isOff = sql`on_at <= ${until}`;
  if (!(await hasAny(engine.db, 'letters_begun', isOff))) return;
  const hasEnded = await hasAny(engine.db, 'launch', isStarted);
  const reasons = hasEnded ? [...returnedReasons, suppressionReasons.left] : returnedReasons;
  const isForgotten = sql<boolean>`reason IN (${sql.join(reasons)})`;
  await engine.transaction((db) => deleteRows(db, 'stopped', isForgotten));
}

async function forgetRows(
  engine: Engine,
  table: 'letter' | 'ask',
  isOver: RawBuilder<boolean>,
  pause: () => Promise<void>,
): Promise<void> {
  for await (const range of ranges(engine.db, table, 'id', ROWS_PER_STEP)) {
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
      await deleteRows(db, table, rows);
      // The earlier sign-ups whose letters were never queued can then be asked again.
      if (hasEarlier) await letEarlierBeAsked(db);
      if (hasGone) await markUnscrubbed(db);
    });
  }
}

/** In a rule that confirms an address: letters that ask to confirm it are not needed any more. */
export async function removeAskingLetters(db: Kysely<Database>, email: string): Promise<void> {
  const isAsking = sql`kind <> ${sql.lit(letterKinds.indexOf('place'))}`;
  const isWaiting = sql`state = ${sql.lit(codeOf('waiting'))}`;
  await deleteRows(db, 'letter', sql`email = ${email} AND ${isWaiting} AND ${isAsking}`);
}

/**
 * Removes the address from its letters, which stay without it, because they count towards the limits of the mailbox.
 * Otherwise a stranger could cause a further letter, to another address of the mailbox, each time the person leaves.
 * Letters that wait are not kept.
 */
export async function keepForLimits(db: Kysely<Database>, email: string): Promise<void> {
  const letters = db.selectFrom('letter').select(['id', 'state']).where('email', '=', email);
  // With the state `sent`, no command offers to send a letter again. With another key, the address itself may be asked to
  // confirm again on the same day.
  const nobody = { email: '', via: null, reply: null, state: codeOf('sent') };
  for (const { id, state } of await letters.execute()) {
    const kept = { ...nobody, subject_key: randomBytes(32) };
    if (state === codeOf('waiting')) await db.deleteFrom('letter').where('id', '=', id).execute();
    else await db.updateTable('letter').set(kept).where('id', '=', id).execute();
  }
}

/** Removes all letters to an address, also those that `keepForLimits` has kept. */
export async function removeLetters(
  db: Kysely<Database>,
  email: string,
  mailbox: Uint8Array,
): Promise<void> {
  const isKept = sql`email = '' AND mailbox = ${mailbox}`;
  await deleteRows(db, 'letter', sql`(email = ${email} OR (${isKept}))`);
}
