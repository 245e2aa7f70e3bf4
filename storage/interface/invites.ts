import type { AppInviteAction } from '../../contract/app-invites.ts';
import type {
  ExclusionReason,
  NotCountedReason,
  TrackedAction,
} from '../../contract/invite-events.ts';

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
   * @throws StorageUnavailable if the database is unavailable and this process has not read the profile within the last
   *   hour
   */
  find(id: string): Promise<Inviter | undefined>;
  /**
   * Adds an inviter, or replaces the whole profile.
   *
   * @throws StorageUnavailable if it is not certain that the profile is on disk
   */
  put(inviter: Inviter): Promise<void>;
  /**
   * Stores all inviters in one transaction, or none: see `put`. If several have the same id, the last one is stored.
   */
  putAll(inviters: readonly Inviter[]): Promise<void>;
  /**
   * Deletes the profile and the counters of an inviter, and subtracts these counters from the total of all inviters.
   * `retention` later deletes the inviter's rows of the log, which no longer name a person, subtracts them from the
   * totals of the days, and removes the bytes of deleted rows from the disk. Also stores a hash of the id. When an
   * earlier backup is restored, this hash causes the inviter to be removed again.
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
  /** Why the visit does not count. Such visits have a separate counter for each reason. */
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
 * (UTC), and over all. A write resolves once it is on disk, and rejects with StorageUnavailable if this is not
 * certain.
 */
export interface InviteEvents {
  /**
   * Counts a visit, unless the same action of its page load was counted within the last `EVENT_ID_MEMORY_DAYS`. A click
   * also counts the view of its page load if that view was not counted, so that there are never more downloads than
   * views.
   */
  visit(visit: InviteVisit): Promise<InviteOutcome>;
  /**
   * Counts invites of the app. Each action of an invite counts only once, even if it is repeated much later. An
   * acceptance also counts as a sent invite if the sending was not reported.
   *
   * @returns the result of each report, in order
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
  /** A sentence for each counter that differs from its recount, and for each inviter with more downloads than views. */
  differences: string[];
}
