/** The limits of invite tracking (spec §§3 and 9): plain values that browser and server both load. */

/** Local storage keeps the times of an inviter's last page views under this and the inviter's id. */
export const INVITE_VIEWS_KEY_PREFIX = 'invite_views_';

/** Views older than this no longer count against the throttle. */
export const VIEW_WINDOW_MS = 60_000;
