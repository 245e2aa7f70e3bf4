import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../../contract/sign-in.ts';
import type { Engine } from '../engine.ts';
import type { Sessions } from '../identity-storage.ts';

export function createSessions(engine: Engine): Sessions {
  const { db } = engine;
  const endOf = (tokenHash: Uint8Array) =>
    db.deleteFrom('session').where('token_hash', '=', tokenHash).compile();

  return {
    async begin({ tokenHash, phone, newUserId, replaces, at }) {
      const account = db.selectFrom('account').where('phone', '=', phone);
      await engine.write([
        db
          .insertInto('account')
          .values({ user_id: newUserId, phone })
          .onConflict((conflict) => conflict.column('phone').doNothing())
          .compile(),
        ...(replaces ? [endOf(replaces)] : []),
        db
          .insertInto('session')
          .values({
            token_hash: tokenHash,
            user_id: account.select('user_id'),
            begun_at: at,
            seen_at: at,
          })
          .compile(),
      ]);
      return (await account.select('user_id').executeTakeFirstOrThrow()).user_id;
    },

    async find(tokenHash, at) {
      const row = await db
        .selectFrom('session')
        .innerJoin('account', 'account.user_id', 'session.user_id')
        .leftJoin('admin', 'admin.phone', 'account.phone')
        .select(['account.user_id', 'session.seen_at', 'admin.phone as admin'])
        .where('session.token_hash', '=', tokenHash)
        .where('session.seen_at', '>', at - SESSION_IDLE_MS)
        .where('session.begun_at', '>', at - SESSION_LIFETIME_MS)
        .executeTakeFirst();
      return row && { userId: row.user_id, isAdmin: row.admin !== null, seenAt: row.seen_at };
    },

    async touch(tokenHash, at) {
      await engine.write([
        db
          .updateTable('session')
          .set({ seen_at: at })
          .where('token_hash', '=', tokenHash)
          .where('seen_at', '<', at)
          .compile(),
      ]);
    },

    async end(tokenHash) {
      await engine.write([endOf(tokenHash)]);
    },
  };
}
