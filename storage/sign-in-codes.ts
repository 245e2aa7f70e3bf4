import { MAX_CODE_ATTEMPTS } from '../contract/sign-in.ts';
import type { Engine } from './engine.ts';
import type { SignInCodes } from './identity.ts';

export function createSignInCodes(engine: Engine): SignInCodes {
  const { db } = engine;
  return {
    async add({ idHash, browserHash, phone, codeHash, validUntil }) {
      const fresh = {
        id_hash: idHash,
        code_hash: codeHash,
        attempts: 0,
        valid_until: validUntil,
      };
      await engine.write([
        db
          .insertInto('sign_in_code')
          .values({ ...fresh, phone, browser_hash: browserHash })
          .onConflict((conflict) => conflict.columns(['phone', 'browser_hash']).doUpdateSet(fresh))
          .compile(),
      ]);
    },

    async redeem({ idHash, browserHash, codeHash, at }) {
      const waiting = await db
        .selectFrom('sign_in_code')
        .select('phone')
        .where('id_hash', '=', idHash)
        .where('browser_hash', '=', browserHash)
        .executeTakeFirst();
      if (!waiting) return undefined;
      // Counting comes first and in the same transaction: however many guesses arrive at once, each is
      // counted before the next is compared.
      const [, won] = await engine.write([
        db
          .updateTable('sign_in_code')
          .set((of) => ({ attempts: of('attempts', '+', 1) }))
          .where('id_hash', '=', idHash)
          .where('browser_hash', '=', browserHash)
          .compile(),
        db
          .deleteFrom('sign_in_code')
          .where('id_hash', '=', idHash)
          .where('browser_hash', '=', browserHash)
          .where('code_hash', '=', codeHash)
          .where('attempts', '<=', MAX_CODE_ATTEMPTS)
          .where('valid_until', '>', at)
          .compile(),
      ]);
      return won === 1 ? waiting.phone : undefined;
    },

    async findWaiting(phone, at) {
      const rows = await db
        .selectFrom('sign_in_code')
        .select(['id_hash', 'valid_until'])
        .where('phone', '=', phone)
        .where('valid_until', '>', at)
        .orderBy('valid_until', 'desc')
        .execute();
      const [newest] = rows;
      return (
        newest && { idHash: newest.id_hash, validUntil: newest.valid_until, browsers: rows.length }
      );
    },

    async replace(idHash, codeHash, validUntil) {
      const [replaced] = await engine.write([
        db
          .updateTable('sign_in_code')
          .set({ code_hash: codeHash, attempts: 0, valid_until: validUntil })
          .where('id_hash', '=', idHash)
          .compile(),
      ]);
      return replaced === 1;
    },
  };
}
