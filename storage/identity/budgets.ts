import type { Kysely } from 'kysely';
import { dayOf, HOUR_MS } from '../../contract/durations.ts';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';

export interface Budget {
  perHour: number;
  perDay: number;
}

/** A budget and the key under which its uses are counted. */
export type Use = Budget & { key: Uint8Array };

/** Budgets for an hour and a day (UTC), such as how many messages may be sent. Each key has a separate count. */
export function createBudgets(engine: Engine) {
  return {
    /** Counts one use, unless the budget of the hour or the day is used up. @returns whether the use was counted */
    take: (key: Uint8Array, budget: Budget, at: number): Promise<boolean> =>
      engine.transaction(async (db) => !(await takeAll(db, [{ key, ...budget }], at))),
  };
}

/**
 * In a rule: counts one use of each budget, or of none if one is used up.
 *
 * @returns the first that is used up. `until`: of which time the budget is
 */
export async function takeAll<AnyUse extends Use>(
  db: Kysely<Database>,
  uses: readonly AnyUse[],
  at: number,
): Promise<(AnyUse & { until: 'hour' | 'day' }) | undefined> {
  const counts = new Map<AnyUse, Database['budget']>();
  for (const use of uses) counts.set(use, await readCount(db, use.key, at));
  for (const use of uses) {
    const count = counts.get(use);
    if (!count || count.taken_in_day >= use.perDay) return { ...use, until: 'day' };
    if (count.taken_in_hour >= use.perHour) return { ...use, until: 'hour' };
  }
  for (const { key, taken_in_hour, taken_in_day, ...units } of counts.values()) {
    const taken = { ...units, taken_in_hour: taken_in_hour + 1, taken_in_day: taken_in_day + 1 };
    await db
      .insertInto('budget')
      .values({ key, ...taken })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(taken))
      .execute();
  }
  return undefined;
}

/** @returns the count of a key in the current hour and day */
async function readCount(
  db: Kysely<Database>,
  key: Uint8Array,
  at: number,
): Promise<Database['budget']> {
  const none = {
    hour: Math.floor(at / HOUR_MS),
    taken_in_hour: 0,
    day: dayOf(at),
    taken_in_day: 0,
  };
  const counts = db.selectFrom('budget').selectAll().where('key', '=', key);
  const { hour, taken_in_hour, day, taken_in_day } = (await counts.executeTakeFirst()) ?? none;
  return {
    key,
    ...(isCurrent(hour, none.hour)
      ? { hour, taken_in_hour }
      : { hour: none.hour, taken_in_hour: 0 }),
    ...(isCurrent(day, none.day) ? { day, taken_in_day } : { day: none.day, taken_in_day: 0 }),
  };
}

/**
 * Whether a count is for the current hour or day, or for the next one. An instance whose clock is a little ahead may
 * have started to count for the next one. If that count were not accepted, the instances would reset each other's
 * counts, and the limit would not apply.
 */
function isCurrent(stored: number, now: number): boolean {
  return stored === now || stored === now + 1;
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
      const spent = await engine.transaction((db) =>
        db
          .insertInto('spent_challenge')
          .values({ nonce: id, valid_until: validUntil })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst(),
      );
      return spent.numInsertedOrUpdatedRows === 1n;
    },
  };
}
