import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';
import { letterPriorities } from './letter.ts';

/** See `storage.letters.askEarlier`. */
export function askEarlier(engine: Engine, at: number): Promise<number | undefined> {
  return engine.transaction(async (db) => {
    const begun = await db.selectFrom('letters_begun').selectAll().executeTakeFirst();
    if (!begun) return undefined;
    const wasAsked = begun.earlier_asked_at !== null;
    // Imported people have made no request.
    const isAsked = sql<boolean>`(requests = 0 OR joined_at < ${wasAsked ? 0 : begun.at})`;
    const count = await requestLetters(db, isAsked, at);
    if (count === 0) return wasAsked ? undefined : 0;
    await db.updateTable('letters_begun').set({ earlier_asked_at: at }).execute();
    return count;
  });
}

/**
 * In a rule: requests a letter of the kind `earlier` for each person of whom a condition on `waitlist` is true. It takes
 * a second for 100,000 people, while other writes wait.
 *
 * @returns for how many
 */
export async function requestLetters(
  db: Kysely<Database>,
  isAsked: RawBuilder<boolean>,
  at: number,
): Promise<number> {
  const priority = sql.lit(letterPriorities.bulk);
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO ask (email, at, earlier, priority)
    SELECT email, ${at}, 1, ${priority} FROM waitlist WHERE ${isAsked} ORDER BY email`.execute(db);
  const people = db.updateTable('waitlist').where(isAsked).where('requests', '=', 0);
  await people.set({ requests: 1 }).execute();
  return Number(numAffectedRows);
}
