/** Seeded random numbers: the same seed gives the same values in every run. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Mulberry32. @returns a number from 0 to less than 1 */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  happens(probability: number): boolean {
    return this.roll() < probability;
  }

  /** @returns a whole number from 0 to less than `limit` */
  upTo(limit: number): number {
    return Math.floor(this.roll() * limit);
  }

  /** @returns a random number of events with the average `expected` (Poisson distribution) */
  count(expected: number): number {
    const floor = Math.exp(-expected);
    let count = 0;
    for (let product = this.roll(); product > floor; product *= this.roll()) count++;
    return count;
  }

  /** @returns the index of a weight; an index is chosen in proportion to its weight */
  among(weights: readonly number[]): number {
    let left = this.roll() * weights.reduce((sum, weight) => sum + weight, 0);
    return Math.max(
      0,
      weights.findIndex((weight) => {
        left -= weight;
        return left < 0;
      }),
    );
  }
}
