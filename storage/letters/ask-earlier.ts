import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { inSteps } from '../steps.ts';
import { letterPriorities } from './letter.ts';

/** The time that `Letters.begin` stored; undefined if letters were never turned on. */
export async function readBegun({ db }: Engine): Promise<number | undefined> {
  return (await db.selectFrom('letters_begun').select('at').executeTakeFirst())?.at;
}

/** See `Letters.askEarlier`. */
export async function askEarlier(engine: Engine, at: number): Promise<number | undefined> {
  const begun = await engine.db.selectFrom('letters_begun').selectAll().executeTakeFirst();
  if (!begun) return undefined;
  const wasAsked = begun.earlier_asked_at !== null;
  const isEarlier = sql<boolean>`(joined_at < ${begun.at} OR requests = 0)`;
  const people = engine.reports.selectFrom('waitlist').select('email').orderBy('email');
  const asked = await people.where(wasAsked ? sql<boolean>`requests = 0` : isEarlier).execute();
  if (asked.length === 0) return wasAsked ? undefined : 0;
  const emails = asked.map(({ email }) => email);
  const count = await requestLetters(engine, emails, at);
  await engine.transaction((db) =>
    db.updateTable('letters_begun').set({ earlier_asked_at: at }).execute(),
  );
  return count;
}

/**
 * Requests a letter of the kind `earlier` for each of some people who are still on the waitlist, in steps. If it is stopped
 * and repeated, the limits of `contract/mail.ts` prevent a second letter.
 *
 * @returns for how many
 */
export async function requestLetters(
  engine: Engine,
  emails: readonly string[],
  at: number,
): Promise<number> {
  let asked = 0n;
  for await (const step of inSteps(emails)) {
    await engine.transaction(async (db) => {
      const people = db.updateTable('waitlist').where('email', 'in', step);
      await people.where('requests', '=', 0).set({ requests: 1 }).execute();
      const { numAffectedRows = 0n } = await sql`
        INSERT INTO ask (email, at, earlier, priority)
        SELECT email, ${at}, 1, ${sql.lit(letterPriorities.bulk)} FROM waitlist
        WHERE email IN (${sql.join(step)})`.execute(db);
      asked += numAffectedRows;
    });
  }
  return Number(asked);
}
