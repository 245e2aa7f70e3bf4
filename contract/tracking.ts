/** The limits of invite tracking (spec §§3, 7 and 9): plain values that browser and server both load. */

/** What is counted of an invite page: each at most once a page load. */
export type TrackedAction = 'page_view' | 'download_clicked';

/** Local storage keeps the times of an inviter's last page views under this and the inviter's id. */
export const INVITE_VIEWS_KEY_PREFIX = 'invite_views_';
/** Stands for the id where a link names no inviter. */
export const UNKNOWN_INVITER = 'unknown';

/** A view counts against the throttle while it is younger than this. */
export const VIEW_WINDOW_MS = 60_000;
/** So many views of one inviter are let in within `VIEW_WINDOW_MS`; the next one is not. */
export const MAX_VIEWS_PER_WINDOW = 10;

/**
 * Names one page load, so that a retry or a second press counts once: 8 to 64 letters, digits, _ or -.
 * `createEventId` makes one; any other is as good, and only takes the server longer.
 */
export const EVENT_ID_PATTERN = '^[A-Za-z0-9_-]{8,64}$';
/** For so long a repeated event id is known as such. */
export const EVENT_ID_MEMORY_DAYS = 7;

/**
 * The id of a page load that begins now.
 *
 * @param now milliseconds since 1970 UTC. The id begins with it, which keeps ids of the same time together
 *   where the server remembers them
 * @param random at least 8 random bytes
 */
export function createEventId(now: number, random: Uint8Array): string {
  const rest = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${now.toString(36)}-${rest}`;
}
