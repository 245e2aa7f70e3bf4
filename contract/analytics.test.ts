import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateInPercent } from './analytics.ts';

test('a rate has one decimal, and every half is rounded up', () => {
  const rates = [
    [1, 3, 33.3],
    [2, 3, 66.7],
    [5, 400, 1.3],
    [201, 400, 50.3],
    [203, 400, 50.8],
    [1_001, 2_000, 50.1],
    [7, 7, 100],
    [3, 2, 150],
  ] as const;
  for (const [part, whole, rate] of rates) {
    assert.equal(rateInPercent(part, whole), rate, `${part} of ${whole}`);
  }
});

test('a rate of nothing is 0', () => {
  assert.equal(rateInPercent(0, 0), 0);
  assert.equal(rateInPercent(5, 0), 0);
});
