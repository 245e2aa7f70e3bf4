import { MINUTE_MS } from '../../contract/durations.ts';

/** The throttle: how often a browser may view the page of an inviter. */

/** Prefix of the local storage key with the times of the last page views of an inviter. */
export const INVITE_VIEWS_KEY_PREFIX = 'invite_views_';
/** Used instead of the id if a link has no inviter. */
export const UNKNOWN_INVITER = 'unknown';

/** The throttle counts the views within this time before a new view. */
export const VIEW_WINDOW_MS = MINUTE_MS;
/** Views of one inviter that are allowed within `VIEW_WINDOW_MS`; the next view is refused. */
export const MAX_VIEWS_PER_WINDOW = 10;

export interface ViewLimits {
  readonly windowMs: number;
  readonly maxViews: number;
}

/**
 * The invite page inlines the source of this function alone (`boot-script.ts`), so the function uses no other code of
 * this file.
 *
 * @param stored the value in local storage: a list of times, or any other text
 * @param now milliseconds since 1970 UTC, like the stored times
 * @returns the times to store, including the time of this view; undefined if this view is over the limit
 */
export function admitView(
  stored: string | null,
  now: number,
  { windowMs, maxViews }: ViewLimits,
): number[] | undefined {
  let times: unknown;
  try {
    times = JSON.parse(stored ?? '');
  } catch {
    // A missing or broken list is replaced.
  }
  // A time in the future comes from a wrong clock, and would count for too long.
  const recent = Array.isArray(times)
    ? times.filter((time) => Number.isFinite(time) && time <= now && now - time < windowMs)
    : [];
  return recent.length < maxViews ? [...recent, now] : undefined;
}
