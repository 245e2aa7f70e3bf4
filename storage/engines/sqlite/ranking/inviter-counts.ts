import { isDeepStrictEqual } from 'node:util';
import { type Counter, counters } from '../../../counters.ts';
import type { Connection } from '../connection.ts';

/** With more new events than this, it is faster to read all counts than only the changed ones. */
const MAX_NEW_EVENTS = 50_000;

const ALL = `SELECT inviter_key, ${counters.join(', ')} FROM inviter_total`;
const CHANGED = `${ALL} WHERE inviter_key IN (SELECT inviter_key FROM invite_event WHERE id > ?)`;
const TOTAL = `SELECT ${counters.map((counter) => `sum(${counter})`).join(', ')} FROM total`;
const NEWEST_EVENT = 'SELECT * FROM invite_event ORDER BY id DESC LIMIT 1';
const EVENT = 'SELECT * FROM invite_event WHERE id = ?';

type Event = Record<string, unknown>;

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
  readonly #connection: Connection;
  /** Each counter, by the key of the inviter. The database assigns keys in ascending order, with few gaps. */
  #columns = emptyColumns(0);
  #sums = counters.map(() => 0);
  #lastEvent: Event | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get columns(): Readonly<Record<Counter, Float64Array>> {
    return this.#columns;
  }

  /** @returns false if everything was read again */
  refresh(): boolean {
    const last = this.#lastEvent;
    const newest = this.#connection.prepare(NEWEST_EVENT).get();
    this.#lastEvent = newest;
    if (last && newest && this.#areAllNewer(last, newest)) {
      this.#read(CHANGED, Number(last['id']));
      if (isDeepStrictEqual(this.#sums, this.#readTotal())) return true;
    }
    this.#columns = emptyColumns(this.#columns.page_views.length);
    this.#sums = counters.map(() => 0);
    this.#read(ALL);
    return false;
  }

  /**
   * Whether the new events are few, and all have higher ids than `last`. That is certain only if `last` is still in the
   * log: if the row with the highest id is deleted, SQLite assigns that id again.
   */
  #areAllNewer(last: Event, newest: Event): boolean {
    const id = Number(last['id']);
    if (Number(newest['id']) - id > MAX_NEW_EVENTS) return false;
    return isDeepStrictEqual(this.#connection.prepare(EVENT).get(id), last);
  }

  #readTotal(): number[] {
    const total = this.#connection.prepare(TOTAL).get() ?? {};
    // The sum of no rows is null.
    return Object.values(total).map(Number);
  }

  #read(sql: string, ...parameters: number[]): void {
    const statement = this.#connection.prepare(sql);
    statement.setReturnArrays(true);
    const rows = statement.iterate(...parameters) as unknown as Iterable<number[]>;
    for (const [key = 0, ...counts] of rows) {
      if (key >= this.#columns.page_views.length) this.#grow(key + 1);
      for (const [n, counter] of counters.entries()) {
        const column = this.#columns[counter];
        const count = counts[n] ?? 0;
        this.#sums[n] = (this.#sums[n] ?? 0) + count - (column[key] ?? 0);
        column[key] = count;
      }
    }
  }

  #grow(length: number): void {
    const larger = emptyColumns(length * 2);
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
