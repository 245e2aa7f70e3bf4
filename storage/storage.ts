/** One address on the waitlist. */
export interface WaitlistEntry {
  /** The canonical form, see `canonicalEmail`. */
  email: string;
  /** When the address was first given, in milliseconds since 1970 UTC. */
  joinedAt: number;
  /** How often it was given, the first time included. */
  requests: number;
}

export interface Erasure {
  /** Whether there was anything to erase. */
  erased: boolean;
  /** Whether no byte is left. Somebody who reads the old state at that time keeps one alive. */
  traceless: boolean;
}

export interface Waitlist {
  /**
   * Puts an address on the waitlist, or counts one more request for it. Both cost one durable commit,
   * so that neither the answer nor its time tells which it was.
   *
   * @param email in its canonical form
   * @param at milliseconds since 1970 UTC
   * @returns once the address is on disk
   * @throws StorageUnavailable when it may not be on disk
   */
  join(email: string, at: number): Promise<void>;
  /** Every entry, in the order of the addresses. Reads in short steps, so that it never holds up a writer. */
  entries(): AsyncIterable<WaitlistEntry>;
  /** Removes an address for good, down to its bytes on disk. */
  erase(email: string): Promise<Erasure>;
}

/** All that the product keeps, in the product's words. Which engine keeps it is decided in `open.ts`. */
export interface Storage {
  readonly waitlist: Waitlist;
  /** Resolves when a read and a write would work now. @throws StorageUnavailable otherwise */
  check(): Promise<void>;
  /** Finishes the writes that were begun, then lets go of the database. Closing twice is closing once. */
  close(): Promise<void>;
}
