import type { SortField, SortOrder } from '../../contract/analytics.ts';
import type { InviteTotals } from './invites.ts';

/** The figures of the dashboard. They contain only inviters with at least one counted event. */
export interface Analytics {
  /** Totals and rows of the same state of the database, at most a second old. */
  read(selection: InviterSelection & { limit: number; offset: number }): Promise<AnalyticsReport>;
  /** All inviters of the selection from an offset on, and totals of the same state of the database. */
  list(selection: InviterSelection & { offset?: number }): Promise<AnalyticsList>;
  /** The counts of each day since `from` (whole days since 1970 UTC). Days without events are missing. */
  days(from: number): Promise<DayStats[]>;
  /**
   * A hash of the totals and of the erasures since the last retention. It changes after a counted event, after an
   * excluded or repeated visit, and after the erasure of an inviter.
   */
  version(): Promise<string>;
}

export interface InviterSelection {
  /** Part of an id, a username or a first name, in upper or lower case; the empty text selects all. */
  search: string;
  sort: SortField;
  order: SortOrder;
}

export interface AnalyticsTotals extends InviteTotals {
  inviters: number;
  /** How many inviters match the selection, on all pages. */
  matching: number;
  /** See `Analytics.version`. */
  version: string;
}

export interface AnalyticsReport extends AnalyticsTotals {
  rows: InviterStats[];
}

/** The counters are read at the start, the names step by step as the rows are iterated. */
export interface AnalyticsList {
  /** The rows, in steps. Inviters who are erased before their row is read are left out. */
  rows: AsyncIterable<InviterStats[]>;
  /**
   * Call this after the last row.
   *
   * @returns the totals at the time when the counters were read, minus the inviters that `rows` left out because they
   *   were erased since
   */
  totals(): AnalyticsTotals;
}

export interface InviterStats {
  id: string;
  username: string;
  pageViews: number;
  downloads: number;
  invitesSent: number;
  invitesAccepted: number;
}

export interface DayStats {
  day: number;
  pageViews: number;
  downloads: number;
}
