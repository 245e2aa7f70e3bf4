/**
 * The blocks of a town as path data, for a tile that repeats. As towns do, it grows by division: an
 * estate is cut in two by a street, its halves by lanes, until the pieces are as large as a block.
 * Drawn at build time from a seed, so the town is the same for everybody.
 */
export const TILE = { width: 680, height: 560 };

const LARGEST_BLOCK = 112;
const STREET = 15;
const LANE = 7;
/** Estates that are cut by streets; what comes of them is cut by lanes. */
const STREET_CUTS = 3;

interface Estate {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export function cityBlocks(): string {
  const whole = { x: 0, y: 0, width: TILE.width - STREET, height: TILE.height - STREET };
  return divide(whole, STREET_CUTS, createRandom(23));
}

function divide(estate: Estate, streetCuts: number, random: Random): string {
  const { x, y, width, height } = estate;
  if (Math.max(width, height) <= LARGEST_BLOCK) return `M${x} ${y}h${width}v${height}h-${width}z`;
  const road = streetCuts > 0 ? STREET : LANE;
  const cut = (length: number) => Math.round((length * (34 + random(32))) / 100);
  const half = (part: Partial<Estate>) => divide({ ...estate, ...part }, streetCuts - 1, random);
  if (width > height) {
    const left = cut(width - road);
    return half({ width: left }) + half({ x: x + left + road, width: width - left - road });
  }
  const top = cut(height - road);
  return half({ height: top }) + half({ y: y + top + road, height: height - top - road });
}

/** Gives whole numbers from 0 up to its range, always the same ones. */
type Random = (range: number) => number;

function createRandom(seed: number): Random {
  let state = seed;
  return (range) => {
    state = (state * 16807) % 2147483647;
    return state % range;
  };
}
