import { DAY_MS } from '../contract/durations.ts';

/** What is counted. Every table that is typed with `Counts` has a column with each of these names. */
export type Counter = 'page_views' | 'downloads' | 'invites_sent' | 'invites_accepted';
export type Counts = Record<Counter, number>;

/** The code of each counter's events in the log. A released code never changes. */
export const counterCodes: Readonly<Record<Counter, number>> = {
  page_views: 0,
  downloads: 1,
  invites_sent: 2,
  invites_accepted: 3,
};
export const counters = Object.keys(counterCodes) as Counter[];

export const noCounts: Readonly<Counts> = {
  page_views: 0,
  downloads: 0,
  invites_sent: 0,
  invites_accepted: 0,
};

/** The day of a time, counted from January 1, 1970 (UTC). */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}
