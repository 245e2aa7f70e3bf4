import type { Engine } from '../engine.ts';
import type { EndedByRotation } from '../interface/identity.ts';
import { replaceSecret } from '../secret.ts';

/**
 * Replaces the keys. Used after a leak of the database, which contains the secret and every hash. Sessions end too,
 * although their hashes have no key: an attacker may have computed codes with the old secret, and started sessions with
 * these codes.
 */
export async function rotateKeys(engine: Engine): Promise<EndedByRotation> {
  const { db } = engine;
  const [, codes = 0, , sessions = 0] = await engine.write([
    replaceSecret(engine, 'sign_in_secret'),
    // In the order in which retention deletes, because a different order could cause a deadlock.
    db.deleteFrom('sign_in_code').compile(),
    db.deleteFrom('spent_challenge').compile(),
    db.deleteFrom('session').compile(),
  ]);
  return { sessions, codes };
}
