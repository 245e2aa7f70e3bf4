import { type CompiledQuery, sql } from 'kysely';
import { CODE_LIFETIME_MS, MAX_CODE_ATTEMPTS } from '../../contract/identity.ts';
import { change, type Engine } from '../engine.ts';
import { firstCount, nextCount } from './budgets.ts';

export interface SignInCode {
  /** Hash of the id that the browser received. */
  idHash: Uint8Array;
  /** Hash of the secret in the browser's cookie. */
  browserHash: Uint8Array;
  phone: string;
  /** A keyed hash: see `hashCode`. Before a code is set: random bytes, which no code matches. */
  codeHash: Uint8Array;
  validUntil: number;
}

export interface Guess {
  idHash: Uint8Array;
  browserHash: Uint8Array;
  codeHash: Uint8Array;
  at: number;
  /** How many guesses are compared in a day (UTC) for all codes of the number; no limit if undefined. */
  limit: { key: Uint8Array; perDay: number } | undefined;
}

/** Pending sign-ins and their codes: at most one, the newest, for each number and browser. */
export function createSignInCodes(engine: Engine) {
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

  return {
    /** Adds a pending sign-in, which replaces an earlier one of the same number and browser. */
    async add({ idHash, browserHash, phone, codeHash, validUntil }: SignInCode): Promise<void> {
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

    /**
     * Sets the code of a pending sign-in, just before the code is sent. The attempts and the expiry do not change.
     *
     * @returns false if the sign-in is no longer pending, or has a code from the operator
     */
    async give(idHash: Uint8Array, codeHash: Uint8Array): Promise<boolean> {
      const giving = db
        .updateTable('sign_in_code')
        .set({ code_hash: codeHash })
        .where('id_hash', '=', idHash)
        .where('by_operator', '=', 0);
      return (await change(engine, giving)) === 1;
    },

    /** @returns the number that a browser signs in with, or undefined if there is no such sign-in */
    async phoneOf(waiting: Pick<Guess, 'idHash' | 'browserHash'>): Promise<string | undefined> {
      const row = await db
        .selectFrom('sign_in_code')
        .select('phone')
        .where(ofBrowser(waiting))
        .executeTakeFirst();
      return row?.phone;
    },

    /**
     * Compares a guess with the code, at most MAX_CODE_ATTEMPTS times for each code. A right guess deletes the code, so
     * that only one of many guesses at the same time can succeed.
     *
     * @returns `past-limit` if the guess was not compared, because the daily limit of its number was used up before
     */
    async redeem(guess: Guess): Promise<'right' | 'wrong' | 'past-limit'> {
      const { codeHash, limit } = guess;
      const isAllowed = limit
        ? sql`(by_operator = 1
            OR (SELECT taken_in_day FROM budget WHERE key = ${limit.key}) <= ${limit.perDay})`
        : sql`true`;
      // Count before comparing, in one transaction: guesses that arrive at the same time could otherwise all be
      // compared before the first is counted.
      const changes = await engine.write([
        sql`UPDATE sign_in_code SET attempts = attempts + 1 WHERE ${ofBrowser(guess)}`.compile(db),
        ...(limit
          ? [
              countOfNumber(guess, limit.key),
              // Changes nothing. It tells whether the limit was used up before this guess.
              sql`
                UPDATE budget SET taken_in_day = taken_in_day
                WHERE key = ${limit.key} AND taken_in_day > ${limit.perDay}`.compile(db),
            ]
          : []),
        sql`
          DELETE FROM sign_in_code
          WHERE ${isCompared(guess)} AND code_hash = ${codeHash} AND ${isAllowed}`.compile(db),
      ]);
      if (changes.at(-1) === 1) return 'right';
      return limit && changes[1] === 1 && changes[2] === 1 ? 'past-limit' : 'wrong';
    },

    /** The pending sign-ins of a number, the newest first. */
    async findWaiting(
      phone: string,
      at: number,
    ): Promise<Pick<SignInCode, 'idHash' | 'validUntil'>[]> {
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

    /**
     * Gives a pending sign-in a code from the operator, and resets its attempts. The time of the sign-in does not
     * change, because the operator recognises the browser by this time. Guesses of this code do not count towards the
     * limit of the number.
     *
     * @returns false if the sign-in is no longer pending
     */
    async replace(idHash: Uint8Array, codeHash: Uint8Array): Promise<boolean> {
      const replacing = db
        .updateTable('sign_in_code')
        .set({ code_hash: codeHash, attempts: 0, by_operator: 1 })
        .where('id_hash', '=', idHash);
      return (await change(engine, replacing)) === 1;
    },
  };
}
