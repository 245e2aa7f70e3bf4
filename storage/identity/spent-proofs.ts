import { change, type Engine } from '../engine.ts';
import type { SpentProofs } from '../interface/identity.ts';

export function createSpentProofs(engine: Engine): SpentProofs {
  const { db } = engine;
  return {
    async spend(id, validUntil) {
      const spending = db
        .insertInto('spent_challenge')
        .values({ nonce: id, valid_until: validUntil })
        .onConflict((conflict) => conflict.doNothing());
      return (await change(engine, spending)) === 1;
    },
  };
}
