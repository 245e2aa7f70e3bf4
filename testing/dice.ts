/** A random generator that gives the same numbers for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** @returns a number from 0 to 1, without 1 (mulberry32) */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** @returns a whole number from 0, below the end */
  upTo(end: number): number {
    return Math.floor(this.roll() * end);
  }

  chance(share: number): boolean {
    return this.roll() < share;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.upTo(items.length)] as Item;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.upTo(256)));
  }
}
