import type { Connection } from '../connection.ts';
import { asByteOrdered } from './byte-order.ts';

/** After a change of a name, searches and the order of names may use the old name for up to this time. */
const MAX_AGE_MS = 10_000;

/**
 * Two texts for all rows, because reading a hundred thousand rows takes several times as long. No name contains NUL.
 */
const NAMES_AFTER = `SELECT string_agg(key, ' ') AS keys, string_agg(search_text, char(0)) AS texts
  FROM inviter WHERE key > ?`;

/** The searched texts of all inviters in memory. New inviters are read by `refresh`, changed names after some time. */
export class InviterNames {
  readonly #connection: Connection;
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
    if (performance.now() - this.#readAt > maxAgeMs) {
      this.forget();
      this.#readAt = performance.now();
    }
    this.#readAfter(this.#texts.length - 1);
  }

  /**
   * Reads the names again early, so that no query has to wait for this. Does nothing if no query has used names yet.
   */
  refreshEarly(): void {
    if (this.#texts.length > 0) this.refresh(MAX_AGE_MS / 2);
  }

  forget(): void {
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

  #readAfter(after: number): void {
    const { keys, texts } = this.#connection.prepare(NAMES_AFTER).get(after) ?? {};
    // Without rows both are null.
    if (typeof keys !== 'string' || typeof texts !== 'string') return;
    const numbers = keys.split(' ');
    for (const [n, text] of texts.split('\0').entries()) {
      const key = Number(numbers[n]);
      // V8 would turn an array with a large gap into a slower dictionary.
      while (this.#texts.length < key) this.#add(undefined, undefined);
      // The searched text has the id in its first line. Names are sorted without it.
      this.#add(text, asByteOrdered(text.slice(text.indexOf('\n') + 1)));
    }
    this.#places = undefined;
  }

  #add(text: string | undefined, name: string | undefined): void {
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
