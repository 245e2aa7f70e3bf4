import { sql } from 'kysely';
import { HOUR_MS } from '../../contract/durations.ts';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../../contract/identity.ts';
import { change, type Engine } from '../engine.ts';
import type { Sessions } from '../interface/identity.ts';

export function createSessions(engine: Engine): Sessions {
  const { db } = engine;
  const endOf = (tokenHash: Uint8Array) =>
    db.deleteFrom('session').where('token_hash', '=', tokenHash);

  return {
    async begin({ tokenHash, phone, newUserId, replaces, secret, at }) {
      await engine.write([
        // Locks the row: a concurrent `rotateKeys` waits for this transaction, and then ends the new session, too.
        db.updateTable('sign_in_secret').set({ id: 1 }).where('bytes', '=', secret).compile(),
        ...(replaces ? [endOf(replaces).compile()] : []),
        // Locks the account: a concurrent retention would otherwise delete an account that has no other session.
        db
          .insertInto('account')
          .values({ user_id: newUserId, phone })
          .onConflict((conflict) => conflict.column('phone').doUpdateSet({ phone }))
          .compile(),
        db
          .insertInto('session')
          .columns(['token_hash', 'user_id', 'begun_at', 'seen_at'])
          .expression(
            sql`SELECT ${tokenHash}, user_id, ${at}, ${at} FROM account, sign_in_secret
              WHERE phone = ${phone} AND bytes = ${secret}`,
          )
          .compile(),
      ]);
      const session = await db
        .selectFrom('session')
        .select('user_id')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return session?.user_id;
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
        // A later time was stored while a clock was ahead. The session would not end before that time.
        .where('session.seen_at', '<=', at + HOUR_MS)
        .executeTakeFirst();
      return row && { userId: row.user_id, isAdmin: row.admin !== null, seenAt: row.seen_at };
    },

    async touch(tokenHash, at) {
      const seen = db
        .updateTable('session')
        .set({ seen_at: at })
        .where('token_hash', '=', tokenHash)
        .where('seen_at', '<', at);
      await change(engine, seen);
    },

    async end(tokenHash) {
      await change(engine, endOf(tokenHash));
    },
  };
}
