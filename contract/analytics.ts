/** The dashboard of invite performance (spec §§2, 3, 8): plain values that browser and server both load. */

export const DEFAULT_ROWS = 100;
export const MAX_ROWS = 1_000;
/** In Unicode characters (code points). */
export const MAX_SEARCH_CHARACTERS = 100;

/** Each column of the table by the field that it shows; what it can be sorted by. */
export const sortFields = [
  'username',
  'pageViews',
  'downloads',
  'webConversionRate',
  'appInvitesSent',
  'acceptedInvites',
  'inviteAcceptanceRate',
] as const;
export type SortField = (typeof sortFields)[number];
export const DEFAULT_SORT: SortField = 'pageViews';
export type SortOrder = 'asc' | 'desc';

/** How many days the chart can show, today included. */
export const dayRanges = [30, 90] as const;
export type DayRange = (typeof dayRanges)[number];

/** A new version is announced at most this often, and within this time of the change. */
export const LIVE_INTERVAL_MS = 1_000;
/** A live connection on which nothing was heard for so long is lost. */
export const LIVE_SILENCE_MS = 15_000;

export const dashboardTexts = {
  title: 'App Invite Analytics',
  subtitle: 'Real-time performance of your referral invites',
  refresh: 'Refresh',
  signOut: 'Sign Out',
  loading: 'Loading analytics data...',
  cards: {
    totalInviters: 'Total Inviters',
    totalViews: 'Page Views',
    totalDownloads: 'Downloads',
    overallWebConversionRate: 'Web Conversion',
    totalAppInvitesSent: 'App Invites Sent',
    overallInviteAcceptanceRate: 'Invite Acceptance',
  },
  table: {
    title: 'Top Performers',
    subtitle: 'Web analytics + app invite performance',
    columns: {
      username: 'Username',
      pageViews: 'Page Views',
      downloads: 'Downloads',
      webConversionRate: 'Web Conv.',
      appInvitesSent: 'App Invites',
      acceptedInvites: 'Accepted',
      inviteAcceptanceRate: 'Inv. Rate',
    } satisfies Record<SortField, string>,
    empty: 'No analytics data available yet.',
    emptyHint: 'Share some invite links to start collecting data!',
  },
} as const;

export const analyticsErrors = {
  /** The server answered, and not with the figures. */
  notOk: 'Failed to fetch analytics data',
  /** There was no answer. */
  noAnswer: 'Failed to load analytics data',
} as const;

/** @returns percent with one decimal; 0 where there is nothing to divide by */
export function rateInPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 1_000) / 10;
}
