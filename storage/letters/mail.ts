import { setImmediate } from 'node:timers/promises';
import { type Kysely, sql, type Updateable } from 'kysely';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Engine } from '../engine.ts';
import { endSuppression, suppress } from '../erasures.ts';
import type { Budget } from '../identity/budgets.ts';
import type { Database } from '../schema.ts';
import { readSecret } from '../secret.ts';
import { inSteps } from '../steps.ts';
import { hasAny } from '../tables.ts';
import {
  asLetter,
  codeOf,
  INTERRUPTED,
  type Letter,
  type LetterFigures,
  type LetterState,
  letterPriorities,
  readFigures,
} from './letter.ts';
import { ASKS_PER_STEP, queueStep } from './queue-step.ts';
import { createSendingWait } from './sending-wait.ts';
import { readFlood } from './slow-flood.ts';
import { subjectsOf } from './subjects.ts';
import { type Turn, takeTurn } from './take-turn.ts';

/** The queue of letters, the emails to people on the waitlist, and the sign-ups whose letters are not queued yet. */
export function createMail(engine: Engine) {
  const { db } = engine;

  return {
    /** 256 random bits, which are never replaced. The keys of tokens and of Message-IDs are derived from them. */
    secret: (): Promise<Uint8Array> => readSecret(engine, 'secret'),

    /**
     * The first call stores the time from which this site sends letters. Later calls store, once an hour, that it does. A
     * clock that is behind stores nothing: otherwise the codes of returned letters would end early.
     */
    async begin(at: number): Promise<void> {
      const row = await db.selectFrom('letters_begun').select('on_at').executeTakeFirst();
      if (at - (row?.on_at ?? Number.NEGATIVE_INFINITY) < HOUR_MS) return;
      await engine.transaction((db) =>
        sql`
          INSERT INTO letters_begun (id, at, unscrubbed, on_at) VALUES (1, ${at}, 0, ${at})
          ON CONFLICT (id) DO UPDATE SET on_at = excluded.on_at
          WHERE letters_begun.on_at IS NULL OR letters_begun.on_at < excluded.on_at`.execute(db),
      );
    },

    /** The time that `begin` stored; undefined if letters were never turned on. */
    begunAt: (): Promise<number | undefined> => readBegun(engine),

    /**
     * Runs work that only one instance of the program may do at a time.
     *
     * @returns undefined, without running the work, while another instance runs it
     */
    asOnlySender: <Result>(work: () => Promise<Result>): Promise<Result | undefined> =>
      engine.asOnlyInstance('sending', work),

    /**
     * Marks letters that are `sending` as `uncertain`, because the instance that was sending them has ended. Call this
     * only in `asOnlySender`, before a letter is sent.
     *
     * @returns how many letters
     */
    markInterrupted: (): Promise<number> =>
      engine.transaction(async (db) => {
        const sending = db.updateTable('letter').where('state', '=', codeOf('sending'));
        const interrupted = { state: codeOf('uncertain'), reply: INTERRUPTED };
        const marked = await sending.set(interrupted).executeTakeFirstOrThrow();
        return Number(marked.numUpdatedRows);
      }),

    /**
     * Queues the letters for sign-ups since the last call, in steps, within the limits of `contract/mail.ts`. An
     * address gets no letter if a mail server has said that the address does not exist, or if a mail program could read
     * it as another address. Call this only in `asOnlySender`.
     *
     * @returns how many sign-ups were read
     */
    async queue(at: number): Promise<number> {
      let read = 0;
      for (;;) {
        const asks = await queueStep(engine, at);
        read += asks;
        if (asks < ASKS_PER_STEP) return read;
        // Lets the event loop answer requests between two steps.
        await setImmediate();
      }
    },

    /**
     * Takes the next turn: marks the letter that is next as `sending`, if the budget and the limits of
     * `contract/mail.ts` allow it, and counts it.
     *
     * @param forSignUps the smaller budget of letters to new sign-ups, if they are slowed
     */
    takeTurn: (budget: Budget, at: number, forSignUps?: Budget): Promise<Turn> =>
      takeTurn(engine, budget, at, forSignUps),

    wait: createSendingWait(engine),

    /** Whether so few people confirm that letters to sign-ups must be slowed: see `isSlowFlood`. */
    isFlooded: (at: number): Promise<boolean> => readFlood(engine.reports, at),

    /**
     * Stores the result of a letter that is `sending`. The result `sent` is also stored if the letter is `uncertain`.
     * For example, an instance loses its connection to the database, the next sender marks the letter, and then the
     * mail server answers the first instance. With `deadAt`, the time when a mail server said that the address does not
     * exist, the address gets no letter for `LETTER_RETENTION_DAYS`.
     */
    async finish(
      id: number,
      end: {
        state: 'sent' | 'refused' | 'uncertain';
        reply: string;
        at: number;
        deadAt?: number | undefined;
      },
    ): Promise<void> {
      const { state, reply, at, deadAt } = end;
      const { hashAddress } = await subjectsOf(engine);
      await engine.transaction(async (db) => {
        const before: LetterState[] = state === 'sent' ? ['sending', 'uncertain'] : ['sending'];
        const ended = { state: codeOf(state), reply, due_at: at };
        const letter = await change(db, id, before, ended);
        // Nothing is stored about an address that was erased.
        if (letter?.email && deadAt !== undefined)
          await suppress(db, hashAddress(letter.email), 'dead', deadAt);
      });
    },

    /** Puts a letter that is `sending` back to `waiting`. */
    async postpone(
      id: number,
      { dueAt, attempts, reply }: { dueAt: number; attempts: number; reply: string },
    ): Promise<void> {
      const postponed = { state: codeOf('waiting'), due_at: dueAt, attempts, reply };
      await engine.transaction((db) => change(db, id, ['sending'], postponed));
    },

    /** How many letters there are in each state, and when the oldest waiting letter was queued. */
    figures: (): Promise<LetterFigures> => readFigures(engine),

    /** The letters in this state, or in all states, with the newest first. */
    async list({ state, limit }: { state?: LetterState; limit: number }): Promise<Letter[]> {
      const rows = await db
        .selectFrom('letter')
        .selectAll()
        .$if(state !== undefined, (all) => all.where('state', '=', codeOf(state ?? 'waiting')))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(asLetter);
    },

    async find(id: number): Promise<Letter | undefined> {
      const row = await db.selectFrom('letter').selectAll().where('id', '=', id).executeTakeFirst();
      return row && asLetter(row);
    },

    /**
     * Puts a letter that is `uncertain` or `refused` back to `waiting`. If a mail server had said that the address does
     * not exist, the address can get further letters again, too.
     *
     * @returns false for a letter in another state, or an unknown one
     */
    async sendAgain(id: number, at: number): Promise<boolean> {
      const { hashAddress } = await subjectsOf(engine);
      return await engine.transaction(async (db) => {
        const again = { state: codeOf('waiting'), due_at: at, attempts: 0, reply: null };
        const letter = await change(db, id, ['uncertain', 'refused'], again);
        if (!letter) return false;
        await endSuppression(db, hashAddress(letter.email), 'dead');
        return true;
      });
    },

    /**
     * Requests a letter of the kind `earlier` for each address that signed up before the site sent letters, once, and for
     * each imported person who has not confirmed, once. The letters are queued by `queue`, as if the addresses had just
     * signed up.
     *
     * @returns how many addresses; undefined if there is none and an earlier call has found some
     */
    async askEarlier(at: number): Promise<number | undefined> {
      const found = await engine.snapshot(async (db) => {
        const begun = await db.selectFrom('letters_begun').selectAll().executeTakeFirst();
        if (!begun) return undefined;
        const wasAsked = begun.earlier_asked_at !== null;
        const people = db.selectFrom('waitlist').select('email').orderBy('email');
        const isImported = sql<boolean>`requests = 0`;
        const isEarlier = sql<boolean>`(joined_at < ${begun.at} OR requests = 0)`;
        return {
          wasAsked,
          people: await people.where(wasAsked ? isImported : isEarlier).execute(),
        };
      });
      if (!found) return undefined;
      const { wasAsked, people } = found;
      if (people.length === 0) return wasAsked ? undefined : 0;
      const emails = people.map(({ email }) => email);
      const asked = await requestLetters(engine, emails, at);
      await engine.transaction((db) =>
        db.updateTable('letters_begun').set({ earlier_asked_at: at }).execute(),
      );
      return asked;
    },
  };
}

/**
 * Requests a letter of the kind `earlier` for each of some people who are still on the waitlist, in steps. If it is stopped
 * and repeated, the limits of `contract/mail.ts` prevent a second letter.
 *
 * @returns for how many
 */
export async function requestLetters(
  engine: Engine,
  emails: readonly string[],
  at: number,
): Promise<number> {
  const priority = letterPriorities.indexOf('bulk');
  let asked = 0n;
  for await (const step of inSteps(emails)) {
    await engine.transaction(async (db) => {
      const people = db.updateTable('waitlist').where('email', 'in', step);
      await people.where('requests', '=', 0).set({ requests: 1 }).execute();
      const { numAffectedRows = 0n } = await sql`
        INSERT INTO ask (email, at, earlier, priority)
        SELECT email, ${at}, 1, ${sql.lit(priority)} FROM waitlist
        WHERE email IN (${sql.join(step)})`.execute(db);
      asked += numAffectedRows;
    });
  }
  return Number(asked);
}

/** Changes a letter that is in one of these states. @returns undefined if it is not */
function change(
  db: Kysely<Database>,
  id: number,
  before: readonly LetterState[],
  after: Updateable<Database['letter']>,
): Promise<{ email: string } | undefined> {
  const changed = db.updateTable('letter').set(after).where('id', '=', id);
  return changed.where('state', 'in', before.map(codeOf)).returning('email').executeTakeFirst();
}

/** The time that `begin` stored; undefined if letters were never turned on. */
export async function readBegun({ db }: Engine): Promise<number | undefined> {
  return (await db.selectFrom('letters_begun').select('at').executeTakeFirst())?.at;
}

/** Whether `askEarlier` has added sign-ups whose letters are not queued yet. These sign-ups are not copied. */
export function isAskingEarlier(db: Kysely<Database>): Promise<boolean> {
  return hasAny(db, 'ask', sql`earlier = 1`);
}

/** For a copy of a database in which `isAskingEarlier`: `askEarlier` may be called again. */
export async function letEarlierBeAsked(db: Kysely<Database>): Promise<void> {
  await db.updateTable('letters_begun').set({ earlier_asked_at: null }).execute();
}
