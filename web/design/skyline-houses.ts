import type { Corner, House } from './houses.ts';

/** The width of the drawing. Wide screens show all of it, small screens only the middle. */
export const SKYLINE_WIDTH = 2400;

/** The flat roof in the middle of the near row, where people can be drawn. */
export const TERRACE = { left: 1028, width: 176, height: 58 };

/** The window opposite the people on the terrace. It is lit only for a visitor who has joined: see visitor-memory.ts. */
export const YOUR_WINDOW: Corner = { x: 1221, y: -78 };

export const farHouses: House[] = [
  { width: 150, height: 96 },
  { width: 70, height: 138, roof: 'aerial' },
  { width: 120, height: 82 },
  { width: 60, height: 120, roof: 'mansard' },
  { width: 160, height: 92 },
  { width: 44, height: 120, roof: 'spire' },
  { width: 140, height: 76 },
  { width: 84, height: 150 },
  { width: 110, height: 104, roof: 'shed' },
  { width: 60, height: 84 },
  { width: 96, height: 128, roof: 'dome' },
  { width: 130, height: 88 },
  { width: 70, height: 160, roof: 'aerial' },
  { width: 66, height: 118 },
  { width: 120, height: 80 },
  { width: 90, height: 132, roof: 'mansard' },
  { width: 150, height: 100 },
  { width: 46, height: 128, roof: 'spire' },
  { width: 120, height: 86 },
  { width: 80, height: 142 },
  { width: 140, height: 94, roof: 'shed' },
  { width: 64, height: 124, roof: 'aerial' },
  { width: 150, height: 90 },
  { width: 80, height: 116 },
];

export const nearHouses: House[] = [
  { width: 92, height: 62, roof: 'gable', windows: [2, 2] },
  { width: 120, height: 84, roof: 'chimneys', windows: [3, 3] },
  { width: 76, height: 52, windows: [2, 1] },
  { width: 88, height: 98, roof: 'mansard', windows: [2, 3] },
  { width: 130, height: 66, roof: 'tank', windows: [3, 2] },
  { width: 84, height: 48, roof: 'gable', windows: [2, 1] },
  { width: 70, height: 108, roof: 'aerial', windows: [2, 4] },
  { width: 112, height: 60, roof: 'shed', windows: [3, 1] },
  { width: 90, height: 44, windows: [2, 1] },
  { width: 92, height: 76, roof: 'gable', windows: [2, 2] },
  { width: 74, height: 106, roof: 'chimneys', windows: [2, 3] },
  { width: 176, height: 58, windows: [5, 2] },
  { width: 64, height: 118, roof: 'tank', windows: [2, 4] },
  { width: 96, height: 70, roof: 'gable', windows: [2, 2] },
  { width: 70, height: 50, windows: [2, 1] },
  { width: 52, height: 84, roof: 'spire', windows: [1, 2] },
  { width: 120, height: 56, roof: 'shed', windows: [3, 1] },
  { width: 84, height: 100, roof: 'mansard', windows: [2, 3] },
  { width: 110, height: 66, roof: 'aerial', windows: [3, 2] },
  { width: 88, height: 46, roof: 'gable', windows: [2, 1] },
  { width: 72, height: 92, roof: 'chimneys', windows: [2, 3] },
  { width: 140, height: 60, windows: [4, 2] },
  { width: 90, height: 80, roof: 'dome', windows: [2, 2] },
  { width: 80, height: 56, roof: 'gable', windows: [2, 1] },
  { width: 130, height: 72, roof: 'tank', windows: [3, 2] },
];
