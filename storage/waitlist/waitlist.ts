import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import type { Phone } from '../../contract/phones.ts';
import { type PersonState, personStates } from '../../contract/team-waitlist.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { type ErasedSignUp, noteErasedBytes } from '../erasures.ts';
import { type AddressHashes, addressHashesOf } from '../letters/address-hashes.ts';
import { findAddress } from '../letters/suppressions.ts';
import { phoneOfCode } from '../people/phones.ts';
import { readAllPositions } from '../people/positions.ts';
import { type Database, isStorable } from '../schema.ts';
import type { Watch } from '../steps.ts';
import { deleteRows } from '../tables.ts';
import {
  type ImportedPeople,
  importPeople,
  type ListedPerson,
  sortPeople,
} from './import-people.ts';
import { removeAddress } from './leaving.ts';

/** An address on the waitlist. */
export interface Address {
  /** The canonical form, see `canonicalEmail`. */
  email: string;
  /** When it first signed up, in milliseconds since 1970 UTC. */
  joinedAt: number;
  /** How often it signed up, including the first time; 0 if it was imported. */
  requests: number;
  /** The name of the inviter for whom the sign-up counts, or else the address of the member who was credited. */
  invitedBy: string | null;
  /** Undefined for people who have not confirmed. */
  member: Member | undefined;
  state: PersonState;
  /** The wave that the person belongs to. */
  wave: number | null;
  /** The position of a member who waits; undefined for others. */
  position: number | undefined;
}

interface Member {
  key: number;
  rank: number;
  confirmedAt: number;
  /** The version of the words to which the person agreed; null if it is unknown. */
  consent: string | null;
  friends: number;
  phone: Phone | null;
}

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

    /** Like `erase`. Also records the author, because the answer shows whether the address was on the list. */
    remove: (email: string, author: Author): Promise<boolean> =>
      eraseAddress(engine, email, author.at, async (db, wasFound) => {
        await recordAct(db, author, wasFound ? 'remove-address' : 'look-for-address', '');
        if (wasFound) await noteErasedBytes(db);
      }),
  };
}

/** @param condition selects rows of the table `waitlist`. @returns addresses in their order, without their positions */
export async function readAddresses(
  db: Kysely<Database>,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<Address[]> {
  const { rows } = await sql<
    Omit<Address & Member, 'key' | 'member' | 'phone' | 'position' | 'state'> & {
      key: number | null;
      state: number;
      phone: number | null;
    }
  >`
    SELECT waitlist.email, joined_at AS "joinedAt", waitlist.requests, waitlist.state, waitlist.wave,
      member.key, member.rank,
      member.confirmed_at AS "confirmedAt", member.consent, member.friends, member.phone,
      coalesce(inviter.username, via.email) AS "invitedBy"
    FROM waitlist LEFT JOIN member ON member.email = waitlist.email
      LEFT JOIN member AS via ON via.key = member.via_member
      LEFT JOIN sign_up_ref ON sign_up_ref.email = waitlist.email AND counted = 1
      LEFT JOIN inviter ON inviter.key = sign_up_ref.inviter_key
    WHERE ${condition} ORDER BY waitlist.email LIMIT ${sql.lit(limit)}`.execute(db);
  return rows.map(
    ({ email, joinedAt, requests, invitedBy, state, wave, key, phone, ...member }) => ({
      email,
      joinedAt,
      requests,
      invitedBy,
      wave,
      position: undefined,
      state: personStates[state] ?? 'waiting',
      member: key === null ? undefined : { key, ...member, phone: phoneOfCode(phone) },
    }),
  );
}

/** How many addresses one read returns, and the pause after it. So one download leaves most of the time to visitors. */
const ADDRESSES_PER_READ = 200;
const PAUSE_MS = 1;

/**
 * Every address, in their order, in short reads, because during one long read an engine could not remove older states
 * of rows from the disk. So an address that joins or leaves meanwhile may be missing; every other one is read once.
 */
async function* everyAddress(engine: Engine): AsyncGenerator<Address[]> {
  const positionOf = await readAllPositions(engine);
  let last = '';
  for (;;) {
    const after = sql`waitlist.email > ${last}`;
    const rows = await readAddresses(engine.reports, after, ADDRESSES_PER_READ);
    if (rows.length > 0)
      yield rows.map((row) => ({ ...row, position: positionOf(row.member?.key) }));
    if (rows.length < ADDRESSES_PER_READ) return;
    last = rows.at(-1)?.email ?? '';
    await wait(PAUSE_MS);
  }
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
