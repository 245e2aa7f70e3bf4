import { createHmac } from 'node:crypto';
import { openEngine } from '../../storage/engines/choose-engine.ts';
import { hashToken } from '../identity/tokens.ts';
import { keyFor } from '../key-for.ts';
import type { TestApp } from './test-app.ts';

const CODES = 1_000_000;

/**
 * Tries every code there is on what the database holds of one: what takes seconds with the secret at hand, and
 * years by guessing.
 *
 * @returns undefined where none is right
 */
export async function findCode(
  { databaseUrl, storage }: Pick<TestApp, 'databaseUrl' | 'storage'>,
  verificationId: string,
): Promise<string | undefined> {
  const idHash = hashToken(verificationId);
  const engine = await openEngine(databaseUrl, 'visitor');
  const stored = await engine.db
    .selectFrom('sign_in_code')
    .select('code_hash')
    .where('id_hash', '=', idHash)
    .executeTakeFirstOrThrow();
  await engine.close();
  const wanted = Buffer.from(stored.code_hash).toString('hex');
  // The same as `hashCode`, which makes its key anew each time.
  const key = keyFor('sign-in code', await storage.signInSecret());
  for (let n = 0; n < CODES; n++) {
    const code = String(n).padStart(6, '0');
    if (createHmac('sha256', key).update(idHash).update(code).digest('hex') === wanted) return code;
  }
  return undefined;
}
