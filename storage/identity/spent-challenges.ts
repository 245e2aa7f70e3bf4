import { change, type Engine } from '../engine.ts';
import type { SpentChallenges } from '../interface/identity.ts';

export function createSpentChallenges(engine: Engine): SpentChallenges {
  const { db } = engine;
  return {
    async spend(nonce, validUntil) {
      const spending = db
        .insertInto('spent_challenge')
        .values({ nonce, valid_until: validUntil })
        .onConflict((conflict) => conflict.doNothing());
      return (await change(engine, spending)) === 1;
    },
  };
}
