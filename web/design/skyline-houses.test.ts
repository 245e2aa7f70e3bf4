import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type House, outline, windows } from './houses.ts';
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

test('the visitor’s window is in the near row, where the smallest screens show it', () => {
  assert.ok(windows(nearHouses).includes(YOUR_WINDOW));
  const [x = 0] = YOUR_WINDOW.match(/\d+/g)?.map(Number) ?? [];
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
  assert.deepEqual(windows([{ width: 40, height: 60, windows: [1, 2] }]), [
    'M16-46h8v12h-8z',
    'M16-20h8v12h-8z',
  ]);
});
