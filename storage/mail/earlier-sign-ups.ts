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
  return await engine.transaction(async (db) => {
    // Of two commands at the same time only one adds rows to `ask`.
    const begun = await db.selectFrom('letters_begun').selectAll().forUpdate().executeTakeFirst();
    if (!begun || begun.earlier_asked_at !== null) return undefined;
    const priority = letterPriorities.indexOf('bulk');
    const { numAffectedRows: asked = 0n } = await sql`
      INSERT INTO ask (email, at, earlier, priority)
      SELECT email, ${at}, 1, ${sql.lit(priority)} FROM waitlist WHERE joined_at < ${begun.at}
    `.execute(db);
    if (asked > 0) await db.updateTable('letters_begun').set({ earlier_asked_at: at }).execute();
    return Number(asked);
  });
}

/** Whether `askEarlier` has added sign-ups whose letters are not queued yet. These sign-ups are not copied. */
export function isAskingEarlier(db: Kysely<Database>): Promise<boolean> {
  return hasAny(db, 'ask', sql`earlier = 1`);
}

/** For a copy of a database in which `isAskingEarlier`: `askEarlier` may be called again. */
export async function letEarlierBeAsked(db: Kysely<Database>): Promise<void> {
  await db.updateTable('letters_begun').set({ earlier_asked_at: null }).execute();
}
