import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { recordVisits } from './record-visits.ts';

/**
 * The rules of visitors' writes, which get many writes at once. They import little: on SQLite the thread that writes
 * loads them, because sending it each of their queries would take longer than the queries.
 */
export const frequentRules = { recordVisits, storeSignUps };

export type FrequentRule = keyof typeof frequentRules;
/** What a rule gets and returns: a list of writes, and the result of each. */
export type WritesOf<Name extends FrequentRule> = Parameters<(typeof frequentRules)[Name]>[1];
export type ResultsOf<Name extends FrequentRule> = Awaited<
  ReturnType<(typeof frequentRules)[Name]>
>;

/** A sign-up's request for a letter, which `Mail.queue` reads later. */
export interface Ask {
  /** The code of the member whose link was used; it may be the code of no member. */
  via: string | undefined;
  /** Whether its letter goes after those of other sign-ups. */
  isLater?: boolean;
}

/** See `Waitlist.join`. */
export interface NewSignUp {
  email: string;
  at: number;
  ask: Ask | undefined;
}

/** A rule that stores sign-ups. It does not read, and writes the same for known and unknown addresses. */
export async function storeSignUps(
  db: Kysely<Database>,
  signUps: readonly NewSignUp[],
): Promise<undefined[]> {
  const rows = new Map<string, Database['waitlist']>();
  for (const { email, at } of signUps) {
    const row = rows.getOrInsert(email, { email, joined_at: at, requests: 0 });
    row.joined_at = Math.min(row.joined_at, at);
    row.requests++;
  }
  // In the order of the addresses, which avoids deadlocks on PostgreSQL.
  await db
    .insertInto('waitlist')
    .values([...rows.values()].sort((a, b) => (a.email < b.email ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        requests: sql<number>`waitlist.requests + excluded.requests`,
      }),
    )
    .execute();
  const asks = signUps.flatMap(({ email, at, ask }) =>
    ask ? [{ email, at, via: ask.via ?? null, priority: Number(ask.isLater ?? false) }] : [],
  );
  if (asks.length > 0) await db.insertInto('ask').values(asks).execute();
  return signUps.map(() => undefined);
}
