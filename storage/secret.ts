import { randomBytes } from 'node:crypto';
import type { Engine } from './engine.ts';

const SECRET_BYTES = 32;

/** @returns the secret, made by the first who asks: of two that ask at once, both get the same */
export async function readSecret(engine: Engine): Promise<Uint8Array> {
  const known = await find(engine);
  if (known) return known;
  await engine.write([
    engine.db
      .insertInto('secret')
      .values({ id: 1, bytes: randomBytes(SECRET_BYTES) })
      .onConflict((conflict) => conflict.doNothing())
      .compile(),
  ]);
  const made = await find(engine);
  if (!made) throw new Error('The secret was stored, and is not there.');
  return made;
}

async function find({ db }: Engine): Promise<Uint8Array | undefined> {
  return (await db.selectFrom('secret').select('bytes').executeTakeFirst())?.bytes;
}
