import { type Kysely, type RawBuilder, sql } from 'kysely';
import { dayOf, HOUR_MS } from '../../contract/durations.ts';
import type { Database } from '../database.ts';
import { change, type Engine } from '../engine.ts';

export interface Budget {
  perHour: number;
  perDay: number;
}

/** Budgets for an hour and a day (UTC), such as how many messages may be sent. Each key has a separate count. */
export function createBudgets(engine: Engine) {
  const { db } = engine;
  return {
    /** Counts one use, unless the budget of the hour or the day is used up. @returns whether the use was counted */
    async take(key: Uint8Array, { perHour, perDay }: Budget, at: number): Promise<boolean> {
      if (perHour < 1 || perDay < 1) return false;
      const first = firstCount(at);
      // One statement, so that concurrent calls cannot exceed the budget.
      const taking = db
        .insertInto('budget')
        .values({ key, ...first })
        .onConflict((conflict) =>
          conflict
            .column('key')
            .doUpdateSet(nextCount(at))
            .where(
              sql<boolean>`(NOT ${isCurrent('hour', first.hour)} OR budget.taken_in_hour < ${perHour})
                AND (NOT ${isCurrent('day', first.day)} OR budget.taken_in_day < ${perDay})`,
            ),
        );
      return (await change(engine, taking)) === 1;
    },
  };
}

/**
 * In a transaction, counts one use of each budget, or of none if one is used up.
 *
 * @returns the first that is used up
 */
export async function takeAll<Use extends Budget & { key: Uint8Array }>(
  db: Kysely<Database>,
  uses: readonly Use[],
  at: number,
): Promise<Use | undefined> {
  const keys = uses.map(({ key }) => key);
  const counts = await db
    .selectFrom('budget')
    .selectAll()
    .where('key', 'in', keys)
    .forUpdate()
    .execute();
  const { hour, day } = firstCount(at);
  const usedUp = uses.find(({ key, perHour, perDay }) => {
    const count = counts.find((row) => Buffer.from(row.key).equals(key));
    const taken = (of: number, now: number, inIt: number) =>
      of === now || of === now + 1 ? inIt : 0;
    return (
      taken(count?.hour ?? 0, hour, count?.taken_in_hour ?? 0) >= perHour ||
      taken(count?.day ?? 0, day, count?.taken_in_day ?? 0) >= perDay
    );
  });
  for (const key of usedUp ? [] : keys) {
    await db
      .insertInto('budget')
      .values({ key, ...firstCount(at) })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(nextCount(at)))
      .execute();
  }
  return usedUp;
}

/** The values of a new row, which is stored when a key is counted for the first time. */
export function firstCount(at: number) {
  return { hour: Math.floor(at / HOUR_MS), taken_in_hour: 1, day: dayOf(at), taken_in_day: 1 };
}

/** How a row changes when its key is counted again. */
export function nextCount(at: number) {
  const { hour, day } = firstCount(at);
  const latest = (unit: 'hour' | 'day', now: number) =>
    sql<number>`CASE WHEN ${isCurrent(unit, now)} THEN budget.${sql.ref(unit)} ELSE ${now} END`;
  const more = (unit: 'hour' | 'day', now: number) =>
    sql<number>`CASE WHEN ${isCurrent(unit, now)} THEN budget.${sql.ref(`taken_in_${unit}`)} + 1 ELSE 1 END`;
  return {
    hour: latest('hour', hour),
    taken_in_hour: more('hour', hour),
    day: latest('day', day),
    taken_in_day: more('day', day),
  };
}

/**
 * Whether the count of a row is for the current hour or day, or for the next one. A copy of the program whose clock is
 * a little ahead may have started to count for the next one. If that count were not accepted, the copies would reset
 * each other's counts, and the limit would not apply.
 */
function isCurrent(unit: 'hour' | 'day', now: number): RawBuilder<boolean> {
  return sql`budget.${sql.ref(unit)} IN (${now}, ${now + 1})`;
}

/** Proofs that may be used once: solved challenges of the bot check, and Firebase's tokens. */
export function createSpentProofs(engine: Engine) {
  return {
    /**
     * @param id the challenge's nonce or the token's hash
     * @param validUntil when the proof may be forgotten, because it is refused as expired (milliseconds since 1970 UTC)
     * @returns false for a proof that was used before
     */
    async spend(id: Uint8Array, validUntil: number): Promise<boolean> {
      const spending = engine.db
        .insertInto('spent_challenge')
        .values({ nonce: id, valid_until: validUntil })
        .onConflict((conflict) => conflict.doNothing());
      return (await change(engine, spending)) === 1;
    },
  };
}
