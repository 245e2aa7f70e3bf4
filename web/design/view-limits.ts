/** How often the page of an inviter may be viewed (spec §9). */

/** Prefix of the local storage key with the times of the last page views of an inviter. */
export const INVITE_VIEWS_KEY_PREFIX = 'invite_views_';
/** Used instead of the id if a link has no inviter. */
export const UNKNOWN_INVITER = 'unknown';

/** The throttle counts the views within this time before a new view. */
export const VIEW_WINDOW_MS = 60_000;
/** Views of one inviter that are allowed within `VIEW_WINDOW_MS`; the next view is refused. */
export const MAX_VIEWS_PER_WINDOW = 10;
