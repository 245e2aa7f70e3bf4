import { LruMap } from 'toad-cache';

export interface Bounds {
  entries: number;
  /** All values together. */
  bytes: number;
  /** How many values may be in the making at a time. */
  underWay: number;
}

/**
 * Keeps what is costly to make, within bounds that hold whatever strangers ask for: the value unused
 * for the longest time goes first, and what many want at once is made once.
 */
export class BoundedCache<Value> {
  readonly #bounds: Bounds;
  readonly #bytesOf: (value: Value) => number;
  /** Without a bound of its own, which would drop values without their bytes. */
  readonly #kept = new LruMap<Value>(0);
  readonly #underWay = new Map<string, Promise<Value>>();
  #bytes = 0;

  constructor(bounds: Bounds, bytesOf: (value: Value) => number) {
    this.#bounds = bounds;
    this.#bytesOf = bytesOf;
  }

  /**
   * @param make is not asked where the value is there, or in the making already
   * @returns undefined where too many others are in the making
   * @throws what `make` throws; nothing is kept then
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

  /** @returns the value where it is there; undefined where it had to be made */
  getKept(key: string): Value | undefined {
    return this.#kept.get(key);
  }

  #keep(key: string, value: Value): void {
    this.#kept.set(key, value);
    this.#bytes += this.#bytesOf(value);
    while (this.#kept.size > this.#bounds.entries || this.#bytes > this.#bounds.bytes) {
      this.#bytes -= this.#bytesOf(this.#kept.first.value);
      this.#kept.evict();
    }
  }
}
