/** The limits of the throttle; see `view-limits.ts`. */
export interface ViewLimits {
  readonly windowMs: number;
  readonly maxViews: number;
}

/**
 * The throttle of spec §9. It must not use other code of this module, because `boot-script.ts` inlines
 * only the function's source into the page.
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
