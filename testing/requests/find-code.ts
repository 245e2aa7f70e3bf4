import { createHmac, createSecretKey } from 'node:crypto';
import { CODE_LENGTH } from '../../contract/identity.ts';
import { hashToken, keyFor } from '../../server/http/credentials.ts';
import { openEngine } from '../../storage/engines/choose-engine.ts';
import type { TestApp } from '../test-app.ts';

const CODES = 10 ** CODE_LENGTH;

/**
 * Compares the given codes, or all million codes, with the hash of a code in the database. With the site's secret this
 * takes seconds.
 *
 * @returns undefined if none is right
 */
export async function findCode(
  { databaseUrl, storage }: Pick<TestApp, 'databaseUrl' | 'storage'>,
  verificationId: string,
  codes: Iterable<string> = everyCode(),
): Promise<string | undefined> {
  const idHash = hashToken(verificationId);
  const engine = await openEngine(databaseUrl, 'command');
  const stored = await engine.db
    .selectFrom('sign_in_code')
    .select('code_hash')
    .where('id_hash', '=', idHash)
    .executeTakeFirstOrThrow();
  await engine.close();
  const wanted = Buffer.from(stored.code_hash).toString('hex');
  // Computes the same hash as `hashCode`, but derives the key only once, because a million codes may be compared.
  const key = createSecretKey(keyFor('sign-in code', await storage.keySecret()));
  for (const code of codes) {
    if (createHmac('sha256', key).update(idHash).update(code).digest('hex') === wanted) return code;
  }
  return undefined;
}

function* everyCode(): Generator<string> {
  for (let n = 0; n < CODES; n++) yield String(n).padStart(CODE_LENGTH, '0');
}
