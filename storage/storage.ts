// Long because it is the whole of what storage offers, in one place.
import type { SortField, SortOrder } from '../contract/analytics.ts';
import type { TrackedAction } from '../contract/tracking.ts';
import type { Identity } from './identity-storage.ts';

/** One address on the waitlist. */
export interface WaitlistEntry {
  /** The canonical form, see `canonicalEmail`. */
  email: string;
  /** When the address was first given, in milliseconds since 1970 UTC. */
  joinedAt: number;
  /** How often it was given, the first time included. */
  requests: number;
}

export interface Erasure {
  /** Whether there was anything to erase. */
  erased: boolean;
  /**
   * Whether nothing is left of it on disk, as far as the engine can see to that (decision 028). Somebody
   * who reads the old state at that time keeps it alive.
   */
  traceless: boolean;
}

export interface Waitlist {
  /**
   * Puts an address on the waitlist, or counts one more request for it. Both cost one durable commit,
   * so that neither the answer nor its time tells which it was.
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
   * Removes an address for good, and remembers a hash of it: a backup from before may be restored.
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
   * At most a second old where another program has just changed it. While the database cannot tell: as
   * it was last seen here, within the hour.
   *
   * @throws StorageUnavailable where it was not
   */
  find(id: string): Promise<Inviter | undefined>;
  /** Adds somebody, or replaces all that is known of them. @throws StorageUnavailable when it may not be on disk */
  put(inviter: Inviter): Promise<void>;
  /**
   * As \`put\` for each, in one transaction: all of them or none. Of several for one id the last counts.
   */
  putAll(inviters: readonly Inviter[]): Promise<void>;
  /**
   * Removes somebody: the profile, the counters and their share of the totals at once. The log's rows,
   * which then lead to nobody, and the bytes that deleted rows leave on disk are left to `retention`.
   * A hash of the id is remembered: a backup from before may be restored.
   *
   * @param at milliseconds since 1970 UTC
   * @returns whether there was somebody
   */
  erase(id: string, at: number): Promise<boolean>;
}

/** What somebody did on an invite page. */
export interface InviteVisit {
  inviterId: string;
  action: TrackedAction;
  /** Names the page load; a visit without one is never taken for a repetition. */
  eventId: string | undefined;
  /** Milliseconds since 1970 UTC. */
  at: number;
  /** Why it does not count, where it was no person's; it is then counted apart. */
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

/** What became of one event. Only `unknown-inviter` and `other-inviter` left nothing behind. */
export type InviteOutcome =
  | 'counted'
  | 'repeated'
  | 'excluded'
  | 'unknown-inviter'
  /** The same invite was reported before, as somebody else's. */
  | 'other-inviter';

/**
 * The log of what happened to invites, and the counters that are kept with it in the same
 * transaction: for each inviter, for each day (UTC), and over all. Everything resolves once it is on
 * disk, and rejects with StorageUnavailable when it may not be.
 */
export interface InviteEvents {
  /**
   * Counts a visit unless its page load has already had that action within the last
   * `EVENT_ID_MEMORY_DAYS`. A click brings along a view that was never counted, so that there are
   * never more downloads than views.
   */
  visit(visit: InviteVisit): Promise<InviteOutcome>;
  /**
   * Counts invites of the app, each action of an invite once for ever. An acceptance brings along a
   * sending that was never reported.
   *
   * @returns what became of each, in order
   */
  report(invites: readonly AppInvite[]): Promise<InviteOutcome[]>;
  /** What the counters say over all. */
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

/** What the team sees of how invites do. An inviter is somebody with at least one counted event. */
export interface Analytics {
  /** Totals and rows of one moment, at most a second old. */
  read(selection: InviterSelection & { limit: number; offset: number }): Promise<AnalyticsReport>;
  /** Every inviter of the selection from an offset on, and the totals, of one moment. */
  list(selection: InviterSelection & { offset?: number }): Promise<AnalyticsList>;
  /** What was counted on each day from one on, by whole days since 1970 UTC; days without events are missing. */
  days(from: number): Promise<DayStats[]>;
  /** Differs from an earlier one once something was counted or erased since. */
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
  /** How many inviters are selected, the rows being a part of them. */
  matching: number;
  /** See `Analytics.version`. */
  version: string;
}

export interface AnalyticsReport extends AnalyticsTotals {
  rows: InviterStats[];
}

/** The counters are read at once, the names as their rows are taken. */
export interface AnalyticsList {
  /** In steps. An inviter who is erased before the row is taken is missing. */
  rows: AsyncIterable<InviterStats[]>;
  /** Once the rows are taken: the totals of the same moment, less the rows that are missing. */
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

/** Keeps the promises on how long things are kept. */
export interface Retention {
  /**
   * Removes, in short steps, what is past its time: single events (their sums stay in the counters),
   * event ids, the log's rows of erased people, sessions and codes, the numbers of those who are
   * neither signed in nor admins, and erasures that no backup is older than. Overwrites what erased people have left on disk.
   *
   * @param now milliseconds since 1970 UTC
   * @param stop interrupts it between two steps; the next run goes on
   * @throws what `stop` was aborted with
   */
  run(now: number, stop?: AbortSignal): Promise<RetentionRun>;
  /**
   * As `run`, unless the last run began less than `everyMs` ago or another copy of the program is at it.
   * Ended windows of shared limits, which are short, are removed either way.
   *
   * @returns undefined where it did not run
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

/** How the engine does, since it was opened. It asks nothing of the database. */
export interface StorageFigures {
  /** How many writes wait for the batch before them to be committed. */
  writesWaiting: number;
  /** How many writes were committed in batches. Those that never wait for company may be missing. */
  writes: number;
  /** How many batches, each one transaction. */
  batches: number;
  /** How long those took, added up. */
  commitSeconds: number;
}

/** How often each key was hit in a window of time, over all copies of the program. A crash may forget it. */
export interface SharedLimits {
  /**
   * Counts hits in the window of their key, which the first one begins. Costs no durable commit.
   *
   * @returns the window as of these hits: those of others that come later are not in it
   * @throws StorageUnavailable within a fraction of a second when it is not known; they may be counted later
   */
  count(hits: LimitHits): Promise<LimitWindow>;
  /** Removes windows that have ended, and those that are too many. @param now milliseconds since 1970 UTC */
  forget(now: number): Promise<void>;
}

export interface LimitHits {
  /** Tells nobody whose it is. */
  key: Uint8Array;
  /** None asks only how many there are. */
  hits: number;
  /** Milliseconds since 1970 UTC. */
  at: number;
  /** How long the window is, where these hits begin one. */
  windowMs: number;
}

export interface LimitWindow {
  hits: number;
  /** When it ends, in milliseconds since 1970 UTC. */
  until: number;
}

/** All that the product keeps, in the product's words. Which engine keeps it is decided in
 * `engines/choose-engine.ts`. */
export interface Storage extends Identity {
  readonly waitlist: Waitlist;
  readonly inviters: Inviters;
  readonly inviteEvents: InviteEvents;
  readonly analytics: Analytics;
  readonly retention: Retention;
  /**
   * Resolves with the reason once something has ended that only a new start of the program brings back, such
   * as the thread that writes. Closing may resolve it, too.
   */
  readonly broken: Promise<Error>;
  figures(): StorageFigures;
  /** Whether such a write would wait its turn now, rather than be refused because too many wait already. */
  hasRoomFor(write: 'visit' | 'sign-up'): boolean;
  /** Undefined where one program has the database to itself, and can count in its memory. */
  readonly sharedLimits: SharedLimits | undefined;
  /** Resolves when a read and a write would work now. @throws StorageUnavailable otherwise */
  check(): Promise<void>;
  /** Finishes the writes that were begun, then lets go of the database. Closing twice is closing once. */
  close(): Promise<void>;
}
