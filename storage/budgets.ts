import { sql } from 'kysely';
import { dayOf } from './counters.ts';
import type { Engine } from './engine.ts';
import type { Budgets } from './identity.ts';

const HOUR_MS = 60 * 60 * 1_000;

export function createBudgets(engine: Engine): Budgets {
  const { db } = engine;
  return {
    async take(key, { perHour, perDay }, at) {
      if (perHour < 1 || perDay < 1) return false;
      const hour = Math.floor(at / HOUR_MS);
      const day = dayOf(at);
      // One statement: of many at once, no more get through than the budget has left.
      const [taken] = await engine.write([
        db
          .insertInto('budget')
          .values({ key, hour, taken_in_hour: 1, day, taken_in_day: 1 })
          .onConflict((conflict) =>
            conflict
              .column('key')
              .doUpdateSet({
                hour,
                taken_in_hour: sql`CASE WHEN budget.hour = ${hour} THEN budget.taken_in_hour + 1 ELSE 1 END`,
                day,
                taken_in_day: sql`CASE WHEN budget.day = ${day} THEN budget.taken_in_day + 1 ELSE 1 END`,
              })
              .where(({ or, eb }) =>
                or([eb('budget.hour', '!=', hour), eb('budget.taken_in_hour', '<', perHour)]),
              )
              .where(({ or, eb }) =>
                or([eb('budget.day', '!=', day), eb('budget.taken_in_day', '<', perDay)]),
              ),
          )
          .compile(),
      ]);
      return taken === 1;
    },
  };
}
