import type { Engine } from '../engine.ts';
import type { EndedByRotation } from '../identity-storage.ts';
import { replaceSecret } from '../secret.ts';

/**
 * For use after a leak of the database, with the secret and every hash. Sessions end too, although their hashes have
 * no key: with the old secret codes could be computed, and sessions begun with them.
 */
export async function rotateKeys(engine: Engine): Promise<EndedByRotation> {
  const { db } = engine;
  const [, codes = 0, , sessions = 0] = await engine.write([
    replaceSecret(engine, 'sign_in_secret'),
    // In the order in which retention deletes, or each could wait for the other.
    db.deleteFrom('sign_in_code').compile(),
    db.deleteFrom('spent_challenge').compile(),
    db.deleteFrom('session').compile(),
  ]);
  return { sessions, codes };
}
