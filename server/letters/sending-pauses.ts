import type { FastifyBaseLogger } from 'fastify';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { AppParts } from '../app-parts.ts';
import { isFailure, type MailOutcome } from './smtp-outcome.ts';

/** How long nothing is sent after the budget was used up. */
const BUDGET_PAUSE_MS = MINUTE_MS;
/**
 * After so many refused or uncertain letters of the last ones, the cause is probably the mail server or the sender, not
 * the letters.
 */
const MAX_REJECTED = 3;
const LAST_LETTERS = 5;

/** The pauses, one after the other, while no letter can be sent. The last one is repeated. */
const PAUSE_MINUTES = [1, 2, 5, 15];

/** What the log says of a letter. */
export type LetterName = Readonly<Record<string, string | number>>;

/** Decides when no letters are sent. Of several pauses in a row only the first one is logged. */
export function createSendingPauses(clock: AppParts['clock'], log: FastifyBaseLogger) {
  let pausedUntil = 0;
  /** How many pauses there were since the mail server could last be used. */
  let failures = 0;
  /** Whether it was refused or uncertain, for each of the last letters. Addresses that do not exist do not count. */
  let rejected: readonly boolean[] = [];
  const countRejected = () => rejected.filter(Boolean).length;
  const isPaused = () => pausedUntil > clock();
  const pause = (letter: LetterName, message: string) => {
    // Two letters that are sent at the same time fail at about the same time. They count as one failure.
    if (isPaused()) return;
    const minutes = PAUSE_MINUTES[failures] ?? Math.max(...PAUSE_MINUTES);
    pausedUntil = clock() + minutes * MINUTE_MS;
    failures++;
    // Log lines contain no reply, because mail servers repeat the address in it.
    if (failures === 1) log.warn(letter, message);
  };

  return {
    isPaused,

    /** Whether each letter must wait for the outcome of the one before. */
    isOneAtATime: () => countRejected() > 0 || failures > 0,

    /** Whether no letter was accepted since the mail server could not be used. */
    isFailing: () => failures > 0,

    /**
     * @param at the time for which the budget was read. The pause is counted from this time. Counted from the current
     *   time, it could last longer into the next hour, which has a new budget
     */
    afterBudget(at: number): void {
      // A longer pause is kept: a letter that was sent at the same time may have found that no letter can be sent.
      pausedUntil = Math.max(pausedUntil, at + BUDGET_PAUSE_MS);
    },

    /** @param letter that was tried */
    after(letter: LetterName, result: MailOutcome): void {
      if (result.outcome === 'unreachable') {
        pause(letter, 'The mail server cannot be used. Letters wait.');
        return;
      }
      const isRejected = isFailure(result);
      rejected = [...rejected, isRejected].slice(-LAST_LETTERS);
      if (countRejected() < MAX_REJECTED) {
        if (failures > 0) log.info('The mail server can be used again.');
        failures = 0;
      } else if (isRejected) {
        const few = `${MAX_REJECTED} of the last ${LAST_LETTERS} letters were refused or are uncertain.`;
        pause(letter, `${few} Letters wait.`);
      }
    },
  };
}
