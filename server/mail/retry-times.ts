const MINUTE_MS = 60_000;

/** The waiting times after failed attempts. Greylisting ends after minutes, a full mailbox after days. */
const RETRY_MINUTES = [1, 5, 15, 60, 4 * 60, 12 * 60, 24 * 60];
/** The pauses, one after the other, while no letter can be sent. */
const UNREACHABLE_MINUTES = [1, 2, 5, 15];

/**
 * @param attempts the number of failed attempts
 * @returns the time until the next attempt; undefined after the last attempt
 */
export function retryAfterMs(attempts: number): number | undefined {
  const minutes = RETRY_MINUTES[attempts - 1];
  return minutes && minutes * MINUTE_MS;
}

/** @param failures how many pauses in a row there are, including this one */
export function pauseMs(failures: number): number {
  const minutes = UNREACHABLE_MINUTES[Math.min(failures, UNREACHABLE_MINUTES.length) - 1] ?? 1;
  return minutes * MINUTE_MS;
}
