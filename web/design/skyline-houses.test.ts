import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type House, windows } from './houses.ts';
import { farHouses, nearHouses, SKYLINE_WIDTH, TERRACE, YOUR_WINDOW } from './skyline-houses.ts';

function widthOf(row: readonly House[]): number {
  return row.reduce((sum, { width }) => sum + width, 0);
}

test('both rows of houses are as wide as the skyline', () => {
  assert.equal(widthOf(farHouses), SKYLINE_WIDTH);
  assert.equal(widthOf(nearHouses), SKYLINE_WIDTH);
});

test('the terrace is a flat roof of the near row', () => {
  const index = nearHouses.findIndex(
    (_, index) => widthOf(nearHouses.slice(0, index)) === TERRACE.left,
  );
  const { width, height, roof } = nearHouses[index] ?? {};
  assert.deepEqual([width, height, roof], [TERRACE.width, TERRACE.height, undefined]);
});

test('the visitor’s window is in the near row, in the part that the smallest screens show', () => {
  const { x, y } = YOUR_WINDOW;
  assert.ok(windows(nearHouses).some((corner) => corner.x === x && corner.y === y));
  // On a screen of 320 px the skyline is 136 px high, for 240 units.
  const shown = (320 / 136) * 240;
  assert.ok(Math.abs(x - SKYLINE_WIDTH / 2) < shown / 2 - 20, `it is at ${x}`);
});
