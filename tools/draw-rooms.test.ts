import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawRooms, findOldDrawings } from './draw-rooms.ts';

test('a drawing in ARCHITECTURE.md that differs from the rooms is refused', () => {
  const drawn = drawRooms();
  const architecture = (text: string) => [{ path: 'ARCHITECTURE.md', text }];
  assert.deepEqual(findOldDrawings(architecture(`Rooms:\n${drawn}\n`)), []);
  for (const text of ['', `Rooms:\n${drawn.replace('server', 'servers')}\n`]) {
    assert.equal(findOldDrawings(architecture(text)).length, 1);
  }
});
