import type {
  AppInviteAction,
  ExclusionReason,
  TrackedAction,
} from '../../contract/invite-events.ts';

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
