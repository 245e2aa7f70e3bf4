/** The limits of invite tracking: plain values that browser and server both load. */

/** The events of an invite page: each counts once for an `eventId`. A page makes a new one at each load. */
export const trackedActions = ['page_view', 'download_clicked'] as const;
export type TrackedAction = (typeof trackedActions)[number];

/** Why a visit is excluded from the counters: according to its headers, or because an admin is signed in (`team`). */
export const exclusionReasons = ['bot', 'link-preview', 'prefetch', 'team'] as const;
export type ExclusionReason = (typeof exclusionReasons)[number];
/** Why a visit did not count: it was excluded, or it repeated an earlier visit. */
export type NotCountedReason = ExclusionReason | 'repeat';

/**
 * The id of a page load: 8 to 64 letters, digits, _ or -. The server counts each action once per id, so retries and
 * second presses do not count. Use `createEventId`: the server accepts other ids too, but stores them more slowly.
 */
export const EVENT_ID_PATTERN = '^[A-Za-z0-9_-]{8,64}$';
/** How long the server recognises a repeated event id. */
export const EVENT_ID_MEMORY_DAYS = 7;

/**
 * The id of a page load that begins now.
 *
 * @param now milliseconds since 1970 UTC. Ids begin with their time, so new ids are next to each other in the
 *   server's index, which makes inserts fast
 * @param random at least 8 random bytes
 */
export function createEventId(now: number, random: Uint8Array): string {
  const rest = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${now.toString(36)}-${rest}`;
}

/** What happened to an invite inside the app, as the app's back end reports it. */
export const appInviteActions = ['sent', 'accepted'] as const;
export type AppInviteAction = (typeof appInviteActions)[number];

export const MAX_APP_INVITES_PER_CALL = 1_000;
/** Counted in Unicode characters (code points). */
export const MAX_INVITE_ID_CHARACTERS = 128;
