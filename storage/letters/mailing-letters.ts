import { type Kysely, sql } from 'kysely';
import type { Author } from '../../contract/audit.ts';
import type { MailingLetterState, NotAgain } from '../../contract/mailings.ts';
import { recordAct } from '../audit.ts';
import type { Engine } from '../engine.ts';
import { endSuppression, suppress } from '../erasures.ts';
import type { Budget } from '../identity/budgets.ts';
import { movePeople } from '../people/person-states.ts';
import { codeOfState } from '../people/positions.ts';
import type { Database } from '../schema.ts';
import { hasAny } from '../tables.ts';
import {
  type Found,
  invite,
  isReserved,
  setLetter,
  setPersonBack,
  stateOf,
  withLetter,
} from './found-letter.ts';
import { countResult } from './gates.ts';
import { INTERRUPTED } from './letter.ts';
import { markSending } from './mailing-letter.ts';
import { type MailingTurn, takeMailingTurn } from './mailing-turn.ts';

const ASSUMED = 'An admin has said that it arrived.';

/** The letters of mailings, which the mailer sends one by one. */
export function createMailingLetters(engine: Engine) {
  return {
    /** As `Mail.markInterrupted`. */
    markInterrupted: (): Promise<number> =>
      engine.transaction((db) => markSending(db, INTERRUPTED)),

    /**
     * Takes the next turn, after all letters of `Mail`: marks the next letter of the mailing as `sending`, if the budgets
     * allow it, and counts it. Recipients who may not get it any more are left out. If no letter remains, the mailing
     * has ended. Call this only in `asOnlySender`.
     */
    takeTurn: (budget: Budget, at: number): Promise<MailingTurn> =>
      takeMailingTurn(engine, budget, at),

    /**
     * As `Mail.finish`. Also invites the reserved person of an accepted letter, and sets that of a refused one back.
     *
     * @param end `isFailure`: the cause is not the address, so further letters would probably end in the same way
     */
    async finish(
      id: number,
      end: {
        state: 'accepted' | 'refused' | 'uncertain';
        reply: string;
        isFailure?: boolean;
        at: number;
        deadAt?: number | undefined;
      },
    ): Promise<void> {
      const { state, reply, at, deadAt } = end;
      await withLetter(engine, id, async (db, found, { hashAddress }) => {
        const { person } = found;
        const before = stateOf(found);
        // An instance that lost its connection to the database still gets the answer to a letter that was marked.
        const isLate = before === 'uncertain' && state === 'accepted';
        if (before !== 'sending' && !isLate) return;
        await setLetter(db, found, { state, at, reply });
        await countResult(db, found, end);
        if (state === 'accepted') await invite(db, found, at);
        if (state === 'refused') await setPersonBack(db, found, at);
        if (person && deadAt !== undefined)
          await suppress(db, hashAddress(person.email), 'dead', deadAt);
      });
    },

    /**
     * Puts a letter that is `sending` back to `waiting`, unless its mailing has ended or its person has left.
     *
     * @param postponed `isFailure` as of `finish`
     */
    async postpone(
      id: number,
      postponed: {
        dueAt: number;
        attempts: number;
        reply: string;
        isFailure?: boolean | undefined;
        at: number;
      },
    ): Promise<void> {
      const { dueAt, attempts, reply, isFailure, at } = postponed;
      await withLetter(engine, id, async (db, found) => {
        if (stateOf(found) !== 'sending') return;
        const state = stateAfterPostponing(found);
        const again = state === 'waiting' ? { due_at: dueAt, attempts } : {};
        await setLetter(db, found, { state, at, reply, ...again });
        if (state === 'ended') await setPersonBack(db, found, at);
        await countResult(db, found, { state, isFailure });
      });
    },

    /** An admin knows that a letter which is `uncertain` has arrived. @returns false for any other letter */
    async assumeDelivered(id: number, author: Author): Promise<boolean> {
      const isDone = await withLetter(engine, id, async (db, found) => {
        if (stateOf(found) !== 'uncertain') return false;
        // The time stays: it decides when the address is deleted after the launch.
        await setLetter(db, found, { state: 'accepted', reply: ASSUMED });
        await countResult(db, found, { state: 'accepted' });
        await invite(db, found, author.at);
        await recordAct(db, author, 'assume-delivered', detailOf(found));
        return true;
      });
      return isDone ?? false;
    },

    /**
     * Puts a letter that is `uncertain` or `refused` back to `waiting`. Its mailing goes on if it has ended, unless there
     * is a newer one.
     */
    async sendAgain(id: number, author: Author): Promise<NotAgain | undefined> {
      const { at } = author;
      const result = await withLetter(engine, id, async (db, found, { hashAddress }) => {
        const { mailing, person } = found;
        const state = stateOf(found);
        if (!person || (state !== 'uncertain' && state !== 'refused')) return 'state';
        const isOther = sql`id > ${mailing.id} OR (ended_at IS NULL AND id <> ${mailing.id})`;
        if (await hasAny(db, 'mailing', isOther)) return 'newer';
        if (!(await reserveAgain(db, found, at))) return 'moved';
        await setLetter(db, found, { state: 'waiting', attempts: 0, due_at: at, at, reply: null });
        const goesOn = db.updateTable('mailing').set({ ended_at: null });
        await goesOn.where('id', '=', mailing.id).execute();
        await endSuppression(db, hashAddress(person.email), 'dead');
        await recordAct(db, author, 'send-letter-again', detailOf(found));
        return 'again';
      });
      return result === 'again' ? undefined : (result ?? 'state');
    },
  };
}

function stateAfterPostponing({ mailing, person }: Found): MailingLetterState {
  if (!person) return 'gone';
  return mailing.ended_at === null ? 'waiting' : 'ended';
}

/** @returns false if the person was let in otherwise, or the wave was changed as a whole */
async function reserveAgain(db: Kysely<Database>, found: Found, at: number): Promise<boolean> {
  const { wave } = found.mailing;
  const { person } = found;
  if (wave === null || !person || isReserved(found)) return true;
  if (person.state !== codeOfState('waiting')) return false;
  const open = db.updateTable('wave').where('id', '=', wave).where('taken_at', 'is', null);
  const counted = await open
    .where('undone_at', 'is', null)
    .set(({ eb }) => ({ back: eb('back', '-', 1) }))
    .executeTakeFirst();
  if (counted.numUpdatedRows === 0n) return false;
  await movePeople(db, [person.email], { state: 'reserved', at, wave });
  return true;
}

function detailOf({ letter, mailing }: Found): string {
  return `letter ${letter.id} of mailing ${mailing.id}`;
}
