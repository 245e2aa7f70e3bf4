import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelledDays, roundScale } from './chart-scale.ts';

test('a scale has a few whole, round steps and ends at or above the highest figure', () => {
  assert.deepEqual(roundScale(1), [0, 1]);
  assert.deepEqual(roundScale(3), [0, 1, 2, 3]);
  assert.deepEqual(roundScale(4), [0, 1, 2, 3, 4]);
  assert.deepEqual(roundScale(5), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(roundScale(11), [0, 5, 10, 15]);
  assert.deepEqual(roundScale(379), [0, 100, 200, 300, 400]);
  assert.deepEqual(roundScale(412), [0, 100, 200, 300, 400, 500]);
  assert.deepEqual(roundScale(1_000_000), [0, 200_000, 400_000, 600_000, 800_000, 1_000_000]);
  for (let max = 1; max < 5_000; max += 7) {
    const scale = roundScale(max);
    assert.ok((scale.at(-1) ?? 0) >= max, `${max}`);
    assert.ok(scale.length <= 6, `${max}`);
    assert.ok(scale.every(Number.isInteger), `${max}`);
    if (max > 100) assert.ok((scale.at(-1) ?? 0) <= max * 1.5, `${max}`);
  }
});

test('without any events there is only the line at zero', () => {
  assert.deepEqual(roundScale(0), [0]);
});

test('the last day always has its date, and the other dates are at equal distances before it', () => {
  assert.deepEqual(labelledDays(30, 6), [29, 24, 19, 14, 9, 4]);
  assert.deepEqual(labelledDays(90, 6), [89, 74, 59, 44, 29, 14]);
  assert.deepEqual(labelledDays(0, 6), []);
});
