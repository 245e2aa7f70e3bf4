import { sql } from 'kysely';
import { dayOf } from '../../contract/durations.ts';
import { SESSION_IDLE_MS, SESSION_LIFETIME_MS } from '../../contract/identity.ts';
import type { Engine } from '../engine.ts';
import { replaceSecret } from '../secret.ts';

/** Removes expired sessions, codes and counts, and accounts that have no session and are not an admin's. */
export async function forgetSignIns(engine: Engine, now: number): Promise<void> {
  const { db } = engine;
  const isUnused = sql`user_id NOT IN (SELECT user_id FROM session)
    AND phone NOT IN (SELECT phone FROM admin)`;
  await engine.write([
    db.deleteFrom('sign_in_code').where('valid_until', '<=', now).compile(),
    db.deleteFrom('spent_challenge').where('valid_until', '<=', now).compile(),
    // Not those of yesterday: while the clock of this copy is ahead, yesterday may be today for the other copies.
    sql`DELETE FROM budget WHERE day < ${dayOf(now) - 1}`.compile(db),
    sql`
      DELETE FROM session WHERE seen_at <= ${now - SESSION_IDLE_MS}
        OR begun_at <= ${now - SESSION_LIFETIME_MS}`.compile(db),
    // Waits for concurrent sign-ins, which lock their account, so that the next query sees their sessions.
    sql`UPDATE account SET phone = phone WHERE ${isUnused}`.compile(db),
    sql`DELETE FROM account WHERE ${isUnused}`.compile(db),
  ]);
}

/**
 * Replaces the secret of `keySecret`, and ends all sessions and pending sign-ins in the same transaction. Used after a leak of the database, which contains the secret and every hash. Sessions end too,
 * although their hashes have no key: an attacker may have computed codes with the old secret, and started sessions with
 * these codes.
 */
export async function rotateKeys(engine: Engine): Promise<{ sessions: number; codes: number }> {
  const { db } = engine;
  const [, codes = 0, , sessions = 0] = await engine.write([
    replaceSecret(engine, 'sign_in_secret'),
    // In the order of `forgetSignIns`, because a different order could cause a deadlock.
    db.deleteFrom('sign_in_code').compile(),
    db.deleteFrom('spent_challenge').compile(),
    db.deleteFrom('session').compile(),
  ]);
  return { sessions, codes };
}
