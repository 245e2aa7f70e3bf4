import { sql, type Transaction } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import { MEMBER_CODE } from '../../contract/mail.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { type ErasedSignUp, lockAddress, noteErasedBytes } from '../erasures.ts';
import { removeLetters } from '../mail/forget-letters.ts';
import { type Subjects, subjectsOf } from '../mail/subjects.ts';
import { type Database, isStorable } from '../schema.ts';
import type { Watch } from '../steps.ts';
import { deleteInOrder } from '../tables.ts';
import { type Address, everyAddress } from './addresses.ts';
import {
  type ImportedPeople,
  importPeople,
  type ListedPerson,
  sortPeople,
} from './import-people.ts';
import { type Ask, storeSignUps, TRIAL } from './join.ts';
import { removeAddress } from './members.ts';

/** How a person came to the form. */
export interface Link {
  /** The ids that the link may mean. Its inviter is the first of them that exists. */
  refs?: readonly string[];
  /** The name of the site's own link. */
  from?: string | undefined;
}

export interface NamedLink {
  name: string;
  signUps: number;
  sinceDay: number;
}

export function createWaitlist(engine: Engine) {
  const signUps = engine.gather(storeSignUps);
  return {
    /**
     * Puts an address on the waitlist, or counts one more request for an address that is on it. Both are one durable
     * commit.
     *
     * @param ask set if the site sends letters: the same commit stores that this sign-up asks for a letter
     * @param link which link was used; an inviter who does not exist changes nothing
     */
    join: (email: string, at: number, ask?: Ask, { refs = [], from }: Link = {}): Promise<void> =>
      signUps.add({ email, at, ask: ask && withoutInvalidCode(ask), refs, from }),

    /**
     * Resolves if a sign-up could be stored now: makes one in the next batch, which leaves nothing.
     *
     * @throws what `join` would throw
     */
    tryJoin: (): Promise<void> =>
      signUps.add({ email: TRIAL, at: 0, ask: undefined, refs: [], from: undefined }),

    /** The new sign-ups by each named link that was ever used, all and since a day (whole days since 1970 UTC). */
    async namedLinks(since: number): Promise<NamedLink[]> {
      const { rows } = await sql<NamedLink>`
        SELECT name, sum(sign_ups) AS "signUps",
          sum(CASE WHEN day >= ${since} THEN sign_ups ELSE 0 END) AS "sinceDay"
        FROM named_link GROUP BY name ORDER BY name`.execute(engine.reports);
      return rows;
    },

    /** What `importPeople` would do. */
    sortPeople: async (people: readonly ListedPerson[]): Promise<ImportedPeople> =>
      sortPeople(engine, await subjectsOf(engine), people),
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

/** Any text may arrive as a code. PostgreSQL refuses a text with NUL, and would refuse the whole batch. */
function withoutInvalidCode({ via, ...others }: Ask): Ask {
  return { ...others, via: via !== undefined && MEMBER_CODE.test(via) ? via : undefined };
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
  const subjects = await subjectsOf(engine);
  return await engine.transaction(async (db) => {
    // Letters that are kept without an address have the empty one, and must stay. PostgreSQL refuses NUL.
    const isAddress = email !== '' && isStorable(email);
    const wasFound = isAddress && (await eraseRows(db, subjects, email, at, signUp));
    await also?.(db, wasFound);
    return wasFound;
  });
}

async function eraseRows(
  db: Transaction<Database>,
  { hashAddress, hashMailbox }: Subjects,
  email: string,
  at: number,
  signUp: ErasedSignUp | undefined,
): Promise<boolean> {
  const subject = hashAddress(email);
  const locked = await lockAddress(db, email, subject);
  await removeLetters(db, email, hashMailbox(email));
  // After the letters: a rule that stores why an address gets none has locked its letter.
  const stopped = await deleteInOrder(db, 'stopped', sql`subject = ${subject}`);
  await removeAddress(db, email, subject, locked, at, signUp);
  return locked.joinedAt !== undefined || stopped > 0;
}
