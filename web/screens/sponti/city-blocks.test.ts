import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cityBlocks, TILE } from './city-blocks.ts';

interface Block {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function blocksOf(path: string): Block[] {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v(\d+)h-\d+z/g)].map((match) => {
    const [x = 0, y = 0, width = 0, height = 0] = match.slice(1).map(Number);
    return { x, y, width, height };
  });
}

const blocks = blocksOf(cityBlocks());

test('the town is the same in every build', () => {
  assert.equal(cityBlocks(), cityBlocks());
});

test('every block is inside the tile, with a street along its right and lower edge', () => {
  assert.ok(blocks.length > 20, `there are ${blocks.length} blocks`);
  for (const { x, y, width, height } of blocks) {
    assert.ok(width > 0 && height > 0);
    assert.ok(x + width < TILE.width && y + height < TILE.height);
  }
});

test('no two blocks overlap', () => {
  for (const [index, one] of blocks.entries()) {
    for (const other of blocks.slice(index + 1)) {
      const apart =
        one.x + one.width < other.x ||
        other.x + other.width < one.x ||
        one.y + one.height < other.y ||
        other.y + other.height < one.y;
      assert.ok(apart, `${JSON.stringify(one)} and ${JSON.stringify(other)}`);
    }
  }
});
