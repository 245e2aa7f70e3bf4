/** Constants of the dashboard of invite performance (spec §§2, 3, 8), which browser and server both load. */

/** The maximum of the parameter `limit`. */
export const MAX_ROWS = 1_000;
/** Counted in Unicode characters (code points). */
export const MAX_SEARCH_CHARACTERS = 100;

/**
 * The columns of the table, in order (spec §2). Heads, cells, sort fields and the columns of the CSV are all made from
 * this list. `of` is the denominator of the rate.
 */
export const inviterColumns = [
  { field: 'username', title: 'Username' },
  { field: 'pageViews', title: 'Page Views' },
  { field: 'downloads', title: 'Downloads' },
  { field: 'webConversionRate', title: 'Web Conv. (%)', of: 'pageViews' },
  { field: 'appInvitesSent', title: 'App Invites' },
  { field: 'acceptedInvites', title: 'Accepted' },
  { field: 'inviteAcceptanceRate', title: 'Inv. Rate (%)', of: 'appInvitesSent' },
  { field: 'signUps', title: 'Sign-ups' },
] as const;
export type InviterColumn = (typeof inviterColumns)[number];
export type SortField = InviterColumn['field'];
export const sortFields = inviterColumns.map(({ field }) => field);
export const DEFAULT_SORT: SortField = 'pageViews';
export const sortOrders = ['asc', 'desc'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** How many days the chart can show, today included. */
export const dayRanges = [30, 90] as const;
export type DayRange = (typeof dayRanges)[number];

/** @returns percent with one decimal, halves rounded up; 0 if the whole is 0 */
export function rateInPercent(part: number, whole: number): number {
  // Multiplied first, so that the result of the division is exact if it is a half, such as 502.5.
  return whole === 0 ? 0 : Math.round((part * 1_000) / whole) / 10;
}
