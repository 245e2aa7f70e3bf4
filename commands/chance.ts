import { hash } from 'node:crypto';

/**
 * Seeded random numbers: the same seed gives the same values in every run. Not `testing/dice.ts`, because the image
 * does not contain it.
 */
export interface Chance {
  happens(probability: number): boolean;
  /** @returns a whole number from 0 to less than `limit` */
  upTo(limit: number): number;
  /** @returns a random number of events with the average `expected` (Poisson distribution) */
  count(expected: number): number;
  /** @returns the index of a weight; an index is chosen in proportion to its weight */
  among(weights: readonly number[]): number;
}

export function createChance(seed: string): Chance {
  let state = Number.parseInt(hash('sha256', seed).slice(0, 8), 16);

  /** Mulberry32. @returns a number from 0 to less than 1 */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  return {
    happens: (probability) => next() < probability,
    upTo: (limit) => Math.floor(next() * limit),
    count(expected) {
      const floor = Math.exp(-expected);
      let count = 0;
      for (let product = next(); product > floor; product *= next()) count++;
      return count;
    },
    among(weights) {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0);
      return Math.max(
        0,
        weights.findIndex((weight) => {
          left -= weight;
          return left < 0;
        }),
      );
    },
  };
}
