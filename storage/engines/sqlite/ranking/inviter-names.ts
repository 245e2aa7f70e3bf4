import type { Connection } from '../connection.ts';
import { asByteOrdered } from './byte-order.ts';

/** After a change of a name, searches and the order of names may use the old name for up to this time. */
const MAX_AGE_MS = 10_000;

/**
 * One text for all rows, because reading a hundred thousand rows takes several times as long. No name contains NUL.
 */
const ROWS_AFTER = `SELECT string_agg(key || ' ' || search_text || char(0), '') AS rows
  FROM inviter WHERE key > ?`;

/** The searched texts of all inviters in memory. New inviters are read by `refresh`, changed names after some time. */
export class InviterNames {
  readonly #connection: Connection;
  /** All rows as they were read. */
  #rows = '';
  /** By the key of the inviter; undefined for a key without an inviter. */
  #texts: (string | undefined)[] = [];
  #names: (string | undefined)[] = [];
  /** When all names were last read, by `performance.now()`. */
  #readAt = Number.NEGATIVE_INFINITY;
  /** Keys, ordered by name. Kept for the next sort, which is fast if few names have changed. */
  #inOrder: number[] = [];
  /** Every key below this number is in `#inOrder`, if the key has a name. */
  #sortedBelow = 0;
  /**
   * The position of each name in the order, by key. Equal names have equal positions. Undefined if names have changed.
   */
  #places: Float64Array | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Reads new inviters, and all inviters if the names may be too old. */
  refresh(maxAgeMs = MAX_AGE_MS): void {
    if (performance.now() - this.#readAt <= maxAgeMs) {
      this.#add(this.#readAfter(this.#texts.length - 1));
      return;
    }
    const rows = this.#readAfter(-1);
    // If no name has changed, the names and their order are kept: making and sorting them takes longer than reading.
    if (!rows.startsWith(this.#rows)) this.forget();
    this.#add(rows.slice(this.#rows.length));
    this.#readAt = performance.now();
  }

  /**
   * Reads the names again early, so that no query has to wait for this. Does nothing if no query has used names yet.
   */
  refreshEarly(): void {
    if (this.#texts.length > 0) this.refresh(MAX_AGE_MS / 2);
  }

  forget(): void {
    this.#rows = '';
    this.#texts = [];
    this.#names = [];
    this.#places = undefined;
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  has(key: number, part: string): boolean {
    return this.#texts[key]?.includes(part) ?? false;
  }

  /** The position of each name in the order, by key. */
  places(): Float64Array {
    this.#places ??= this.#sort();
    return this.#places;
  }

  #readAfter(key: number): string {
    const { rows } = this.#connection.prepare(ROWS_AFTER).get(key) ?? {};
    // Without rows, `string_agg` returns NULL.
    return typeof rows === 'string' ? rows : '';
  }

  #add(rows: string): void {
    if (rows === '') return;
    this.#rows += rows;
    for (const row of rows.slice(0, -1).split('\0')) {
      const space = row.indexOf(' ');
      const key = Number(row.slice(0, space));
      // V8 would turn an array with a large gap into a slower dictionary.
      while (this.#texts.length < key) this.#push(undefined, undefined);
      // The first line of the searched text is the id, which does not affect the order of names.
      this.#push(row.slice(space + 1), asByteOrdered(row.slice(row.indexOf('\n') + 1)));
    }
    this.#places = undefined;
  }

  #push(text: string | undefined, name: string | undefined): void {
    this.#texts.push(text);
    this.#names.push(name);
  }

  #sort(): Float64Array {
    const names = this.#names;
    const isKnown = (key: number) => names[key] !== undefined;
    const inOrder = this.#inOrder.filter(isKnown);
    for (let key = this.#sortedBelow; key < names.length; key++)
      if (isKnown(key)) inOrder.push(key);
    inOrder.sort((a, b) => compare(names[a] ?? '', names[b] ?? ''));
    const places = new Float64Array(names.length);
    let place = 0;
    let before: string | undefined;
    for (const key of inOrder) {
      if (names[key] !== before) place++;
      before = names[key];
      places[key] = place;
    }
    this.#inOrder = inOrder;
    this.#sortedBelow = names.length;
    return places;
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
