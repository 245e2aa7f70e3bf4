/** The limits of invite tracking (spec §§3, 7 and 9): plain values that browser and server both load. */

/** The events of an invite page: each counts at most once per page load. */
export type TrackedAction = 'page_view' | 'download_clicked';

/**
 * The id of a page load, so that a retry or a second press counts once: 8 to 64 letters, digits, _ or -.
 * Use `createEventId`: the server accepts other ids too, but stores them more slowly.
 */
export const EVENT_ID_PATTERN = '^[A-Za-z0-9_-]{8,64}$';
/** How long the server recognises a repeated event id. */
export const EVENT_ID_MEMORY_DAYS = 7;

/**
 * The id of a page load that begins now.
 *
 * @param now milliseconds since 1970 UTC. The id begins with it, so ids of the same time are next to each
 *   other in the server's index
 * @param random at least 8 random bytes
 */
export function createEventId(now: number, random: Uint8Array): string {
  const rest = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${now.toString(36)}-${rest}`;
}
