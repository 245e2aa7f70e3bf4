/** The limits of the throttle; see `contract/tracking.ts`. */
export interface ViewLimits {
  readonly windowMs: number;
  readonly maxViews: number;
}

/**
 * The throttle of spec §9. It may call nothing of this module, because `boot-script.ts` puts its own
 * source into the page.
 *
 * @param stored what local storage holds: a list of times, or whatever else somebody has put there
 * @param now milliseconds since 1970 UTC, as are the times
 * @returns the times to store, this view's included; undefined when it is one view too many
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
    // Broken or nothing yet: it is replaced.
  }
  // A time to come was written by a clock that was wrong, and would count for ever.
  const recent = Array.isArray(times)
    ? times.filter((time) => Number.isFinite(time) && time <= now && now - time < windowMs)
    : [];
  return recent.length < maxViews ? [...recent, now] : undefined;
}
