import type { LetterFigures } from '../../storage/interface/letters.ts';
import type { Metric } from '../metric.ts';
import type { MailOutcome } from './mail-transport.ts';

type Outcome = MailOutcome['outcome'];
const OUTCOMES: readonly Outcome[] = ['accepted', 'refused', 'later', 'unreachable', 'unclear'];

/**
 * Counts letters for the metrics. A scrape makes no query: the copy that sends letters answers with the figures that
 * it read last, and other copies answer without figures.
 */
export class LetterMeter {
  readonly #outcomes = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));
  #figures: LetterFigures | undefined;

  count(outcome: Outcome): void {
    this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }

  /** @param figures undefined while another copy sends the letters */
  show(figures: LetterFigures | undefined): void {
    this.#figures = figures;
  }

  measure(now: number): Metric[] {
    const attempts: Metric = {
      name: 'letters_attempts_total',
      help: 'Attempts of this copy to send a letter, by their outcome.',
      type: 'counter',
      samples: [...this.#outcomes].map(([outcome, value]) => ({ labels: { outcome }, value })),
    };
    if (!this.#figures) return [attempts];
    const { states, oldestWaitingAt = now } = this.#figures;
    return [
      attempts,
      {
        name: 'letters_stored',
        help: 'Letters in the database by their state. Only the copy that sends letters has this metric.',
        type: 'gauge',
        samples: Object.entries(states).map(([state, value]) => ({ labels: { state }, value })),
      },
      {
        name: 'letters_oldest_waiting_seconds',
        help: 'How long the oldest letter that is waiting has been waiting.',
        type: 'gauge',
        samples: [{ value: Math.max(0, now - oldestWaitingAt) / 1_000 }],
      },
    ];
  }
}
