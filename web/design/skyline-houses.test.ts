import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windows } from './houses.ts';
import { nearHouses, SKYLINE_WIDTH, YOUR_WINDOW } from './skyline-houses.ts';

test('the visitor’s window is in the near row, in the part that the smallest screens show', () => {
  const { x, y } = YOUR_WINDOW;
  assert.ok(windows(nearHouses).some((corner) => corner.x === x && corner.y === y));
  // On a screen of 320 px the skyline is 136 px high, for 240 units.
  const shown = (320 / 136) * 240;
  assert.ok(Math.abs(x - SKYLINE_WIDTH / 2) < shown / 2 - 20, `it is at ${x}`);
});
