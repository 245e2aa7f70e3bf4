import { LruMap } from 'toad-cache';

export interface Bounds {
  entries: number;
  /** The sum over all values. */
  bytes: number;
  /** How many values may be made at the same time. */
  underWay: number;
}

/**
 * Keeps values that are expensive to make, in bounded memory: the least recently used value is removed first, and
 * concurrent requests for the same value make it once.
 */
export class BoundedCache<Value> {
  readonly #bounds: Bounds;
  readonly #bytesOf: (value: Value) => number;
  /** 0 means no maximum: if the map removed values itself, their bytes would not be subtracted. */
  readonly #kept = new LruMap<Value>(0);
  readonly #underWay = new Map<string, Promise<Value>>();
  #bytes = 0;

  constructor(bounds: Bounds, bytesOf: (value: Value) => number) {
    this.#bounds = bounds;
    this.#bytesOf = bytesOf;
  }

  /**
   * @param make makes the value; not called if the value is cached or is being made
   * @returns undefined if too many other values are being made
   * @throws the error of `make`; no value is cached then
   */
  async get(key: string, make: () => Promise<Value>): Promise<Value | undefined> {
    const value = this.getKept(key);
    if (value !== undefined) return value;
    const underWay = this.#underWay.get(key);
    if (underWay) return await underWay;
    if (this.#underWay.size >= this.#bounds.underWay) return undefined;
    const made = make();
    this.#underWay.set(key, made);
    try {
      this.#keep(key, await made);
    } finally {
      this.#underWay.delete(key);
    }
    return await made;
  }

  /** @returns the cached value, or undefined. Never makes a value */
  getKept(key: string): Value | undefined {
    return this.#kept.get(key);
  }

  #keep(key: string, value: Value): void {
    const bytes = this.#bytesOf(value);
    if (bytes > this.#bounds.bytes) return;
    this.#kept.set(key, value);
    this.#bytes += bytes;
    while (this.#kept.size > this.#bounds.entries || this.#bytes > this.#bounds.bytes) {
      this.#bytes -= this.#bytesOf(this.#kept.first.value);
      this.#kept.evict();
    }
  }
}
