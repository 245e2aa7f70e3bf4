import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatRate, NO_RATE } from './numbers.ts';

test('a rate of nothing is a dash, and one above 100 % where some days are counted', () => {
  assert.equal(formatRate(0, 0), NO_RATE);
  assert.equal(formatRate(100, 3, '7'), '100.0');
  assert.equal(formatRate(142.9, 7, '7'), NO_RATE);
  assert.equal(formatRate(142.9, 7), '142.9');
});
