import { type CompiledQuery, sql } from 'kysely';
import { CODE_LIFETIME_MS, MAX_CODE_ATTEMPTS } from '../../contract/identity.ts';
import { change, type Engine } from '../engine.ts';
import type { Guess, SignInCodes } from '../interface/identity.ts';
import { firstCount, nextCount } from './budgets.ts';

export function createSignInCodes(engine: Engine): SignInCodes {
  const { db } = engine;

  const ofBrowser = ({ idHash, browserHash }: Pick<Guess, 'idHash' | 'browserHash'>) =>
    sql<boolean>`id_hash = ${idHash} AND browser_hash = ${browserHash}`;
  /**
   * Whether a counted guess may be compared with the code. The limit of the number is checked separately. A code with a
   * much longer time was stored while a clock was ahead, and is refused.
   */
  const isCompared = (guess: Guess) =>
    sql<boolean>`${ofBrowser(guess)} AND attempts <= ${MAX_CODE_ATTEMPTS} AND valid_until > ${guess.at}
      AND valid_until <= ${guess.at + 2 * CODE_LIFETIME_MS}`;
  /** Counts a guess for its number and day, unless the operator has made the code. */
  const countOfNumber = (guess: Guess, key: Uint8Array): CompiledQuery => {
    const { hour, day } = firstCount(guess.at);
    return db
      .insertInto('budget')
      .columns(['key', 'hour', 'taken_in_hour', 'day', 'taken_in_day'])
      .expression(
        sql`SELECT ${key}, ${hour}, 1, ${day}, 1 FROM sign_in_code WHERE ${isCompared(guess)} AND by_operator = 0`,
      )
      .onConflict((conflict) => conflict.column('key').doUpdateSet(nextCount(guess.at)))
      .compile();
  };
  const guessesOfNumber = (key: Uint8Array) =>
    db.selectFrom('budget').select('taken_in_day').where('key', '=', key);
  const touchPastLimit = ({ key, perDay }: NonNullable<Guess['limit']>): CompiledQuery =>
    db
      .updateTable('budget')
      .set((of) => ({ taken_in_day: of.ref('taken_in_day') }))
      .where('key', '=', key)
      .where('taken_in_day', '>', perDay)
      .compile();

  return {
    async add({ idHash, browserHash, phone, codeHash, validUntil }) {
      const fresh = {
        id_hash: idHash,
        code_hash: codeHash,
        attempts: 0,
        valid_until: validUntil,
        by_operator: 0,
      };
      const adding = db
        .insertInto('sign_in_code')
        .values({ ...fresh, phone, browser_hash: browserHash })
        .onConflict((conflict) => conflict.columns(['phone', 'browser_hash']).doUpdateSet(fresh));
      await change(engine, adding);
    },

    async give(idHash, codeHash) {
      const giving = db
        .updateTable('sign_in_code')
        .set({ code_hash: codeHash })
        .where('id_hash', '=', idHash)
        .where('by_operator', '=', 0);
      return (await change(engine, giving)) === 1;
    },

    async phoneOf(waiting) {
      const row = await db
        .selectFrom('sign_in_code')
        .select('phone')
        .where(ofBrowser(waiting))
        .executeTakeFirst();
      return row?.phone;
    },

    async redeem(guess) {
      const { codeHash, limit } = guess;
      const right = db
        .deleteFrom('sign_in_code')
        .where(isCompared(guess))
        .where('code_hash', '=', codeHash);
      // Count before comparing, in one transaction: guesses that arrive at the same time could otherwise all be
      // compared before the first is counted.
      const changes = await engine.write([
        db
          .updateTable('sign_in_code')
          .set((of) => ({ attempts: of('attempts', '+', 1) }))
          .where(ofBrowser(guess))
          .compile(),
        // The second query changes nothing. It tells whether the limit was used up before this guess.
        ...(limit ? [countOfNumber(guess, limit.key), touchPastLimit(limit)] : []),
        (limit
          ? right.where(({ or, eb }) =>
              or([eb('by_operator', '=', 1), eb(guessesOfNumber(limit.key), '<=', limit.perDay)]),
            )
          : right
        ).compile(),
      ]);
      if (changes.at(-1) === 1) return 'right';
      return limit && changes[1] === 1 && changes[2] === 1 ? 'past-limit' : 'wrong';
    },

    async findWaiting(phone, at) {
      const rows = await db
        .selectFrom('sign_in_code')
        .select(['id_hash', 'valid_until'])
        .where('phone', '=', phone)
        .where('valid_until', '>', at)
        .where('valid_until', '<=', at + 2 * CODE_LIFETIME_MS)
        .orderBy('valid_until', 'desc')
        .execute();
      return rows.map((row) => ({ idHash: row.id_hash, validUntil: row.valid_until }));
    },

    async replace(idHash, codeHash) {
      const replacing = db
        .updateTable('sign_in_code')
        .set({ code_hash: codeHash, attempts: 0, by_operator: 1 })
        .where('id_hash', '=', idHash);
      return (await change(engine, replacing)) === 1;
    },
  };
}
