/**
 * Rows of houses as path data, drawn from left to right. The ground is y = 0. Heights are positive; SVG's y is negative
 * above the ground. Pages are drawn at build time, so browsers never load this code.
 */
export interface House {
  readonly width: number;
  /** The height of the eaves, without the roof. */
  readonly height: number;
  readonly roof?: Roof;
  readonly windows?: readonly [columns: number, rows: number];
}

type Roof = 'gable' | 'mansard' | 'shed' | 'chimneys' | 'spire' | 'tank' | 'aerial' | 'dome';

/** Each path begins at the left end of the eaves, and ends at the height of the eaves. `outline` draws the walls. */
const roofs: Record<Roof, (width: number) => string> = {
  gable: (width) =>
    `l${width / 2}-${Math.round(width / 2.4)} ${width / 2} ${Math.round(width / 2.4)}`,
  mansard: (width) => `l9-26h${width - 18}l9 26`,
  shed: (width) => `v-30l${width} 30`,
  chimneys: () => 'h10v-18h10v18h5v-13h8v13',
  spire: (width) => `l${width / 2}-86 ${width / 2} 86`,
  tank: (width) => `h${width / 2 - 18}v-16h-5v-30l23-14 23 14v30h-5v16h-4v-16h-28v16`,
  aerial: (width) => `h${width / 2}v-12h-10v-3h10v-8h-6v-3h6v-8h3v8h6v3h-6v8h10v3h-10v12`,
  dome: (width) => `h6a${width / 2 - 6} ${width / 2 - 6} 0 0 1 ${width - 12} 0`,
};

/** The outline of a row of houses, as a closed path along the ground. */
export function outline(row: readonly House[]): string {
  let right = 0;
  const houses = row.map(({ width, height, roof }) => {
    right += width;
    return `V-${height}${roof ? roofs[roof](width) : ''}H${right}`;
  });
  return `M0 0${houses.join('')}V0Z`;
}

const WINDOW = { width: 8, height: 12, belowEaves: 14, storey: 26 };

/** The upper left corner of a window. */
export interface Corner {
  readonly x: number;
  readonly y: number;
}

/** All windows of a row. */
export function windows(row: readonly House[]): Corner[] {
  const corners: Corner[] = [];
  let left = 0;
  for (const { width, height, windows: [columns, rows] = [0, 0] } of row) {
    for (let index = 0; index < columns * rows; index += 1) {
      const x = left + (width / (columns + 1)) * (1 + (index % columns)) - WINDOW.width / 2;
      const y = WINDOW.belowEaves - height + WINDOW.storey * Math.floor(index / columns);
      corners.push({ x: Math.round(x), y });
    }
    left += width;
  }
  return corners;
}

/**
 * Windows as one path. The start of each window is relative to the previous window, because smaller numbers compress
 * better.
 */
export function drawWindows(corners: readonly Corner[]): string {
  let before: Corner = { x: 0, y: 0 };
  const drawn = corners.map((corner) => {
    const move = `m${corner.x - before.x} ${corner.y - before.y}h8v12h-8z`;
    before = corner;
    return move.replace(' -', '-');
  });
  return drawn.join('');
}
