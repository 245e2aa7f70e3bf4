import { timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { MAX_CODE_ATTEMPTS } from '../../contract/identity.ts';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';
import { takeAll } from './budgets.ts';

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
      await engine.transaction((db) =>
        db
          .insertInto('sign_in_code')
          .values({ ...fresh, phone, browser_hash: browserHash })
          .onConflict((conflict) => conflict.columns(['phone', 'browser_hash']).doUpdateSet(fresh))
          .execute(),
      );
    },

    /**
     * Sets the code of a pending sign-in, just before the code is sent. The attempts and the expiry do not change.
     *
     * @returns false if the sign-in is no longer pending, or has a code from the operator
     */
    async give(idHash: Uint8Array, codeHash: Uint8Array): Promise<boolean> {
      const given = await engine.transaction((db) =>
        db
          .updateTable('sign_in_code')
          .set({ code_hash: codeHash })
          .where('id_hash', '=', idHash)
          .where('by_operator', '=', 0)
          .executeTakeFirst(),
      );
      return given.numUpdatedRows === 1n;
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

    /** Whether a browser has a pending sign-in, of any number. */
    async hasAny(browserHash: Uint8Array): Promise<boolean> {
      const row = await db
        .selectFrom('sign_in_code')
        .select('id_hash')
        .where('browser_hash', '=', browserHash)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Compares a guess with the code, at most MAX_CODE_ATTEMPTS times for each code. A right guess deletes the code, so
     * that only one of many guesses at the same time can succeed.
     *
     * @returns `past-limit` if the guess was not compared, because the daily limit of its number was used up before
     */
    redeem: (guess: Guess): Promise<'right' | 'wrong' | 'past-limit'> =>
      engine.transaction(async (db) => {
        const codes = db.selectFrom('sign_in_code').selectAll().where(ofBrowser(guess));
        const code = await codes.executeTakeFirst();
        if (!code) return 'wrong';
        const own = sql<boolean>`id_hash = ${guess.idHash}`;
        await db
          .updateTable('sign_in_code')
          .set({ attempts: code.attempts + 1 })
          .where(own)
          .execute();
        const mayBeTried = code.attempts < MAX_CODE_ATTEMPTS && code.valid_until > guess.at;
        if (!mayBeTried) return 'wrong';
        // Guesses of a code that the operator has made do not count for the number.
        if (code.by_operator === 0 && !(await countForNumber(db, guess))) return 'past-limit';
        if (!timingSafeEqual(code.code_hash, guess.codeHash)) return 'wrong';
        await db.deleteFrom('sign_in_code').where(own).execute();
        return 'right';
      }),

    /** The pending sign-ins of a number, the newest first. */
    async findWaiting(
      phone: string,
      at: number,
    ): Promise<Pick<SignInCode, 'idHash' | 'validUntil'>[]> {
      const rows = await db
        .selectFrom('sign_in_code')
        .select(['id_hash', 'valid_until'])
        .where('phone', '=', phone)
        .orderBy('valid_until', 'desc')
        .execute();
      return rows
        .filter((row) => row.valid_until > at)
        .map((row) => ({ idHash: row.id_hash, validUntil: row.valid_until }));
    },

    /**
     * Gives a pending sign-in a code from the operator, and resets its attempts. The time of the sign-in does not
     * change, because the operator recognises the browser by this time. Guesses of this code do not count towards the
     * limit of the number.
     *
     * @returns false if the sign-in is no longer pending
     */
    async replace(idHash: Uint8Array, codeHash: Uint8Array): Promise<boolean> {
      const replaced = await engine.transaction((db) =>
        db
          .updateTable('sign_in_code')
          .set({ code_hash: codeHash, attempts: 0, by_operator: 1 })
          .where('id_hash', '=', idHash)
          .executeTakeFirst(),
      );
      return replaced.numUpdatedRows === 1n;
    },
  };
}

/** @returns false if the daily limit of the number was used up before */
async function countForNumber(db: Kysely<Database>, { limit, at }: Guess): Promise<boolean> {
  if (!limit) return true;
  const use = { ...limit, perHour: Number.POSITIVE_INFINITY };
  return !(await takeAll(db, [use], at));
}
