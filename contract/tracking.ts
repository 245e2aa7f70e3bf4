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

/** Names one page load, so that a retry or a second press counts once: 8 to 64 letters, digits, _ or -. */
export const EVENT_ID_PATTERN = '^[A-Za-z0-9_-]{8,64}$';
/** For so long a repeated event id is known as such. */
export const EVENT_ID_MEMORY_DAYS = 7;
