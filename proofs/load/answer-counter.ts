import { createHistogram } from 'node:perf_hooks';
import type { Tally } from './arrivals.ts';

/** How `arrivals-process.ts` writes the status of a request that the site refused under overload. */
const REFUSED = '503 with Retry-After';

/** Counts accepted, refused and other answers, and measures how long the accepted ones took. */
export class AnswerCounter {
  readonly #accepted = createHistogram();
  #refused = 0;
  readonly #otherwise: Record<string, number> = {};

  count(status: string, ms: number): void {
    if (status === '200') this.#accepted.record(Math.max(1, Math.round(ms * 1_000)));
    else if (status === REFUSED) this.#refused++;
    else this.#otherwise[status] = (this.#otherwise[status] ?? 0) + 1;
  }

  result(): Tally {
    return {
      accepted: this.#accepted.count,
      p99Ms: this.#accepted.percentile(99) / 1_000,
      slowestMs: this.#accepted.max / 1_000,
      refused: this.#refused,
      otherwise: this.#otherwise,
    };
  }
}
