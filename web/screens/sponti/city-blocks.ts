/**
 * The blocks of a town as path data, for a tile that repeats. An area is divided by streets, and its
 * parts by lanes, until no part is larger than `LARGEST_BLOCK`. The town is drawn at build time from a fixed seed, so
 * all visitors see the same town.
 */
export const TILE = { width: 680, height: 560 };

const LARGEST_BLOCK = 112;
const STREET = 15;
const LANE = 7;
/** The area and its parts are divided this many times by streets; further divisions are by lanes. */
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

/** Returns pseudo-random whole numbers from 0 to `range` - 1. The same seed gives the same numbers. */
type Random = (range: number) => number;

function createRandom(seed: number): Random {
  let state = seed;
  return (range) => {
    state = (state * 16807) % 2147483647;
    return state % range;
  };
}
