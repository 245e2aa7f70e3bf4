import { withoutVariants } from '../../search-text.ts';
import { asByteOrdered } from './byte-order.ts';
import type { Reading } from './reading.ts';

/** After a change of a name, searches and the order of names may use the old name for up to this time. */
const MAX_AGE_MS = 10_000;

/** Reading the rows of so many keys takes less than a millisecond. */
const KEYS_PER_PART = 1_000;

/** Follows each row of a part. No id or name contains a control character. PostgreSQL's texts cannot contain NUL. */
const END_OF_ROW = '\u001e';
/** One text for all rows of a part, because reading single rows takes several times as long. */
const ROWS_OF_PART = `SELECT string_agg(key || ' ' || search_text || '${END_OF_ROW}', '') AS rows
  FROM inviter WHERE key >= ? AND key < ?`;

/** The inviters whose keys are in one range. */
interface Part {
  /** All rows as they were read. */
  rows: string;
  /** By `performance.now()`. */
  readAt: number;
}

/** The searched texts of inviters in memory, in parts that are read again after some time. */
export class InviterNames {
  /** By number: part n has the keys from n times `KEYS_PER_PART` on. In the order in which they were read. */
  readonly #parts = new Map<number, Part>();
  /** By the key of the inviter; undefined for a key without an inviter. */
  #texts: (string | undefined)[] = [];
  #names: (string | undefined)[] = [];
  /** Keys, ordered by name. Kept for the next sort, which is fast if few names have changed. */
  #inOrder: number[] = [];
  /**
   * The position of each name in the order, by key. Equal names have equal positions. Undefined if names have changed.
   */
  #places: Float64Array | undefined;

  /** Reads the parts that have keys without a known name, and those that may be too old. */
  *refresh(keys: Uint32Array, maxAgeMs = MAX_AGE_MS): Reading<void> {
    // An iterator of a typed array would take ten times as long.
    for (let n = 0; n < keys.length; n++) {
      const key = keys[n] ?? 0;
      if (this.#texts[key] === undefined) yield* this.#read(partOf(key));
    }
    yield* this.#readOlderThan(maxAgeMs, Number.POSITIVE_INFINITY);
  }

  /**
   * Reads one part again early, so that no query has to wait for it. Does nothing if no query has used names yet.
   *
   * @returns false if no part needs this yet
   */
  refreshEarly(): Reading<boolean> {
    return this.#readOlderThan(MAX_AGE_MS / 2, 1);
  }

  forget(): void {
    this.#parts.clear();
    this.#texts = [];
    this.#names = [];
    this.#places = undefined;
  }

  has(key: number, part: string): boolean {
    return this.#texts[key]?.includes(part) ?? false;
  }

  /** The position of each name in the order, by key. */
  places(): Float64Array {
    this.#places ??= this.#sort();
    return this.#places;
  }

  /** Reads the oldest parts, but no more than `most`. @returns whether it has read a part */
  *#readOlderThan(ageMs: number, most: number): Reading<boolean> {
    const now = performance.now();
    let read = 0;
    for (const [part, { readAt }] of [...this.#parts]) {
      if (now - readAt <= ageMs || read === most) break;
      yield* this.#read(part);
      read++;
    }
    return read > 0;
  }

  *#read(part: number): Reading<void> {
    const [from, to] = [part * KEYS_PER_PART, (part + 1) * KEYS_PER_PART];
    const { rows } = yield { sql: ROWS_OF_PART, parameters: [from, to] };
    // Without rows, `string_agg` returns NULL.
    const text = typeof rows === 'string' ? rows : '';
    const isChanged = text !== this.#parts.get(part)?.rows;
    // The map keeps the order in which the parts were added.
    this.#parts.delete(part);
    this.#parts.set(part, { rows: text, readAt: performance.now() });
    // If no name has changed, the order is kept: sorting takes longer than reading.
    if (isChanged) this.#replace(from, text);
  }

  #replace(from: number, rows: string): void {
    const to = Math.min(from + KEYS_PER_PART, this.#texts.length);
    this.#texts.fill(undefined, from, to);
    this.#names.fill(undefined, from, to);
    for (const row of rows.split(END_OF_ROW).slice(0, -1)) {
      const space = row.indexOf(' ');
      const key = Number(row.slice(0, space));
      // V8 would turn an array with a large gap into a slower dictionary.
      while (this.#texts.length <= key) {
        this.#texts.push(undefined);
        this.#names.push(undefined);
      }
      this.#texts[key] = withoutVariants(row.slice(space + 1));
      // The first line of the searched text is the id, which does not affect the order of names.
      this.#names[key] = asByteOrdered(row.slice(row.indexOf('\n') + 1));
    }
    this.#places = undefined;
  }

  #sort(): Float64Array {
    const names = this.#names;
    const inOrder = this.#inOrder.filter((key) => names[key] !== undefined);
    const places = new Float64Array(names.length);
    for (const key of inOrder) places[key] = 1;
    for (let key = 0; key < names.length; key++) {
      if (names[key] !== undefined && places[key] === 0) inOrder.push(key);
    }
    inOrder.sort((a, b) => compare(names[a] ?? '', names[b] ?? ''));
    let place = 0;
    let before: string | undefined;
    for (const key of inOrder) {
      if (names[key] !== before) place++;
      before = names[key];
      places[key] = place;
    }
    this.#inOrder = inOrder;
    return places;
  }
}

function partOf(key: number): number {
  return Math.floor(key / KEYS_PER_PART);
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
