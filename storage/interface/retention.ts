/** Deletes data at the end of its retention period. */
export interface Retention {
  /**
   * Removes expired data in short steps:
   * - single events, whose sums stay in the counters, and event ids
   * - the log's rows of erased people, and the bytes of these rows on disk, as far as the engine can
   * - letters, and requests for letters (`Ask`) that `Letters.queue` never read
   * - the bytes on disk of addresses that have left the waitlist
   * - sessions and codes, and accounts that have no session and are not an admin's
   * - erasures that are older than every backup that may still exist
   *
   * A run counts a day at most as passed since the last one, so that a wrong clock does little harm.
   *
   * @param now milliseconds since 1970 UTC
   * @param stop interrupts the run between two steps; the next run continues
   * @throws the reason of `stop`
   */
  run(now: number, stop?: AbortSignal): Promise<RetentionRun>;
  /**
   * Calls `run`, unless the last run began less than `everyMs` ago or another copy of the program is running it.
   * Ended windows of shared limits are removed at each call, because windows are short.
   *
   * @returns undefined if `run` was not called
   */
  runWhenDue(now: number, everyMs: number, stop?: AbortSignal): Promise<RetentionRun | undefined>;
  /** The last run that ended. */
  lastRun(): Promise<RetentionRun | undefined>;
}

export interface RetentionRun {
  /** When the run began, in milliseconds since 1970 UTC. */
  at: number;
  /** How many single events were removed because they were too old. */
  events: number;
  /** How many events of erased people were removed. */
  erasedEvents: number;
}
