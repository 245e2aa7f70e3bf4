import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admitView, MAX_VIEWS_PER_WINDOW, VIEW_WINDOW_MS } from './view-limits.ts';

const limits = { windowMs: VIEW_WINDOW_MS, maxViews: MAX_VIEWS_PER_WINDOW };
const NOW = Date.UTC(2026, 5, 14, 18);

function admit(stored: unknown, now = NOW) {
  return admitView(typeof stored === 'string' ? stored : JSON.stringify(stored), now, limits);
}

test('ten views are admitted, and the eleventh is not', () => {
  let stored: string | null = null;
  for (let view = 1; view <= 10; view += 1) {
    const times = admitView(stored, NOW + view, limits);
    assert.equal(times?.length, view, `view ${view}`);
    stored = JSON.stringify(times);
  }
  assert.equal(admitView(stored, NOW + 11, limits), undefined);
});

test('a view counts for 59,999 ms, but not for 60,000 ms', () => {
  const times = Array.from({ length: 10 }, () => NOW);
  assert.equal(admit(times, NOW + 59_999), undefined);
  assert.deepEqual(admit(times, NOW + 60_000), [NOW + 60_000]);
});

test('only times that still count are stored again', () => {
  assert.deepEqual(admit([NOW - 60_000, NOW - 59_999, NOW - 1]), [NOW - 59_999, NOW - 1, NOW]);
});

test('values that are not valid times do not count', () => {
  const foreign = [NOW + 1, null, '1', [NOW], {}, true, Number.MAX_VALUE, -1];
  assert.deepEqual(admit([...foreign, ...foreign]), [NOW]);
  assert.deepEqual(admit('[1e999]'), [NOW]);
});

for (const stored of ['', '{', '{"length":11}', 'null', '12', '"times"', '[[[', '\u0000']) {
  test(`a stored value such as ${JSON.stringify(stored)} is replaced`, () => {
    assert.deepEqual(admit(stored), [NOW]);
  });
}

test('without a stored list, a view is the first view', () => {
  assert.deepEqual(admitView(null, NOW, limits), [NOW]);
});

test('a huge list is reduced to the times that count', () => {
  assert.deepEqual(admit(Array.from({ length: 100_000 }, (_, index) => index)), [NOW]);
});
