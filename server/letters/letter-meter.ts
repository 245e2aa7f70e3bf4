import { Counter, Gauge } from '@prometheus-io/client';
import type { LetterFigures } from '../../storage/letters/letter.ts';
import type { FastifyApp } from '../app-parts.ts';
import type { MailOutcome } from './smtp-outcome.ts';

type Outcome = MailOutcome['outcome'];
const OUTCOMES: readonly Outcome[] = ['accepted', 'refused', 'later', 'unreachable', 'uncertain'];

/** `isPaused`: a mailing. `isSlowed`: letters to sign-ups. */
type MeterFigures = LetterFigures & { isPaused: boolean; isSlowed: boolean };

export type LetterMeter = ReturnType<typeof createLetterMeter>;

/**
 * Counts letters for the metrics. A scrape makes no query: the instance that sends letters answers with the figures
 * that it read last, and other instances answer without figures.
 */
export function createLetterMeter({ metrics }: FastifyApp, clock: () => number) {
  let figures: MeterFigures | undefined;
  const registers = [metrics];
  const attempts = new Counter({
    name: 'letters_attempts_total',
    help: 'Attempts of this instance to send a letter, by their outcome.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  new Gauge({
    name: 'letters_stored',
    help: 'Letters in the database by their state. Only the instance that sends letters has this metric.',
    labelNames: ['state'],
    registers,
    collect() {
      this.reset();
      for (const [state, count] of Object.entries(figures?.states ?? {}))
        this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'letters_oldest_waiting_seconds',
    help: 'How long the oldest letter that is waiting has been waiting.',
    registers,
    collect() {
      const now = clock();
      if (figures) this.set(Math.max(0, now - (figures.oldestWaitingAt ?? now)) / 1_000);
      else this.remove();
    },
  });
  new Gauge({
    name: 'letters_mailing_paused',
    help: 'Whether a mailing that has not ended is paused. Only the instance that sends letters has this metric.',
    registers,
    collect() {
      if (figures) this.set(Number(figures.isPaused));
      else this.remove();
    },
  });
  new Gauge({
    name: 'letters_slowed',
    help: 'Whether letters to new sign-ups leave slowly, because few people confirm. Only the instance that sends letters has this metric.',
    registers,
    collect() {
      if (figures) this.set(Number(figures.isSlowed));
      else this.remove();
    },
  });
  return {
    count: (outcome: Outcome) => attempts.inc({ outcome }),
    /** @param next undefined while another instance sends the letters */
    show(next: MeterFigures | undefined): void {
      figures = next;
    },
  };
}
