/** A sun above a horizon, on a grid of 16 x 16, so that in a browser's tab the horizon begins at a whole pixel. */
export const SKY_PATH = 'M0 0h16v12H0z';
export const SUN_PATH = 'M3.4 11A5 5 0 1 1 12.6 11z';
export const GROUND_PATH = 'M0 11h16v5H0z';
