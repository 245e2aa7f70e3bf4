import { Counter, Gauge } from '@prometheus-io/client';
import type { LetterFigures } from '../../storage/letters/letter.ts';
import type { FastifyApp } from '../app-parts.ts';
import type { MailOutcome } from './smtp-outcome.ts';

type Outcome = MailOutcome['outcome'];
const OUTCOMES: readonly Outcome[] = ['accepted', 'refused', 'later', 'unreachable', 'uncertain'];
const OF_SENDER = 'Only the instance that sends letters sets it.';

export type LetterMeter = ReturnType<typeof createLetterMeter>;

/** Counts letters for the metrics. */
export function createLetterMeter({ metrics }: FastifyApp) {
  const registers = [metrics];
  const attempts = new Counter({
    name: 'letters_attempts_total',
    help: 'Attempts of this instance to send a letter, by their outcome.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of OUTCOMES) attempts.inc({ outcome }, 0);
  const stored = new Gauge({
    name: 'letters_stored',
    help: `Letters in the database by their state. ${OF_SENDER}`,
    labelNames: ['state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'letters_oldest_waiting_seconds',
    help: `How long the oldest letter that is waiting has been waiting. ${OF_SENDER}`,
    registers,
  });
  const paused = new Gauge({
    name: 'letters_mailing_paused',
    help: `Whether a mailing that has not ended is paused. ${OF_SENDER}`,
    registers,
  });
  return {
    count: (outcome: Outcome) => attempts.inc({ outcome }),
    /** @param isPaused whether a mailing is */
    show({ states, oldestWaitingAt }: LetterFigures, isPaused: boolean, now: number): void {
      for (const [state, count] of Object.entries(states)) stored.set({ state }, count);
      oldest.set(Math.max(0, now - (oldestWaitingAt ?? now)) / 1_000);
      paused.set(Number(isPaused));
    },
    /** While another instance sends the letters. */
    reset(): void {
      for (const gauge of [stored, oldest, paused]) gauge.reset();
    },
  };
}
