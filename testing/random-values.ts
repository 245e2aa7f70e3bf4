import { SeededRandom } from '../commands/seeded-random.ts';

/** Random values for tests; a failure can be repeated with the same seed. */
export class RandomValues extends SeededRandom {
  pick<Item>(items: readonly Item[]): Item {
    return items[this.upTo(items.length)] as Item;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.upTo(256)));
  }
}
