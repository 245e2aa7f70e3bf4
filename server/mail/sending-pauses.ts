import type { FastifyBaseLogger } from 'fastify';
import { HOUR_MS } from '../../contract/durations.ts';
import type { AppParts } from '../app-parts.ts';
import { PAUSES_MS } from './retry-times.ts';
import type { MailOutcome } from './smtp-outcome.ts';

/** How long nothing is sent after the budget was used up. */
const BUDGET_PAUSE_MS = 60_000;
/**
 * After so many refused or uncertain letters in the last turns, the cause is probably the mail server or the sender, not
 * the letters. It makes no difference whether a letter of another turn was accepted, or whether there was one: a
 * stranger could otherwise see this in the times of letters to addresses of their own that refuse letters.
 */
const MAX_REJECTED = 3;
const LAST_TURNS = 5;

/** Decides when no letters are sent. Of several pauses in a row only the first one is logged. */
export class SendingPauses {
  readonly #clock: AppParts['clock'];
  readonly #log: FastifyBaseLogger;
  #until = 0;
  /** How many pauses there were since the mail server could last be used. */
  #failures = 0;
  /** Whether a letter was refused or uncertain, for each of the last turns. Addresses that do not exist do not count. */
  #turns: readonly boolean[] = [];

  constructor(clock: AppParts['clock'], log: FastifyBaseLogger) {
    this.#clock = clock;
    this.#log = log;
  }

  get isPaused(): boolean {
    const remaining = this.#until - this.#clock();
    // All pauses are shorter than an hour. If more time remains, the clock was ahead when the pause began: ignore it.
    return remaining > 0 && remaining <= HOUR_MS;
  }

  get #rejected(): number {
    return this.#turns.filter(Boolean).length;
  }

  /** Whether each letter must wait for the outcome of the one before. */
  get oneAtATime(): boolean {
    return this.#rejected > 0;
  }

  /**
   * @param at the time for which the budget was read. The pause is counted from this time. Counted from the current
   *   time, it could last longer into the next hour, which has a new budget
   */
  afterBudget(at: number): void {
    const until = at + BUDGET_PAUSE_MS;
    // A longer pause is kept: a letter that was sent at the same time may have found that the mail server is unusable.
    this.#until = this.isPaused ? Math.max(this.#until, until) : until;
  }

  /** @param letter the number of the letter that was tried */
  after(letter: number, result: MailOutcome): void {
    const { outcome } = result;
    if (outcome === 'unreachable') {
      this.#pause(letter, 'The mail server cannot be used. Letters wait.');
      return;
    }
    const isRejected =
      outcome === 'uncertain' ||
      (outcome === 'refused' && !result.isAddressDead) ||
      (outcome === 'later' && result.isRejected);
    this.#addTurn(isRejected);
    if (this.#rejected < MAX_REJECTED) {
      if (this.#failures > 0) this.#log.info('The mail server can be used again.');
      this.#failures = 0;
    } else if (isRejected) {
      this.#pause(
        letter,
        `${MAX_REJECTED} of the last ${LAST_TURNS} letters were refused or are uncertain. Letters wait.`,
      );
    }
  }

  afterNoLetter(): void {
    this.#addTurn(false);
  }

  #addTurn(isRejected: boolean): void {
    this.#turns = [...this.#turns, isRejected].slice(-LAST_TURNS);
  }

  #pause(letter: number, message: string): void {
    // Two letters that are sent at the same time fail at about the same time. They count as one failure.
    if (this.isPaused) return;
    this.#until = this.#clock() + (PAUSES_MS[this.#failures] ?? Math.max(...PAUSES_MS));
    this.#failures++;
    // Log lines contain no reply, because mail servers repeat the address in it.
    if (this.#failures === 1) this.#log.warn({ letter }, message);
  }
}
