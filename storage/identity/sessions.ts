import { sql } from 'kysely';
import { HOUR_MS } from '../../contract/durations.ts';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../../contract/identity.ts';
import { change, type Engine } from '../engine.ts';

export interface NewSession {
  tokenHash: Uint8Array;
  phone: string;
  newUserId: string;
  /** Token hash of the browser's previous session. */
  replaces: Uint8Array | undefined;
  /** The value of `keySecret` that was read before the number was proved. If it has changed, no session begins. */
  secret: Uint8Array;
  at: number;
}

export interface Session {
  userId: string;
  /**
   * Whether the user is an admin now. `find` reads this from the database each time, so that a removed admin loses
   * access immediately.
   */
  isAdmin: boolean;
  /** When the session was last used. */
  seenAt: number;
}

/** Sessions. Only the hash of a token is stored, so that a leaked database contains no usable token. */
export function createSessions(engine: Engine) {
  const { db } = engine;
  const endOf = (tokenHash: Uint8Array) =>
    db.deleteFrom('session').where('token_hash', '=', tokenHash);

  return {
    /**
     * Begins a session for a number's account, and ends the session that it replaces, in one transaction.
     *
     * @returns the id of the account: `newUserId` if the number had no account; undefined if the keys were replaced
     *   since the sign-in began
     */
    async begin(session: NewSession): Promise<string | undefined> {
      const { tokenHash, phone, newUserId, replaces, secret, at } = session;
      await engine.write([
        // Locks the row: a concurrent `rotateKeys` waits for this transaction, and then ends the new session, too.
        sql`UPDATE sign_in_secret SET id = 1 WHERE bytes = ${secret}`.compile(db),
        ...(replaces ? [endOf(replaces).compile()] : []),
        // Locks the account: a concurrent retention would otherwise delete an account that has no other session.
        sql`
          INSERT INTO account (user_id, phone) VALUES (${newUserId}, ${phone})
          ON CONFLICT (phone) DO UPDATE SET phone = excluded.phone`.compile(db),
        sql`
          INSERT INTO session (token_hash, user_id, begun_at, seen_at)
          SELECT ${tokenHash}, user_id, ${at}, ${at} FROM account, sign_in_secret
          WHERE phone = ${phone} AND bytes = ${secret}`.compile(db),
      ]);
      const begun = await db
        .selectFrom('session')
        .select('user_id')
        .where('token_hash', '=', tokenHash)
        .executeTakeFirst();
      return begun?.user_id;
    },

    /** @returns undefined for a session that is unknown, has ended, or has expired */
    async find(tokenHash: Uint8Array, at: number): Promise<Session | undefined> {
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

    /** Saves when the session was last used. */
    async touch(tokenHash: Uint8Array, at: number): Promise<void> {
      const seen = db
        .updateTable('session')
        .set({ seen_at: at })
        .where('token_hash', '=', tokenHash)
        .where('seen_at', '<', at);
      await change(engine, seen);
    },

    async end(tokenHash: Uint8Array): Promise<void> {
      await change(engine, endOf(tokenHash));
    },
  };
}
