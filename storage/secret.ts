import { randomBytes } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import type { Engine } from './engine.ts';

const SECRET_BYTES = 32;

/** `secret` is the key of erasures; from `sign_in_secret` the keys of codes and limits are made. */
export type SecretTable = 'secret' | 'sign_in_secret';

/** @returns the secret, made when it is first asked for: of two that ask at once, both get the same */
export async function readSecret(engine: Engine, table: SecretTable): Promise<Uint8Array> {
  const known = await find(engine, table);
  if (known) return known;
  await engine.write([
    engine.db
      .insertInto(table)
      .values(newSecret())
      .onConflict((conflict) => conflict.doNothing())
      .compile(),
  ]);
  const made = await find(engine, table);
  if (!made) throw new Error('The secret was stored, and is not there.');
  return made;
}

/** Puts a new secret in the place of the one so far. */
export function replaceSecret({ db }: Engine, table: SecretTable): CompiledQuery {
  const row = newSecret();
  return db
    .insertInto(table)
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .compile();
}

function newSecret() {
  return { id: 1, bytes: randomBytes(SECRET_BYTES) };
}

async function find({ db }: Engine, table: SecretTable): Promise<Uint8Array | undefined> {
  return (await db.selectFrom(table).select('bytes').executeTakeFirst())?.bytes;
}
