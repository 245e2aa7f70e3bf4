import { sql, type Transaction } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { type ErasedSignUp, noteErasedBytes } from '../erasures.ts';
import { type AddressHashes, addressHashesOf } from '../letters/address-hashes.ts';
import { findAddress } from '../letters/suppressions.ts';
import { type Database, isStorable } from '../schema.ts';
import type { Watch } from '../steps.ts';
import { deleteRows } from '../tables.ts';
import { type Address, everyAddress } from './addresses.ts';
import {
  type ImportedPeople,
  importPeople,
  type ListedPerson,
  sortPeople,
} from './import-people.ts';
import { removeAddress } from './leaving.ts';

export function createWaitlist(engine: Engine) {
  return {
    /** What `importPeople` would do. */
    sortPeople: async (people: readonly ListedPerson[]): Promise<ImportedPeople> =>
      sortPeople(engine, await addressHashesOf(engine), people),
    importPeople: (people: readonly ListedPerson[], author: Author, watch?: Watch) =>
      importPeople(engine, people, author, watch),

    /** Every address, in their order, in short steps, so that writers never wait. */
    async *entries(): AsyncGenerator<Address> {
      for await (const step of everyAddress(engine)) yield* step;
    },

    /** Every address, in steps. */
    steps: (): AsyncGenerator<Address[]> => everyAddress(engine),

    /**
     * Removes an address with its letters and its position, and stores its hash. When an earlier backup is restored,
     * this hash causes the address to be removed again. The next retention removes the bytes from the disk.
     *
     * @returns whether there was anything to erase
     */
    erase: (email: string, at: number): Promise<boolean> =>
      eraseAddress(engine, email, at, async (db, wasFound) => {
        if (wasFound) await noteErasedBytes(db);
      }),

    /** Like `erase`. Also records who has asked, because the answer tells whether the address was on the list. */
    remove: (email: string, author: Author): Promise<boolean> =>
      eraseAddress(engine, email, author.at, async (db, wasFound) => {
        await recordAct(db, author, wasFound ? 'remove-address' : 'look-for-address', '');
        if (wasFound) await noteErasedBytes(db);
      }),
  };
}

/**
 * Like `Waitlist.erase`, but does not let the retention remove the bytes on disk.
 *
 * @param also runs in the same transaction, and gets the result
 * @param signUp whether it stays counted
 * @returns whether the address was in `waitlist` or `stopped`
 */
export async function eraseAddress(
  engine: Engine,
  email: string,
  at: number,
  also?: (db: Transaction<Database>, wasFound: boolean) => Promise<void>,
  signUp?: ErasedSignUp,
): Promise<boolean> {
  const hashes = await addressHashesOf(engine);
  return await engine.transaction(async (db) => {
    // Letters that are kept without an address have the empty one, and must stay. An engine refuses NUL.
    const isAddress = email !== '' && isStorable(email);
    const wasFound = isAddress && (await eraseRows(db, hashes, email, at, signUp));
    await also?.(db, wasFound);
    return wasFound;
  });
}

async function eraseRows(
  db: Transaction<Database>,
  hashes: AddressHashes,
  email: string,
  at: number,
  signUp: ErasedSignUp | undefined,
): Promise<boolean> {
  const subject = hashes.hashAddress(email);
  const found = await findAddress(db, email, subject);
  const stopped = await deleteRows(db, 'stopped', sql`subject = ${subject}`);
  await removeAddress(db, hashes, email, { ...found, at, signUp });
  return found.joinedAt !== undefined || stopped > 0;
}
