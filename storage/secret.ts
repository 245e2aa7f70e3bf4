import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

const SECRET_BYTES = 32;

/**
 * `secret` is the key of the stored hashes of addresses and inviters, and the keys of the tokens in letters are derived
 * from it. The keys of codes and limits are derived from `sign_in_secret`.
 */
export type SecretTable = 'secret' | 'sign_in_secret';

/**
 * Call it outside of rules, because it may begin a transaction.
 *
 * @returns the secret, created at the first call; concurrent first calls get the same one
 */
export async function readSecret(engine: Engine, table: SecretTable): Promise<Uint8Array> {
  const { db } = engine;
  const find = async () => (await db.selectFrom(table).select('bytes').executeTakeFirst())?.bytes;
  const known = await find();
  if (known) return known;
  await engine.transaction((own) =>
    own
      .insertInto(table)
      .values(newSecret())
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  const made = await find();
  if (!made) throw new Error(`Cannot read the row of ${table} that was just stored.`);
  return made;
}

export async function replaceSecret(db: Kysely<Database>, table: SecretTable): Promise<void> {
  const row = newSecret();
  await db
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

function newSecret() {
  return { id: 1, bytes: randomBytes(SECRET_BYTES) };
}
