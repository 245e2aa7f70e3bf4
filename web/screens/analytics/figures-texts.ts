/** Texts about the figures that the screen can show before the dashboard's code is loaded (spec §§2 and 8). */

export const LOADING_FIGURES = 'Loading analytics data...';

export const analyticsErrors = {
  /** The server's answer was an error, or not what the contract describes. */
  notOk: 'Failed to fetch analytics data',
  /** There was no answer. */
  noAnswer: 'Failed to load analytics data',
} as const;
