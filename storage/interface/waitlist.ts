/** One address on the waitlist. */
export interface WaitlistEntry {
  /** The canonical form, see `canonicalEmail`. */
  email: string;
  /** When the address first signed up, in milliseconds since 1970 UTC. */
  joinedAt: number;
  /** How often the address signed up, including the first time. */
  requests: number;
  /** Undefined if letters were never turned on. */
  standing?: {
    state: 'asked' | 'confirmed';
    /** The place of a member; undefined for others, and perhaps if the member confirmed or moved up during the read. */
    place: number | undefined;
  };
}

export interface Erasure {
  /** Whether there was anything to erase. */
  erased: boolean;
  /**
   * Whether the deleted bytes were also removed from the disk, as far as the engine can do that (decision 028).
   * False if a transaction still reads the old state; on SQLite also if another connection is writing, or the disk has
   * too little space.
   */
  traceless: boolean;
}

/** A sign-up's request for a letter, which `Letters.queue` reads later. */
export interface Ask {
  /** The code of the member whose link was used; it may be the code of no member. */
  via: string | undefined;
}

export interface Waitlist {
  /**
   * Puts an address on the waitlist, or counts one more request for an address that is on it. In both cases there is
   * one durable commit, so that neither the answer nor its duration shows whether the address was already there.
   *
   * @param email in its canonical form
   * @param at milliseconds since 1970 UTC
   * @param ask set if the site sends letters: the same commit stores that this sign-up asks for a letter
   * @returns once the address is on disk
   * @throws StorageUnavailable if it is not certain that the sign-up is on disk
   */
  join(email: string, at: number, ask?: Ask): Promise<void>;
  /**
   * Every entry, in the order of the addresses. Reads in short steps, so that writers never wait.
   *
   * @throws StorageRefusal for a row that the site cannot have written
   */
  entries(): AsyncIterable<WaitlistEntry>;
  /**
   * Removes an address with its letters and its place, and stores its hash. When an earlier backup is restored, this
   * hash causes the address to be removed again.
   *
   * @param at milliseconds since 1970 UTC
   */
  erase(email: string, at: number): Promise<Erasure>;
}
