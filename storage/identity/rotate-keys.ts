import type { Engine } from '../engine.ts';
import type { EndedByRotation } from '../identity-storage.ts';
import { replaceSecret } from '../secret.ts';

/**
 * Whoever has read the database may know the secret and every hash. Sessions have no key, and end all the same:
 * codes that were found out by the old one may have begun some of them.
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
