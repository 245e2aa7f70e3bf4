import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import type { NotChanged } from '../../contract/mailings.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { movePeople } from '../people/person-states.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import { type AddressHashes, addressHashesOf } from './address-hashes.ts';
import {
  type Found,
  hasMoved,
  isReserved,
  setBack,
  setLetter,
  withLetter,
} from './found-letter.ts';
import { countResult } from './gates.ts';
import { codeOf, codesOf, stateOf } from './letter.ts';
import { endSuppression, suppress } from './suppressions.ts';

/** The answer of a letter that was marked as `sending` when its instance ended. */
const INTERRUPTED = 'The site ended while it was sending this letter.';
const ASSUMED = 'An admin has said that it arrived.';

/** What became of a letter. */
export type LetterEnd = {
  reply: string;
  /** The cause is not the address, so further letters would probably end in the same way. */
  isFailure?: boolean;
  at: number;
  /** The mail server said that it does not exist. It gets no letter for `LETTER_RETENTION_DAYS`. */
  isAddressDead?: boolean;
} & (
  | { state: 'accepted' | 'refused' | 'uncertain' }
  | { state: 'waiting'; dueAt: number; attempts: number }
);

/** What becomes of letters that are `sending`, and of those that were sent. */
export function createLetterResults(engine: Engine) {
  return {
    /**
     * Marks letters that are `sending` as `uncertain`, because the instance that was sending them has ended. Call this
     * only in `asOnlySender`, before a letter is sent.
     *
     * @returns how many letters
     */
    async markInterrupted(): Promise<number> {
      const isSending = sql<boolean>`state = ${codesOf('sending')}`;
      return await engine.transaction((db) => markUncertain(db, isSending, INTERRUPTED));
    },

    /**
     * Stores the result of a letter that is still `sending`. With `waiting` it is tried again, unless its mailing has ended
     * or its person has left. Invites the reserved person of an accepted letter, and sets that of a letter that is not sent
     * again back.
     */
    async finish(id: number, end: LetterEnd): Promise<void> {
      const { hashAddress } = await addressHashesOf(engine);
      await withLetter(engine, id, async (db, found) => {
        if (found && stateOf(found.letter) === 'sending')
          await storeEnd(db, found, end, hashAddress);
      });
    },

    /** An admin knows that an `uncertain` letter of a mailing has arrived. */
    assumeDelivered: (id: number, author: Author): Promise<NotChanged | undefined> =>
      withLetter(engine, id, async (db, found) => {
        if (!found?.mailing || stateOf(found.letter) !== 'uncertain') return 'state';
        // The time stays: it is when the letter may have arrived.
        await setLetter(db, found, 'accepted', { reply: ASSUMED });
        await countResult(db, found, { state: 'accepted' });
        await invite(db, found, author.at);
        await recordAct(db, author, 'assume-delivered', detailOf(found));
        return undefined;
      }),

    /**
     * Puts a letter that is `uncertain` or `refused` back to `waiting`. If a mail server had said that the address does
     * not exist, the address can get further letters again, too. A mailing goes on if it has ended, unless there is
     * a newer one. Of one that lets people in, a person whose letter was refused waits again, and is among the next people.
     */
    async sendAgain(id: number, author: Author): Promise<NotChanged | undefined> {
      const { at } = author;
      const { hashAddress } = await addressHashesOf(engine);
      return await withLetter(engine, id, async (db, found) => {
        if (!found?.letter.email) return 'state';
        if (!['uncertain', 'refused'].includes(stateOf(found.letter))) return 'state';
        const refused = await resumeFor(db, found, author);
        if (refused) return refused;
        const times = { due_at: at, since: at };
        await setLetter(db, found, 'waiting', { attempts: 0, reply: null, ...times });
        await endSuppression(db, hashAddress(found.letter.email), 'dead');
        return undefined;
      });
    },
  };
}

/** Marks letters as `uncertain`. @param reply why. @returns how many */
export async function markUncertain(
  db: Kysely<Database>,
  isUncertain: RawBuilder<boolean>,
  reply: string,
): Promise<number> {
  const marked = db.updateTable('letter').set({ state: codeOf('uncertain'), reply });
  return Number((await marked.where(isUncertain).executeTakeFirstOrThrow()).numUpdatedRows);
}

async function storeEnd(
  db: Kysely<Database>,
  found: Found,
  end: LetterEnd,
  hashAddress: AddressHashes['hashAddress'],
): Promise<void> {
  const { email } = found.letter;
  const { reply, at } = end;
  const state = end.state === 'waiting' ? stateAfterPostponing(found) : end.state;
  const again = end.state === 'waiting' ? { due_at: end.dueAt, attempts: end.attempts } : {};
  await setLetter(db, found, state, { since: at, reply, ...again });
  await countResult(db, found, { ...end, state });
  if (state === 'accepted') await invite(db, found, at);
  if (state === 'refused' || state === 'ended') await setBack(db, found, at);
  // Nothing is stored about an address that was erased.
  if (email && end.isAddressDead) await suppress(db, hashAddress(email), 'dead', at);
}

function stateAfterPostponing({ letter, mailing }: Found): 'gone' | 'waiting' | 'ended' {
  if (!letter.email) return 'gone';
  return mailing && mailing.ended_at !== null ? 'ended' : 'waiting';
}

async function invite(db: Kysely<Database>, found: Found, at: number): Promise<void> {
  if (!found.person || !isReserved(found)) return;
  await movePeople(db, [found.person.email], { state: 'invited', at });
}

/** Lets the mailing of a letter go on, if it has one. @returns why it cannot */
async function resumeFor(
  db: Transaction<Database>,
  found: Found,
  author: Author,
): Promise<NotChanged | undefined> {
  const { mailing } = found;
  if (!mailing) return undefined;
  const isOther = sql`id > ${mailing.id} OR (ended_at IS NULL AND id <> ${mailing.id})`;
  if (await hasAny(db, 'mailing', isOther)) return 'newer';
  if (hasMoved(found)) return 'moved';
  const goesOn = db.updateTable('mailing').set({ ended_at: null });
  await goesOn.where('id', '=', mailing.id).execute();
  await recordAct(db, author, 'send-letter-again', detailOf(found));
  return undefined;
}

function detailOf({ letter, mailing }: Found): string {
  return `letter ${letter.id} of mailing ${mailing?.id}`;
}
