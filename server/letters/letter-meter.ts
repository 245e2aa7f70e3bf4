import { Counter, Gauge } from '@prometheus-io/client';
import type { LetterFigures } from '../../storage/letters/letter.ts';
import type { FastifyApp } from '../app-parts.ts';
import type { MailOutcome } from './smtp-outcome.ts';

type Outcome = MailOutcome['outcome'];
const OUTCOMES: readonly Outcome[] = ['accepted', 'refused', 'later', 'unreachable', 'uncertain'];

/** `isPaused`: a mailing. */
type MeterFigures = LetterFigures & { isPaused: boolean };

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
  const gauge = (name: string, help: string, read: (figures: MeterFigures) => number) =>
    new Gauge({
      name,
      help: `${help} Only the instance that sends letters has this metric.`,
      registers,
      collect() {
        if (figures) this.set(read(figures));
        else this.remove();
      },
    });
  gauge(
    'letters_oldest_waiting_seconds',
    'How long the oldest letter that is waiting has been waiting.',
    ({ oldestWaitingAt }) => Math.max(0, clock() - (oldestWaitingAt ?? clock())) / 1_000,
  );
  gauge(
    'letters_mailing_paused',
    'Whether a mailing that has not ended is paused.',
    ({ isPaused }) => Number(isPaused),
  );
  return {
    count: (outcome: Outcome) => attempts.inc({ outcome }),
    /** @param next undefined while another instance sends the letters */
    show(next: MeterFigures | undefined): void {
      figures = next;
    },
  };
}
