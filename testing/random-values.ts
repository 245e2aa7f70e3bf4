import { SeededRandom } from '../commands/seeded-random.ts';

/** Random values that only tests need, so the program's class has none of them. The same seed repeats a failure. */
export class RandomValues extends SeededRandom {
  pick<Item>(items: readonly Item[]): Item {
    return items[this.upTo(items.length)] as Item;
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.upTo(256)));
  }
}
