/**
 * Admins, their sessions and their sign-ins. Phone numbers are E.164, times milliseconds since 1970 UTC. A write
 * resolves once it is on disk, and rejects with StorageUnavailable if this is not certain.
 */

/** The numbers whose owners are admins. */
export interface Admins {
  /**
   * Adds a number. If the number is new, also ends the sessions of its account: a session that began before the number
   * was last removed must not give access to the dashboard again.
   *
   * @returns false if the number was already added
   */
  add(phone: string, at: number): Promise<boolean>;
  /** @returns false if the number was not in the list */
  remove(phone: string): Promise<boolean>;
  has(phone: string): Promise<boolean>;
  /** @returns the numbers in ascending order */
  list(): Promise<string[]>;
}

/**
 * Sessions. Only the hash of a token is stored, so that a leaked database contains no usable token.
 */
export interface Sessions {
  /**
   * Begins a session for a number's account, and ends the session that it replaces, in one transaction.
   *
   * @returns the id of the account: `newUserId` if the number had no account; undefined if the keys were replaced
   *   since the sign-in began
   */
  begin(session: NewSession): Promise<string | undefined>;
  /** @returns undefined for a session that is unknown, has ended, or has expired */
  find(tokenHash: Uint8Array, at: number): Promise<Session | undefined>;
  /** Saves when the session was last used. */
  touch(tokenHash: Uint8Array, at: number): Promise<void>;
  end(tokenHash: Uint8Array): Promise<void>;
}

export interface NewSession {
  tokenHash: Uint8Array;
  phone: string;
  newUserId: string;
  /** Token hash of the browser's previous session. */
  replaces: Uint8Array | undefined;
  /** The value of `keySecret` that was read before the number was proved. If it has changed, no session begins. */
  secret: Uint8Array;
  at: number;
}

export interface Session {
  userId: string;
  /**
   * Whether the user is an admin now. `find` reads this from the database each time, so that a removed admin loses
   * access immediately.
   */
  isAdmin: boolean;
  /** When the session was last used. */
  seenAt: number;
}

/** Pending sign-ins and their codes: at most one, the newest, for each number and browser. */
export interface SignInCodes {
  /** Adds a pending sign-in, which replaces an earlier one of the same number and browser. */
  add(code: SignInCode): Promise<void>;
  /**
   * Sets the code of a pending sign-in, just before the code is sent. The attempts and the expiry do not change.
   *
   * @returns false if the sign-in is no longer pending, or has a code from the operator
   */
  give(idHash: Uint8Array, codeHash: Uint8Array): Promise<boolean>;
  /** @returns the number that a browser signs in with, or undefined if there is no such sign-in */
  phoneOf(waiting: Pick<Guess, 'idHash' | 'browserHash'>): Promise<string | undefined>;
  /**
   * Compares a guess with the code, at most MAX_CODE_ATTEMPTS times for each code. A right guess deletes the code, so
   * that only one of many guesses at the same time can succeed.
   *
   * @returns `past-limit` if the guess was not compared, because the daily limit of its number was used up before
   */
  redeem(guess: Guess): Promise<'right' | 'wrong' | 'past-limit'>;
  /** The pending sign-ins of a number, the newest first. */
  findWaiting(phone: string, at: number): Promise<WaitingSignIn[]>;
  /**
   * Gives a pending sign-in a code from the operator, and resets its attempts. The time of the sign-in does not change,
   * because the operator recognises the browser by this time. Guesses of this code do not count towards the limit of
   * the number.
   *
   * @returns false if the sign-in is no longer pending
   */
  replace(idHash: Uint8Array, codeHash: Uint8Array): Promise<boolean>;
}

export interface SignInCode {
  /** Hash of the id that the browser received. */
  idHash: Uint8Array;
  /** Hash of the secret in the browser's cookie. */
  browserHash: Uint8Array;
  phone: string;
  /** A keyed hash: see `hashCode`. Before a code is set: random bytes, which no code matches. */
  codeHash: Uint8Array;
  validUntil: number;
}

export interface Guess {
  idHash: Uint8Array;
  browserHash: Uint8Array;
  codeHash: Uint8Array;
  at: number;
  /** How many guesses are compared in a day (UTC) for all codes of the number; no limit if undefined. */
  limit: { key: Uint8Array; perDay: number } | undefined;
}

export interface WaitingSignIn {
  idHash: Uint8Array;
  validUntil: number;
}

/** Budgets for an hour and a day (UTC), such as how many messages may be sent. Each key has a separate count. */
export interface Budgets {
  /** Counts one use, unless the budget of the hour or the day is used up. @returns whether the use was counted */
  take(key: Uint8Array, budget: Budget, at: number): Promise<boolean>;
}

export interface Budget {
  perHour: number;
  perDay: number;
}

/** Proofs that may be used once: solved challenges of the bot check, and Firebase's tokens. */
export interface SpentProofs {
  /**
   * @param id the challenge's nonce or the token's hash
   * @param validUntil when the proof may be forgotten, because it is refused as expired (milliseconds since 1970 UTC)
   * @returns false for a proof that was used before
   */
  spend(id: Uint8Array, validUntil: number): Promise<boolean>;
}

/** How many sessions and codes were deleted, including expired sessions and codes. */
export interface EndedByRotation {
  sessions: number;
  codes: number;
}

/** The part of `Storage` for signing in. */
export interface Identity {
  readonly admins: Admins;
  readonly sessions: Sessions;
  readonly signInCodes: SignInCodes;
  readonly budgets: Budgets;
  readonly spentProofs: SpentProofs;
  /**
   * 256 random bits, from which the keys of codes, limits and proofs of work are derived. They are read from the
   * database each time, so that every copy of the program uses the same bits, also after `rotateKeys`.
   */
  keySecret(): Promise<Uint8Array>;
  /** Replaces the secret, and ends all sessions and pending sign-ins in the same transaction. */
  rotateKeys(): Promise<EndedByRotation>;
}
