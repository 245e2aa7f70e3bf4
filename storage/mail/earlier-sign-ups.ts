import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Engine } from '../engine.ts';
import { hasAny } from '../tables.ts';
import { letterPriorities } from './letter.ts';

/** The time that `Letters.begin` stored; undefined if letters were never turned on. */
export async function readBegun({ db }: Engine): Promise<number | undefined> {
  return (await db.selectFrom('letters_begun').select('at').executeTakeFirst())?.at;
}

/**
 * Requests a letter of the kind `earlier` for each address that signed up before the site sent letters. After a call
 * has found such addresses, later calls do nothing. The letters are queued by `queue`, as if the addresses had just
 * signed up.
 *
 * @returns how many addresses; undefined if an earlier call has found addresses
 */
export async function askEarlier(engine: Engine, at: number): Promise<number | undefined> {
  const [, asked, isFirst] = await engine.write([
    // Locks the row, so that of two commands at the same time only one adds rows to `ask`.
    sql`
      INSERT INTO letters_begun (id, at, unscrubbed) VALUES (1, ${at}, 0)
      ON CONFLICT (id) DO UPDATE SET id = excluded.id`.compile(engine.db),
    sql`
      INSERT INTO ask (email, at, earlier, priority)
      SELECT email, ${at}, 1, ${sql.lit(letterPriorities.indexOf('bulk'))} FROM waitlist, letters_begun
      WHERE joined_at < letters_begun.at AND earlier_asked_at IS NULL`.compile(engine.db),
    sql`
      UPDATE letters_begun SET earlier_asked_at = ${at} WHERE earlier_asked_at IS NULL
        AND EXISTS (SELECT 1 FROM waitlist WHERE joined_at < letters_begun.at)`.compile(engine.db),
  ]);
  if (isFirst === 1) return asked;
  return (await wasEarlierAsked(engine)) ? undefined : 0;
}

async function wasEarlierAsked({ db }: Engine): Promise<boolean> {
  const row = await db.selectFrom('letters_begun').select('earlier_asked_at').executeTakeFirst();
  return row?.earlier_asked_at != null;
}

/** Whether `askEarlier` has added sign-ups whose letters are not queued yet. These sign-ups are not copied. */
export function isAskingEarlier(db: Kysely<Database>): Promise<boolean> {
  return hasAny(db, 'ask', sql`earlier = 1`);
}

/** For a copy of a database in which `isAskingEarlier`: `askEarlier` may be called again. */
export async function letEarlierBeAsked(db: Kysely<Database>): Promise<void> {
  await db.updateTable('letters_begun').set({ earlier_asked_at: null }).execute();
}
