/**
 * Letters: the emails to people on the waitlist. Times are milliseconds since 1970 UTC, addresses canonical (see
 * `canonicalEmail`). A write resolves once it is on disk, and rejects with StorageUnavailable if this is not certain.
 */

/**
 * - `confirm` asks a new sign-up to confirm.
 * - `place` tells a member their place.
 * - `earlier` asks to confirm a sign-up that was made before the site sent letters.
 *
 * Letters are sent in the order of this list.
 */
export const letterKinds = ['confirm', 'place', 'earlier'] as const;
export type LetterKind = (typeof letterKinds)[number];

/**
 * `waiting → sending → sent | refused | unclear`. A letter is `sending` on disk before the connection is opened.
 * `refused`: the mail server has refused the letter, or all attempts to send it have failed. `unclear`: the mail server
 * may have accepted the letter, or this database is a copy or a restored backup, and the site that used the original
 * may send the letter (`pauseLetters`). The site sends a letter of these two states only after the operator
 * asks for it.
 */
export const letterStates = ['waiting', 'sending', 'sent', 'refused', 'unclear'] as const;
export type LetterState = (typeof letterStates)[number];

export interface Letter {
  id: number;
  kind: LetterKind;
  email: string;
  state: LetterState;
  /**
   * How often the letter was postponed: the mail server said "later", broke the connection before the content, or
   * wanted a login for this recipient. An attempt does not count if its failure concerned every letter, for example
   * because the mail server could not be reached.
   */
  attempts: number;
  /** When the letter may be sent. */
  dueAt: number;
  /** When the letter was queued. */
  at: number;
  /** The last answer of the mail server, or what went wrong; undefined if there is none. */
  reply: string | undefined;
}

/** The queue of letters, and the sign-ups whose letters are not queued yet. */
export interface Letters {
  /** 256 random bits, which are never replaced. The keys of tokens and of Message-IDs are derived from them. */
  secret(): Promise<Uint8Array>;
  /** The first call stores the time from which this site sends letters. Later calls do nothing. */
  begin(at: number): Promise<void>;
  /** The time that `begin` stored; undefined if letters were never turned on. */
  begunAt(): Promise<number | undefined>;
  /**
   * Runs work that only one copy of the program may do at a time.
   *
   * @returns undefined, without running the work, while another copy runs it
   */
  asOnlySender<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  /**
   * Marks letters that are `sending` as `unclear`, because the copy that was sending them has ended. Call this only in
   * `asOnlySender`, before a letter is sent.
   *
   * @returns how many letters
   */
  markInterrupted(): Promise<number>;
  /**
   * Queues the letters for sign-ups since the last call, in steps, within the limits of `contract/letters.ts`. An
   * address gets no letter if a mail server has said that the address does not exist, or if a mail program could read
   * it as another address. Call this only in `asOnlySender`.
   *
   * @returns how many sign-ups were read
   */
  queue(at: number): Promise<number>;
  /** The next letters that are due, in the order in which they are to be sent. */
  due(at: number, limit: number): Promise<Letter[]>;
  /**
   * Marks a waiting letter as `sending`.
   *
   * @returns false if the letter is not waiting any more, for example because it was erased
   */
  startSending(id: number): Promise<boolean>;
  /**
   * Stores the result of a letter that is `sending`. The result `sent` is also stored if the letter is `unclear`: a
   * copy that lost its connection to the database still gets the mail server's answer to a letter that the next sender
   * has marked. With `deadAt`, the time when a mail server said that the address does not exist, the address gets no
   * letter for `LETTER_RETENTION_DAYS`.
   */
  finish(
    id: number,
    end: { state: 'sent' | 'refused' | 'unclear'; reply: string; deadAt?: number | undefined },
  ): Promise<void>;
  /** Puts a letter that is `sending` back to `waiting`. */
  postpone(id: number, until: { dueAt: number; attempts: number; reply: string }): Promise<void>;
  /** How many letters there are in each state, and when the oldest waiting letter was queued. */
  figures(): Promise<LetterFigures>;
  /** The letters in this state, or in all states, with the newest first. */
  list(filter: { state?: LetterState; limit: number }): Promise<Letter[]>;
  find(id: number): Promise<Letter | undefined>;
  /**
   * Puts a letter that is `unclear` or `refused` back to `waiting`. If a mail server had said that the address does not
   * exist, the address can get further letters again, too.
   *
   * @returns false for a letter in another state, or an unknown one
   */
  sendAgain(id: number, at: number): Promise<boolean>;
  /**
   * Requests a letter of the kind `earlier` for each address that signed up before the site sent letters. After a call
   * has found such addresses, later calls do nothing. The letters are queued by `queue`, as if the addresses had just
   * signed up.
   *
   * @returns how many addresses; undefined if an earlier call has found addresses
   */
  askEarlier(at: number): Promise<number | undefined>;
}

export interface LetterFigures {
  states: Readonly<Record<LetterState, number>>;
  oldestWaitingAt: number | undefined;
}

/** People of the waitlist who have confirmed their address, and those who have left. */
export interface Members {
  /**
   * Confirms an address that is on the waitlist or has left it. Credits the member whose link was used: each mailbox
   * gives only one credit, and none to a member with the same mailbox. A second call changes nothing.
   *
   * @returns false if the address is neither on the waitlist nor has left it, for example because it was erased
   */
  confirm(email: string, at: number): Promise<boolean>;
  /** @returns undefined if the address is neither on the waitlist nor has left it */
  standing(email: string): Promise<Standing | undefined>;
  /**
   * Removes an address from the waitlist, with its place, and stores a hash that shows that the address has left.
   * The next retention removes the bytes from the disk. Does nothing for an address that is not on the waitlist.
   */
  leave(email: string, at: number): Promise<void>;
}

export type Standing = { state: 'asked' | 'left' } | ({ state: 'confirmed' } & Seat);

export interface Seat {
  /** The member's code for inviting friends, see `MEMBER_CODE`. */
  code: string;
  /** How many members are ahead, plus one. */
  place: number;
  /** How many members there are. */
  waiting: number;
  /** How many friends have confirmed through the member's link. This may be more than `MAX_COUNTED_FRIENDS`. */
  friends: number;
}
