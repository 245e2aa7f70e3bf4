/** Constants of the dashboard of invite performance, which browser and server both load. */

/** The maximum of the parameter `limit`. */
export const MAX_ROWS = 1_000;
/** Counted in Unicode characters (code points). */
export const MAX_SEARCH_CHARACTERS = 100;

/**
 * The columns of the table, in order. Heads, cells, sort fields and the columns of the CSV are all made from
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
] as const;
/** On the inviter's page, in the list of who brought most people, and in the CSV. */
export const signUpsColumn = { field: 'signUps', title: 'Sign-ups' } as const;
export type InviterColumn = (typeof inviterColumns)[number];
export type SortField = InviterColumn['field'] | typeof signUpsColumn.field;
export const sortFields = [...inviterColumns, signUpsColumn].map(({ field }) => field);
export const DEFAULT_SORT: SortField = 'pageViews';
export const sortOrders = ['asc', 'desc'] as const;
export type SortOrder = (typeof sortOrders)[number];
export const DEFAULT_ORDER: SortOrder = 'desc';

/** How many days the chart shows without a range, today included. */
export const CHART_DAYS = 30;

/** The ranges of days that end today (UTC), by their names in addresses. */
export const namedRanges: Readonly<Record<string, number>> = { today: 1, 7: 7, 28: 28, 91: 91 };
/** The last day of a field for dates. Without a limit, browsers take years of six digits, which no call takes. */
export const LAST_DATE = '9999-12-31';
const SEPARATOR = '..';
/** A range in an address: a name of `namedRanges`, or two days such as 2025-06-01..2025-06-14. */
export const RANGE_PATTERN = `^(${Object.keys(namedRanges).join('|')}|\\d{4}-\\d\\d-\\d\\d\\.\\.\\d{4}-\\d\\d-\\d\\d)$`;

/** @returns the range from one day to another, such as 2025-06-01 */
export function rangeFromTo(from: string, to: string): string {
  return from + SEPARATOR + to;
}

/** @returns the two days of a range, in its order; none if it has a name */
export function daysOfRange(range: string): string[] {
  return range.includes(SEPARATOR) ? range.split(SEPARATOR) : [];
}

/** A note is one line about one day, counted in Unicode characters (code points). */
export const MAX_NOTE_CHARACTERS = 80;
export const MAX_NOTES_PER_DAY = 5;

/** With fewer events before, a change in percent says little, and is not shown. */
export const MIN_COMPARED = 30;

/** @returns percent with one decimal, halves rounded up; 0 if the whole is 0 */
export function rateInPercent(part: number, whole: number): number {
  // Multiplied first, so that the result of the division is exact if it is a half, such as 502.5.
  return whole === 0 ? 0 : Math.round((part * 1_000) / whole) / 10;
}
