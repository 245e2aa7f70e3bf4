import { type Kysely, sql } from 'kysely';
import { dayOf } from '../../contract/durations.ts';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../../contract/identity.ts';
import type { Engine } from '../engine.ts';
import type { Database } from '../schema.ts';
import { replaceSecret } from '../secret.ts';
import { deleteRows, hasAny } from '../tables.ts';

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
  /** Whether the admin has the right to the waitlist and the state of the app now: see `Admins.setRight`. */
  hasWaitlistRight: boolean;
  phone: string;
  /** When the user entered the code. */
  begunAt: number;
  /** When the session was last used. */
  seenAt: number;
}

/** Sessions. Only the hash of a token is stored, so that a leaked database contains no usable token. */
export function createSessions(engine: Engine) {
  const { db } = engine;
  return {
    /**
     * Begins a session for a number's account, and ends the session that it replaces, in one transaction.
     *
     * @returns the id of the account: `newUserId` if the number had no account; undefined if the keys were replaced
     *   since the sign-in began
     */
    begin: (session: NewSession): Promise<string | undefined> =>
      engine.transaction(async (db) => {
        const { tokenHash, phone, newUserId, replaces, secret, at } = session;
        if (!(await hasAny(db, 'sign_in_secret', sql`bytes = ${secret}`))) return undefined;
        if (replaces) await endSession(db, replaces);
        const user_id = await findOrAddAccount(db, phone, newUserId);
        await db
          .insertInto('session')
          .values({ token_hash: tokenHash, user_id, begun_at: at, seen_at: at })
          .execute();
        return user_id;
      }),

    /** @returns undefined for a session that is unknown, has ended, or has expired */
    async find(tokenHash: Uint8Array, at: number): Promise<Session | undefined> {
      const row = await db
        .selectFrom('session')
        .innerJoin('account', 'account.user_id', 'session.user_id')
        .leftJoin('admin', 'admin.phone', 'account.phone')
        .select(['account.user_id', 'account.phone', 'session.begun_at', 'session.seen_at'])
        .select(['admin.phone as admin', 'admin.waitlist'])
        .where('session.token_hash', '=', tokenHash)
        .where('session.seen_at', '>', at - SESSION_IDLE_MS)
        .where('session.begun_at', '>', at - SESSION_LIFETIME_MS)
        .executeTakeFirst();
      return (
        row && {
          userId: row.user_id,
          phone: row.phone,
          isAdmin: row.admin !== null,
          hasWaitlistRight: row.waitlist === 1,
          begunAt: row.begun_at,
          seenAt: row.seen_at,
        }
      );
    },

    /** Saves when the session was last used. */
    async touch(tokenHash: Uint8Array, at: number): Promise<void> {
      await engine.transaction((db) =>
        db
          .updateTable('session')
          .set({ seen_at: at })
          .where('token_hash', '=', tokenHash)
          .where('seen_at', '<', at)
          .execute(),
      );
    },

    end: (tokenHash: Uint8Array): Promise<void> =>
      engine.transaction((db) => endSession(db, tokenHash)),
  };
}

async function endSession(db: Kysely<Database>, tokenHash: Uint8Array): Promise<void> {
  await db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
}

/** @returns the id of a number's account, `newUserId` if it is new */
async function findOrAddAccount(
  db: Kysely<Database>,
  phone: string,
  newUserId: string,
): Promise<string> {
  const accounts = db.selectFrom('account').select('user_id').where('phone', '=', phone);
  const account = await accounts.executeTakeFirst();
  if (!account) await db.insertInto('account').values({ user_id: newUserId, phone }).execute();
  return account?.user_id ?? newUserId;
}

/** Removes expired sessions, codes and counts, and accounts that have no session and are not an admin's. */
export function forgetSignIns(engine: Engine, now: number): Promise<void> {
  return engine.transaction(async (db) => {
    await deleteRows(db, 'sign_in_code', sql`valid_until <= ${now}`);
    await deleteRows(db, 'spent_challenge', sql`valid_until <= ${now}`);
    // Not of yesterday, which may still be today on another instance.
    await deleteRows(db, 'budget', sql`day < ${dayOf(now) - 1}`);
    const isOver = sql<boolean>`
      (seen_at <= ${now - SESSION_IDLE_MS} OR begun_at <= ${now - SESSION_LIFETIME_MS})`;
    await deleteRows(db, 'session', isOver);
    const isUnused = sql<boolean>`user_id NOT IN (SELECT user_id FROM session)
      AND phone NOT IN (SELECT phone FROM admin)`;
    await db.deleteFrom('account').where(isUnused).execute();
  });
}

/**
 * Replaces the secret of `keySecret`, and ends all sessions and pending sign-ins. Used after a leak of the database,
 * which contains the secret and every hash. Sessions end too, although their hashes have no key: an attacker may have
 * computed codes with the old secret, and started sessions with these codes.
 */
export function rotateKeys(engine: Engine): Promise<{ sessions: number; codes: number }> {
  return engine.transaction(async (db) => {
    await replaceSecret(db, 'sign_in_secret');
    const codes = await deleteRows(db, 'sign_in_code', sql`true`);
    await deleteRows(db, 'spent_challenge', sql`true`);
    const sessions = await deleteRows(db, 'session', sql`true`);
    return { sessions, codes };
  });
}
