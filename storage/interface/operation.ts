/** Figures of the engine since it was opened, counted in this process without a query. */
export interface StorageFigures {
  /** How many writes are in the queue, waiting for the current batch to be committed. */
  writesWaiting: number;
  /** How many writes were committed in batches. Writes that are not batched may be missing. */
  writes: number;
  /** How many batches were committed. Each is one transaction. */
  batches: number;
  /** The sum of the times of all batches. */
  commitSeconds: number;
}

/** How many hits each key had in a window of time, over all copies of the program. A crash loses the counts. */
export interface SharedLimits {
  /**
   * Counts a hit in the window of its key. The first hit starts the window. The commit does not wait for the disk.
   *
   * @returns the window including this hit, without later hits
   * @throws StorageUnavailable within a fraction of a second if the database does not answer; the hit may be counted
   *   later
   */
  count(hit: LimitHit): Promise<LimitWindow>;
  /**
   * Removes windows that have ended and, if there are too many, those that end first.
   *
   * @param now milliseconds since 1970 UTC
   */
  forget(now: number): Promise<void>;
}

export interface LimitHit {
  /** A keyed hash of a network address and a limit, as hexadecimal digits. It does not reveal the address. */
  key: string;
  /** Milliseconds since 1970 UTC. */
  at: number;
  /** The length of the window, if this hit starts a window. */
  windowMs: number;
}

export interface LimitWindow {
  hits: number;
  /** When the window ends, in milliseconds since 1970 UTC. */
  until: number;
}

/** The operations that `Storage` and its `Engine` have in common. */
export interface Operation extends AsyncDisposable {
  /**
   * Resolves with the reason when storage cannot work again without a restart, such as when a thread has ended.
   * This promise may also resolve after `close`.
   */
  readonly broken: Promise<Error>;
  figures(): StorageFigures;
  /** Whether a write of this kind would be accepted now. False if the queue is too long for this kind. */
  hasRoomFor(write: 'visit' | 'sign-up'): boolean;
  /** Undefined if only one process uses the database. This process then counts in its memory. */
  readonly sharedLimits: SharedLimits | undefined;
  /** Resolves when a read and a write would work now. @throws StorageUnavailable otherwise */
  check(): Promise<void>;
  /** Finishes the writes that were begun, then closes the database. `await using` calls `close`, too. */
  close(): Promise<void>;
}
