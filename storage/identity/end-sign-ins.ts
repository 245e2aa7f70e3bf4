import { sql } from 'kysely';
import { dayOf } from '../../contract/durations.ts';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../../contract/identity.ts';
import type { Engine } from '../engine.ts';
import { replaceSecret } from '../secret.ts';

/** Removes expired sessions, codes and counts, and accounts that have no session and are not an admin's. */
export function forgetSignIns(engine: Engine, now: number): Promise<void> {
  return engine.transaction(async (db) => {
    await db.deleteFrom('sign_in_code').where('valid_until', '<=', now).execute();
    await db.deleteFrom('spent_challenge').where('valid_until', '<=', now).execute();
    // Not those of yesterday: while the clock of this instance is ahead, yesterday may be today for the others.
    await db
      .deleteFrom('budget')
      .where('day', '<', dayOf(now) - 1)
      .execute();
    await db
      .deleteFrom('session')
      .where(({ or, eb }) =>
        or([
          eb('seen_at', '<=', now - SESSION_IDLE_MS),
          eb('begun_at', '<=', now - SESSION_LIFETIME_MS),
        ]),
      )
      .execute();
    const isUnused = sql<boolean>`user_id NOT IN (SELECT user_id FROM session)
      AND phone NOT IN (SELECT phone FROM admin)`;
    // Waits for sign-ins, which lock their account, so that the next query sees their sessions.
    await db.selectFrom('account').select('user_id').where(isUnused).forUpdate().execute();
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
    // In the order of `forgetSignIns`, because a different order could cause a deadlock.
    const codes = await db.deleteFrom('sign_in_code').executeTakeFirst();
    await db.deleteFrom('spent_challenge').execute();
    const sessions = await db.deleteFrom('session').executeTakeFirst();
    return { sessions: Number(sessions.numDeletedRows), codes: Number(codes.numDeletedRows) };
  });
}
