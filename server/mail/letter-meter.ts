import { Counter, Gauge } from 'prom-client';
import type { LetterFigures } from '../../storage/mail/letter.ts';
import type { App } from '../app-parts.ts';
import type { MailOutcome } from './mail-transport.ts';

type Outcome = MailOutcome['outcome'];
const OUTCOMES: readonly Outcome[] = ['accepted', 'refused', 'later', 'unreachable', 'uncertain'];
/** Dashboards and alerts know the state by its earlier name. */
const labelOf = (name: string) => (name === 'uncertain' ? 'unclear' : name);

/**
 * Counts letters for the metrics. A scrape makes no query: the instance that sends letters answers with the figures that
 * it read last, and other instances answer without figures.
 */
export class LetterMeter {
  readonly #attempts: Counter<'outcome'>;
  #figures: LetterFigures | undefined;

  constructor({ metrics }: App, clock: () => number) {
    const registers = [metrics];
    const figures = () => this.#figures;
    this.#attempts = new Counter({
      name: 'letters_attempts_total',
      help: 'Attempts of this instance to send a letter, by their outcome.',
      labelNames: ['outcome'],
      registers,
    });
    for (const outcome of OUTCOMES) this.#attempts.inc({ outcome: labelOf(outcome) }, 0);
    new Gauge({
      name: 'letters_stored',
      help: 'Letters in the database by their state. Only the instance that sends letters has this metric.',
      labelNames: ['state'],
      registers,
      collect() {
        this.reset();
        for (const [state, count] of Object.entries(figures()?.states ?? {}))
          this.set({ state: labelOf(state) }, count);
      },
    });
    new Gauge({
      name: 'letters_oldest_waiting_seconds',
      help: 'How long the oldest letter that is waiting has been waiting.',
      registers,
      collect() {
        const now = clock();
        const current = figures();
        if (current) this.set(Math.max(0, now - (current.oldestWaitingAt ?? now)) / 1_000);
        else this.remove();
      },
    });
  }

  count(outcome: Outcome): void {
    this.#attempts.inc({ outcome: labelOf(outcome) });
  }

  /** @param figures undefined while another instance sends the letters */
  show(figures: LetterFigures | undefined): void {
    this.#figures = figures;
  }
}
