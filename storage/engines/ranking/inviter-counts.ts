import { type Counter, counters } from '../../counters.ts';
import type { Reading } from './reading.ts';

/** With more new events than this, it is faster to read all counts than only the changed ones. */
export const MAX_NEW_EVENTS = 50_000;
/** Few enough that the event loop of the main thread receives a text with all of these counts in a millisecond. */
const KEYS_PER_PART = 10_000;

/** For a query of `inviter_total`: the key and the counts of every inviter, all separated by commas. */
export const COUNTS = `coalesce(string_agg(concat_ws(',', inviter_key, ${counters.join(', ')}), ','), '')`;
/** The counts over all inviters, separated by commas. The sum of no rows is null. */
export const TOTAL = `(SELECT concat_ws(',', ${counters
  .map((counter) => `coalesce(sum(${counter}), 0)`)
  .join(', ')}) FROM total)`;
const PART = `SELECT ${COUNTS} AS counts FROM inviter_total WHERE inviter_key >= ? AND inviter_key < ?`;
const HIGHEST_KEY = 'SELECT max(inviter_key) AS key FROM inviter_total';

export interface Changes {
  /** As `COUNTS`: the current counts of every inviter that may have changed, and perhaps of others. */
  counts: string;
  /** As `TOTAL`. */
  total: string;
}

/** Finds the inviters whose counts have changed since it was last used. */
export interface ChangeFinder {
  /** @returns undefined if it cannot know all changed inviters, such as the first time */
  find(): Reading<Changes | undefined>;
  /**
   * Called if the sums were wrong after `find`: searches more thoroughly. Missing if `find` cannot miss an event.
   *
   * @returns undefined if it cannot know all changed inviters either
   */
  findMissed?(): Reading<Changes | undefined>;
}

/**
 * The counts of all inviters in memory. After `refresh` they equal the counts in the open transaction. Counts change in
 * two ways:
 *
 * - An event adds a row to the log, in the transaction that counts it. So the counts of the inviters in new rows are
 *   read again.
 * - An erasure deletes the counts of an inviter. Then the sums in memory exceed the total in the database, and all
 *   counts are read again.
 */
export class InviterCounts {
  readonly #changes: ChangeFinder;
  /** Each counter, by the key of the inviter. The database assigns keys in ascending order, with few gaps. */
  #columns = emptyColumns(0);
  #sums = counters.map(() => 0);
  /** False while, or after a failure while, everything is read. */
  #isComplete = false;

  constructor(changes: ChangeFinder) {
    this.#changes = changes;
  }

  get columns(): Readonly<Record<Counter, Float64Array>> {
    return this.#columns;
  }

  /** @returns false if everything was read again */
  *refresh(): Reading<boolean> {
    const changes = yield* this.#changes.find();
    if (changes && this.#isComplete) {
      if (this.#apply(changes)) return true;
      const missed = this.#changes.findMissed && (yield* this.#changes.findMissed());
      if (missed && this.#apply(missed)) return true;
    }
    this.#isComplete = false;
    this.#columns = emptyColumns(this.#columns.page_views.length);
    this.#sums = counters.map(() => 0);
    const { key } = yield { sql: HIGHEST_KEY, parameters: [] };
    for (let from = 0; from <= Number(key); from += KEYS_PER_PART) {
      const { counts } = yield { sql: PART, parameters: [from, from + KEYS_PER_PART] };
      this.#put(String(counts));
    }
    this.#isComplete = true;
    return false;
  }

  /** @returns whether the sums are right now */
  #apply({ counts, total }: Changes): boolean {
    this.#put(counts);
    return this.#sums.join() === total;
  }

  /** Parses the numbers as a JSON array. This takes a fifth of the time that splitting the text takes. */
  #put(counts: string): void {
    const numbers = JSON.parse(`[${counts}]`) as number[];
    for (let n = 0; n < numbers.length; n += 1 + counters.length) {
      const key = numbers[n] ?? 0;
      if (key >= this.#columns.page_views.length) this.#grow(key + 1);
      for (const [of, counter] of counters.entries()) {
        const column = this.#columns[counter];
        const count = numbers[n + 1 + of] ?? 0;
        this.#sums[of] = (this.#sums[of] ?? 0) + count - (column[key] ?? 0);
        column[key] = count;
      }
    }
  }

  #grow(length: number): void {
    // Every query goes through whole columns, so they are only a little longer than needed.
    const larger = emptyColumns(Math.ceil(length * 1.1));
    for (const counter of counters) larger[counter].set(this.#columns[counter]);
    this.#columns = larger;
  }
}

function emptyColumns(length: number): Record<Counter, Float64Array> {
  const column = () => new Float64Array(length);
  return {
    page_views: column(),
    downloads: column(),
    invites_sent: column(),
    invites_accepted: column(),
  };
}
