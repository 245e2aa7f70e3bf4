import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Dice } from '../../../testing/dice.ts';
import { sortPart } from './sort-part.ts';

test('any part is the same as after a complete sort, and no item is lost', () => {
  const dice = new Dice(1);
  for (const length of [0, 1, 49, 51, 52, 1_000, 20_000]) {
    for (const different of [1, 2, 10, length]) {
      const values = Array.from({ length }, () => dice.upTo(Math.max(1, different)));
      const compare = (a: number, b: number) => (values[a] ?? 0) - (values[b] ?? 0) || a - b;
      const sorted = Uint32Array.from(values.keys()).sort(compare);
      for (const from of [0, 1, Math.floor(length / 2), length - 51, length].filter(
        (n) => n >= 0,
      )) {
        for (const limit of [1, 50, length]) {
          const to = Math.min(from + limit, length);
          const items = Uint32Array.from(values.keys());
          sortPart(items, from, to, compare);
          assert.deepEqual(items.subarray(from, to), sorted.subarray(from, to));
          assert.deepEqual(items.sort(), Uint32Array.from(values.keys()));
        }
      }
    }
  }
});

test('items that are in order already, or in the opposite order, need no more comparisons than others', () => {
  const length = 100_000;
  for (const sign of [1, -1]) {
    let comparisons = 0;
    const items = Uint32Array.from({ length }, (_, n) => n);
    sortPart(items, 90_000, 90_100, (a, b) => {
      comparisons++;
      return sign * (a - b);
    });
    assert.ok(comparisons < 3 * length, `${comparisons}`);
  }
});
