import { hash } from 'node:crypto';
import type { AppInviteAction, ExclusionReason, TrackedAction } from '../contract/invite-events.ts';

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

/** The first characters of an event id, which encode its time in milliseconds. */
const TIME_CHARACTERS = 8;
/** 96 bits of a hash: enough that a collision of two events is not expected. */
const HASH_BYTES = 12;

/**
 * The unique key of an event, which is an action of a page load. It begins with the time that browsers write at the
 * beginning of an event id, so that events of the same time are stored on the same few pages of the table. If the key
 * were only a hash, each event would change a different page, and a commit would need five times the work. An id that
 * does not begin with a time also works, but is slower.
 */
export function eventKey(action: TrackedAction, eventId: string): Buffer {
  const digest = hash('sha256', `${action} ${eventId}`, 'latin1');
  return Buffer.from(eventId.slice(0, TIME_CHARACTERS) + digest.slice(0, HASH_BYTES), 'latin1');
}
