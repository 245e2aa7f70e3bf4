// Over 200 lines: the interface of storage, except the part for signing in (identity-storage.ts), in one file.
import type { SortField, SortOrder } from '../contract/analytics.ts';
import type { AppInviteAction } from '../contract/app-invites.ts';
import type { ExclusionReason, NotCountedReason, TrackedAction } from '../contract/tracking.ts';
import type { Identity } from './identity-storage.ts';

/** One address on the waitlist. */
export interface WaitlistEntry {
  /** The canonical form, see `canonicalEmail`. */
  email: string;
  /** When the address first signed up, in milliseconds since 1970 UTC. */
  joinedAt: number;
  /** How often the address signed up, including the first time. */
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
   * Puts an address on the waitlist, or counts one more request for it. In both cases there is one durable
   * commit, so that neither the answer nor its time shows whether the address was already there.
   *
   * @param email in its canonical form
   * @param at milliseconds since 1970 UTC
   * @returns once the address is on disk
   * @throws StorageUnavailable if the sign-up may not be on disk
   */
  join(email: string, at: number): Promise<void>;
  /** Every entry, in the order of the addresses. Reads in short steps, so that writers never wait. */
  entries(): AsyncIterable<WaitlistEntry>;
  /**
   * Removes an address, and stores its hash. When an earlier backup is restored, this hash causes the address to be
   * removed again.
   *
   * @param at milliseconds since 1970 UTC
   */
  erase(email: string, at: number): Promise<Erasure>;
}

/** The profile of a user of the app who shares invite links, as the app's back end reported it. */
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
   * If another process changes a profile, the old one may be returned for up to a second. While the database is
   * unavailable, the profile that this process read last is returned for up to an hour.
   *
   * @throws StorageUnavailable if the database is unavailable and this process has not read the profile
   */
  find(id: string): Promise<Inviter | undefined>;
  /** Adds an inviter, or replaces the whole profile. @throws StorageUnavailable if it may not be on disk */
  put(inviter: Inviter): Promise<void>;
  /**
   * Stores all of them in one transaction, or none: see `put`. If several have the same id, the last one is stored.
   */
  putAll(inviters: readonly Inviter[]): Promise<void>;
  /**
   * Removes an inviter: the profile, the counters and their share of the totals at once. `retention` later removes
   * the log's rows, which no longer name a person, and the bytes of deleted rows on disk.
   * Stores a hash of the id. When an earlier backup is restored, this hash causes the inviter to be removed again.
   *
   * @param at milliseconds since 1970 UTC
   * @returns whether the inviter existed
   */
  erase(id: string, at: number): Promise<boolean>;
}

/** What a visitor did on an invite page. */
export interface InviteVisit {
  inviterId: string;
  action: TrackedAction;
  /** Id of the page load. A visit without an id is never recognised as a repetition. */
  eventId: string | undefined;
  /** Milliseconds since 1970 UTC. */
  at: number;
  /** Why the visit does not count. Visits are also counted for each such reason. */
  excluded: ExclusionReason | undefined;
}

/** An invite inside the app that was sent or accepted. */
export interface AppInvite {
  inviteId: string;
  inviterId: string;
  action: AppInviteAction;
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
 * The log of events, and the counters that change with it in the same transaction: for each inviter, for each day
 * (UTC), and over all. A write resolves once it is on disk, and rejects with StorageUnavailable if it may not be on
 * disk.
 */
export interface InviteEvents {
  /**
   * Counts a visit, unless the same action of its page load was counted within the last `EVENT_ID_MEMORY_DAYS`. A click
   * also counts the view of its page load if that view was not counted, so that there are never more downloads than
   * views.
   */
  visit(visit: InviteVisit): Promise<InviteOutcome>;
  /**
   * Counts invites of the app. Each action of an invite counts only once, whenever it is repeated. An acceptance also
   * counts as a sent invite if the sending was not reported.
   *
   * @returns the result of each, in order
   */
  report(invites: readonly AppInvite[]): Promise<InviteOutcome[]>;
  /** The counters over all inviters. */
  totals(): Promise<InviteTotals>;
  /** Counts the whole log again, and compares the result with the counters, on one state of the database. */
  recount(): Promise<Recount>;
}

export interface InviteTotals {
  total: { pageViews: number; downloads: number; invitesSent: number; invitesAccepted: number };
  /** How many visits did not count, by reason; a reason that never occurred is missing. */
  excluded: Partial<Record<NotCountedReason, number>>;
}

export interface Recount {
  /** How many events of the log were counted. */
  events: number;
  /** One sentence for each counter that differs from its base plus the log, or has more downloads than views. */
  differences: string[];
}

/** The figures of the dashboard. They contain only inviters with at least one counted event. */
export interface Analytics {
  /** Totals and rows of the same state of the database, at most a second old. */
  read(selection: InviterSelection & { limit: number; offset: number }): Promise<AnalyticsReport>;
  /** All inviters of the selection from an offset on, and totals of the same state of the database. */
  list(selection: InviterSelection & { offset?: number }): Promise<AnalyticsList>;
  /** The counts of each day since `from` (whole days since 1970 UTC). Days without events are missing. */
  days(from: number): Promise<DayStats[]>;
  /** A text that changes whenever an event is counted or an inviter is erased. */
  version(): Promise<string>;
}

export interface InviterSelection {
  /** Part of an id, a username or a first name, in any case; the empty text selects all. */
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
   * Call it after the last row.
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

/** Deletes data at the end of its retention period. */
export interface Retention {
  /**
   * Removes expired data in short steps:
   * - single events, whose sums stay in the counters, and event ids
   * - the log's rows of erased people, whose deleted bytes are also overwritten on disk
   * - sessions and codes, and accounts that have no session and are not an admin's
   * - erasures that are older than every backup that may still exist
   *
   * @param now milliseconds since 1970 UTC
   * @param stop interrupts the run between two steps; the next run continues
   * @throws the reason of `stop`
   */
  run(now: number, stop?: AbortSignal): Promise<RetentionRun>;
  /**
   * Calls `run`, unless the last run began less than `everyMs` ago or another copy of the program is running it.
   * Ended windows of shared limits are removed at each call, because windows are short.
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
  /** How many writes are in the queue, waiting for the current batch to be committed. */
  writesWaiting: number;
  /** How many writes were committed in batches. Writes that are not batched may be missing. */
  writes: number;
  /** How many batches were committed. Each is one transaction. */
  batches: number;
  /** How long all batches together took. */
  commitSeconds: number;
}

/** How many hits each key had in a window of time, over all copies of the program. A crash loses the counts. */
export interface SharedLimits {
  /**
   * Counts hits in the window of their key. The first hit starts the window. The commit does not wait for the disk.
   *
   * @returns the window including these hits, without later ones
   * @throws StorageUnavailable within a fraction of a second if the database does not answer; the hits may be
   *   counted later
   */
  count(hits: LimitHits): Promise<LimitWindow>;
  /**
   * Removes windows that have ended and, if there are too many, those that end first.
   *
   * @param now milliseconds since 1970 UTC
   */
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

/** The operations that `Storage` and its `Engine` have in common. */
export interface Operation extends AsyncDisposable {
  /**
   * Resolves with the reason when storage cannot work again without a restart, such as when the writer thread has
   * ended. It may also resolve after `close`.
   */
  readonly broken: Promise<Error>;
  figures(): StorageFigures;
  /** Whether such a write would be accepted now. False if the queue is too long for it. */
  hasRoomFor(write: 'visit' | 'sign-up'): boolean;
  /** Undefined if only one process uses the database. This process then counts in its memory. */
  readonly sharedLimits: SharedLimits | undefined;
  /** Resolves when a read and a write would work now. @throws StorageUnavailable otherwise */
  check(): Promise<void>;
  /** Finishes the writes that were begun, then closes the database. `await using` does it too. */
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
