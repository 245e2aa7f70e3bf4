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

test('the town is the same in every build, with a street along the right and lower edge of every block', () => {
  assert.equal(cityBlocks(), cityBlocks());
  assert.ok(blocks.length > 20, `there are ${blocks.length} blocks`);
  for (const [index, one] of blocks.entries()) {
    const { x, y, width, height } = one;
    assert.ok(width > 0 && height > 0 && x + width < TILE.width && y + height < TILE.height);
    const met = blocks
      .slice(index + 1)
      .find(
        (other) =>
          x + width >= other.x &&
          other.x + other.width >= x &&
          y + height >= other.y &&
          other.y + other.height >= y,
      );
    assert.equal(met, undefined, JSON.stringify(one));
  }
});
