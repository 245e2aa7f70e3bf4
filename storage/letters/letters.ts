import { sql } from 'kysely';
import { HOUR_MS } from '../../contract/durations.ts';
import type { SignUpLetterState } from '../../contract/mailings.ts';
import type { Engine } from '../engine.ts';
import type { Budget } from '../identity/budgets.ts';
import { readSecret } from '../secret.ts';
import { asLetter, codeOf, countByState, type Letter, type LetterFigures } from './letter.ts';
import { createLetterResults } from './letter-results.ts';
import { queueLetters } from './queue-letters.ts';
import { createSendingWait } from './sending-wait.ts';
import { type Turn, takeLetter } from './take-letter.ts';

/**
 * The emails to people on the waitlist: the sign-ups whose letters are not queued yet, and all letters, from the queue to
 * their end.
 */
export function createLetters(engine: Engine) {
  const { db } = engine;
  const toSignUps = db.selectFrom('letter').selectAll().where('mailing', 'is', null);

  return {
    ...createLetterResults(engine),
    wait: createSendingWait(engine),

    /** 256 random bits, which are never replaced. The keys of tokens and of Message-IDs are derived from them. */
    secret: (): Promise<Uint8Array> => readSecret(engine, 'secret'),

    /** The first call stores the time from which this site sends letters. Later calls store, once an hour, that it does. */
    async begin(at: number): Promise<void> {
      const row = await db.selectFrom('letters_begun').select('on_at').executeTakeFirst();
      if (at - (row?.on_at ?? Number.NEGATIVE_INFINITY) < HOUR_MS) return;
      await engine.transaction((db) =>
        sql`
          INSERT INTO letters_begun (id, at, unscrubbed, on_at) VALUES (1, ${at}, 0, ${at})
          ON CONFLICT (id) DO UPDATE SET on_at = excluded.on_at`.execute(db),
      );
    },

    /** The time that `begin` stored; undefined if letters were never turned on. */
    begunAt: async (): Promise<number | undefined> =>
      (await db.selectFrom('letters_begun').select('at').executeTakeFirst())?.at,

    /**
     * Runs work that only one instance of the program may do at a time.
     *
     * @returns undefined, without running the work, while another instance runs it
     */
    asOnlySender: <Result>(work: () => Promise<Result>): Promise<Result | undefined> =>
      engine.asOnlyInstance('sending', work),

    /**
     * Queues the letters for sign-ups since the last call, in steps, within the limits of `contract/mail.ts`. An
     * address gets no letter if a mail server has said that the address does not exist, or if a mail program could read
     * it as another address. Call this only in `asOnlySender`.
     *
     * @returns how many sign-ups were read
     */
    queue: (at: number): Promise<number> => queueLetters(engine, at),

    /**
     * Marks the next letter as `sending`, if the budget and the limits of `contract/mail.ts` allow it, and counts it.
     * Letters of the running mailing follow after all others; if none remains, the mailing has ended. Call this only in
     * `asOnlySender`.
     */
    take: (budget: Budget, at: number): Promise<Turn> => takeLetter(engine, budget, at),

    /** How many letters to sign-ups there are in each state, and when the oldest waiting one was queued. */
    figures: (): Promise<LetterFigures> => countByState(engine),

    /** The letters to sign-ups in this state, or in all states, with the newest first. */
    async list({ state, limit }: { state?: SignUpLetterState; limit: number }): Promise<Letter[]> {
      const letters = state ? toSignUps.where('state', '=', codeOf(state)) : toSignUps;
      return (await letters.orderBy('id', 'desc').limit(limit).execute()).map(asLetter);
    },

    /** A letter to a sign-up. */
    async find(id: number): Promise<Letter | undefined> {
      const row = await toSignUps.where('id', '=', id).executeTakeFirst();
      return row && asLetter(row);
    },
  };
}
