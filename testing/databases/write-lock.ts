/** A lock for which every visit and sign-up has to wait, as for a stalled disk. */
export interface WriteLock {
  take(): Promise<void>;
  release(): Promise<void>;
  /** Resolves when a waiting writer has got the lock, or will get it before the next `take`. */
  giveWay(): Promise<void>;
  close(): Promise<void>;
}
