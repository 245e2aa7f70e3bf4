import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawWindows, type House, outline, windows } from './houses.ts';
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

test('a row is drawn as one path that is closed along the ground', () => {
  const row: House[] = [
    { width: 40, height: 30 },
    { width: 60, height: 50, roof: 'shed' },
  ];
  assert.equal(outline(row), 'M0 0V-30H40V-50v-30l60 30H100V0Z');
});

test('windows are in columns and rows below the eaves', () => {
  const corners = windows([{ width: 40, height: 60, windows: [1, 2] }]);
  assert.deepEqual(corners, [
    { x: 16, y: -46 },
    { x: 16, y: -20 },
  ]);
  assert.equal(
    drawWindows([...corners, { x: 50, y: -40 }]),
    'm16-46h8v12h-8zm0 26h8v12h-8zm34-20h8v12h-8z',
  );
});
