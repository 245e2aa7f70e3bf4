// Over 200 lines: the whole interface of storage in one file.
import type { SortField, SortOrder } from '../contract/analytics.ts';
import type { TrackedAction } from '../contract/tracking.ts';
import type { Identity } from './identity-storage.ts';

/** One address on the waitlist. */
export interface WaitlistEntry {
  /** The canonical form, see `canonicalEmail`. */
  email: string;
  /** When the address first signed up, in milliseconds since 1970 UTC. */
  joinedAt: number;
  /** How often it signed up, the first time included. */
  requests: number;
}

export interface Erasure {
  /** Whether there was anything to erase. */
  erased: boolean;
  /**
   * Whether the deleted bytes were also removed from the disk, as far as the engine can do that (decision 028).
   * False while a transaction still reads the old state.
   */
  traceless: boolean;
}

export interface Waitlist {
  /**
   * Puts an address on the waitlist, or counts one more request for it. Both cost one durable commit: neither
   * the answer nor its time reveals whether the address was there already.
   *
   * @param email in its canonical form
   * @param at milliseconds since 1970 UTC
   * @returns once the address is on disk
   * @throws StorageUnavailable when it may not be on disk
   */
  join(email: string, at: number): Promise<void>;
  /** Every entry, in the order of the addresses. Reads in short steps, so that it never holds up a writer. */
  entries(): AsyncIterable<WaitlistEntry>;
  /**
   * Removes an address for good. Remembers a hash of it, so that restoring an earlier backup removes it again.
   *
   * @param at milliseconds since 1970 UTC
   */
  erase(email: string, at: number): Promise<Erasure>;
}

/** Somebody who shares invite links, as the app's back end describes them. */
export interface Inviter {
  /** The app's own id of the person; it is the `ref` of their links. */
  id: string;
  username: string;
  firstName: string | null;
  /** An https address, or a path of our own site. */
  profileImageUrl: string | null;
}

export interface Inviters {
  /**
   * At most a second old when another process has changed it. While the database is unavailable: the profile
   * that this process read last, for up to an hour.
   *
   * @throws StorageUnavailable when there is no such profile
   */
  find(id: string): Promise<Inviter | undefined>;
  /** Adds an inviter, or replaces the whole profile. @throws StorageUnavailable when it may not be on disk */
  put(inviter: Inviter): Promise<void>;
  /**
   * As `put` for each, in one transaction: all of them or none. Of several with one id, the last one is kept.
   */
  putAll(inviters: readonly Inviter[]): Promise<void>;
  /**
   * Removes an inviter: the profile, the counters and their share of the totals at once. `retention` later removes
   * the log's rows, which no longer name a person, and the bytes of deleted rows on disk.
   * Remembers a hash of the id, so that restoring an earlier backup removes the inviter again.
   *
   * @param at milliseconds since 1970 UTC
   * @returns whether the inviter existed
   */
  erase(id: string, at: number): Promise<boolean>;
}

/** What somebody did on an invite page. */
export interface InviteVisit {
  inviterId: string;
  action: TrackedAction;
  /** Id of the page load. A visit without one is never recognised as a repetition. */
  eventId: string | undefined;
  /** Milliseconds since 1970 UTC. */
  at: number;
  /** Why the visit does not count; it is then counted only by this reason. */
  excluded: ExclusionReason | undefined;
}

/** Why something that reached an invite page does not count. */
export type ExclusionReason = 'bot' | 'link-preview' | 'prefetch' | 'repeat';

/** An invite inside the app that was sent or accepted. */
export interface AppInvite {
  inviteId: string;
  inviterId: string;
  action: 'sent' | 'accepted';
  /** Milliseconds since 1970 UTC. */
  at: number;
}

/** The result of one event. After `unknown-inviter` and `other-inviter` nothing was stored. */
export type InviteOutcome =
  | 'counted'
  | 'repeated'
  | 'excluded'
  | 'unknown-inviter'
  /** The same invite was reported before, for another inviter. */
  | 'other-inviter';

/**
 * The log of what happened to invites, and the counters that are kept with it in the same
 * transaction: for each inviter, for each day (UTC), and over all. Everything resolves once it is on
 * disk, and rejects with StorageUnavailable when it may not be.
 */
export interface InviteEvents {
  /**
   * Counts a visit unless its page load has already had that action within the last
   * `EVENT_ID_MEMORY_DAYS`. A click also counts the view of its page load if that was not counted, so that there
   * are never more downloads than views.
   */
  visit(visit: InviteVisit): Promise<InviteOutcome>;
  /**
   * Counts invites of the app, each action of an invite once for ever. An acceptance also counts the sending if
   * that was not reported.
   *
   * @returns the result of each, in order
   */
  report(invites: readonly AppInvite[]): Promise<InviteOutcome[]>;
  /** The counters over all inviters. */
  totals(): Promise<InviteTotals>;
  /** Counts everything again from the log, on one state of the database. */
  recount(): Promise<Recount>;
}

export interface InviteTotals {
  total: { pageViews: number; downloads: number; invitesSent: number; invitesAccepted: number };
  /** How many visits did not count, by reason; a reason that never occurred is missing. */
  excluded: Partial<Record<ExclusionReason, number>>;
}

export interface Recount {
  /** How many events of the log were counted. */
  events: number;
  /** One sentence for each counter that differs from its base plus the log, or has more downloads than views. */
  differences: string[];
}

/** The figures of the dashboard. Only inviters with at least one counted event are in them. */
export interface Analytics {
  /** Totals and rows of one moment, at most a second old. */
  read(selection: InviterSelection & { limit: number; offset: number }): Promise<AnalyticsReport>;
  /** Every inviter of the selection from an offset on, and the totals, of one moment. */
  list(selection: InviterSelection & { offset?: number }): Promise<AnalyticsList>;
  /** The counts of each day since `from` (whole days since 1970 UTC). Days without events are missing. */
  days(from: number): Promise<DayStats[]>;
  /** Changes whenever something is counted or erased. */
  version(): Promise<string>;
}

export interface InviterSelection {
  /** Part of an id, a username or a first name, in any case; empty selects everybody. */
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
  /** In steps. An inviter who is erased before the step reads it is missing. */
  rows: AsyncIterable<InviterStats[]>;
  /** Call it after the last row: the totals of the same moment, without the missing inviters. */
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

/** Deletes data at the end of its retention period. */
export interface Retention {
  /**
   * Removes, in short steps, what has expired: single events (their sums stay in the counters), event ids, the
   * log's rows of erased people, sessions and codes, the phone numbers of accounts that are neither signed in nor
   * admins, and erasures older than every backup. Overwrites the deleted bytes of erased people on disk.
   *
   * @param now milliseconds since 1970 UTC
   * @param stop interrupts it between two steps; the next run continues
   * @throws the reason of `stop`
   */
  run(now: number, stop?: AbortSignal): Promise<RetentionRun>;
  /**
   * As `run`, unless the last run began less than `everyMs` ago or another copy of the program is running it.
   * Ended windows of shared limits are removed each time, because they are short.
   *
   * @returns undefined if it did not run
   */
  runWhenDue(now: number, everyMs: number, stop?: AbortSignal): Promise<RetentionRun | undefined>;
  /** The last run that ended. */
  lastRun(): Promise<RetentionRun | undefined>;
}

export interface RetentionRun {
  /** When it was begun, in milliseconds since 1970 UTC. */
  at: number;
  /** How many single events were removed because they were too old. */
  events: number;
  /** How many events of erased people were removed. */
  erasedEvents: number;
}

/** Figures of the engine since it was opened, counted in this process without a query. */
export interface StorageFigures {
  /** How many writes wait for the batch before them to be committed. */
  writesWaiting: number;
  /** How many writes were committed in batches. Writes that are not batched may be missing. */
  writes: number;
  /** How many batches, each one transaction. */
  batches: number;
  /** The time of all batches together. */
  commitSeconds: number;
}

/** How often each key was hit in a window of time, over all copies of the program. Lost if the database crashes. */
export interface SharedLimits {
  /**
   * Counts hits in the window of their key. The first hit starts the window. Costs no durable commit.
   *
   * @returns the window including these hits, without later ones
   * @throws StorageUnavailable within a fraction of a second if the database does not answer; the hits may be
   *   counted later
   */
  count(hits: LimitHits): Promise<LimitWindow>;
  /** Removes windows that have ended, and the oldest above the limit. @param now milliseconds since 1970 UTC */
  forget(now: number): Promise<void>;
}

export interface LimitHits {
  /** A keyed hash, from which the address or number cannot be read. */
  key: Uint8Array;
  /** 0 only reads the window. */
  hits: number;
  /** Milliseconds since 1970 UTC. */
  at: number;
  /** The length of the window, if these hits start one. */
  windowMs: number;
}

export interface LimitWindow {
  hits: number;
  /** When it ends, in milliseconds since 1970 UTC. */
  until: number;
}

/** What storage as a whole can do, and its engine with it. */
export interface Operation {
  /**
   * Resolves with the reason when storage cannot work again without a restart, such as when the writer thread has
   * ended. Closing may resolve it, too.
   */
  readonly broken: Promise<Error>;
  figures(): StorageFigures;
  /** Whether the queue has room for such a write now. False when too many wait already. */
  hasRoomFor(write: 'visit' | 'sign-up'): boolean;
  /** Undefined where only one process uses the database: it counts in its memory. */
  readonly sharedLimits: SharedLimits | undefined;
  /** Resolves when a read and a write would work now. @throws StorageUnavailable otherwise */
  check(): Promise<void>;
  /** Finishes the writes that were begun, then closes the database. */
  close(): Promise<void>;
}

/** All stored data, in the product's terms. `engines/choose-engine.ts` picks the engine. */
export interface Storage extends Identity, Operation {
  readonly waitlist: Waitlist;
  readonly inviters: Inviters;
  readonly inviteEvents: InviteEvents;
  readonly analytics: Analytics;
  readonly retention: Retention;
}
