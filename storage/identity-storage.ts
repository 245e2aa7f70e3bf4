/**
 * What is kept of those who may see the dashboard, in the product's words. Phone numbers are E.164,
 * times milliseconds since 1970 UTC. Everything that writes resolves once it is on disk, and rejects
 * with StorageUnavailable when it may not be.
 */

/** The numbers whose owners are admins. */
export interface Admins {
  /**
   * Ends what sessions a new admin still has: one that was left open somewhere when the right was taken
   * must not show the figures again.
   *
   * @returns false for a number that was there already
   */
  add(phone: string, at: number): Promise<boolean>;
  /** @returns false for a number that was not there */
  remove(phone: string): Promise<boolean>;
  has(phone: string): Promise<boolean>;
  /** In the order of the numbers. */
  list(): Promise<string[]>;
}

/**
 * Who is signed in where. A session is known by the hash of its token alone: whoever reads the
 * database learns nothing that a server would accept.
 */
export interface Sessions {
  /**
   * Begins a session of whoever holds a number, and ends the one that it replaces, in one step.
   *
   * @returns the id of the account: `newUserId` where the number had none; undefined where the keys were replaced
   *   since the sign-in began
   */
  begin(session: NewSession): Promise<string | undefined>;
  /** @returns undefined for a session that is unknown, has ended, or is past its time */
  find(tokenHash: Uint8Array, at: number): Promise<Session | undefined>;
  /** Remembers that somebody is still there. */
  touch(tokenHash: Uint8Array, at: number): Promise<void>;
  end(tokenHash: Uint8Array): Promise<void>;
}

export interface NewSession {
  tokenHash: Uint8Array;
  phone: string;
  newUserId: string;
  /** The session of the same browser so far. */
  replaces: Uint8Array | undefined;
  /** `signInSecret` as it was before the number was proved. */
  secret: Uint8Array;
  at: number;
}

export interface Session {
  userId: string;
  /** Whether the number is an admin's now: the right is never remembered. */
  isAdmin: boolean;
  /** When somebody was last seen to use it. */
  seenAt: number;
}

/** Codes that wait to be typed in, the newest of each number and browser. */
export interface SignInCodes {
  /** Adds a code; the one that waits for the same number and browser is gone with it. */
  add(code: SignInCode): Promise<void>;
  /**
   * Gives a waiting sign-in the code that is about to be sent; its attempts and its time go on.
   *
   * @returns false where it waits no more, or has a code from the operator
   */
  give(idHash: Uint8Array, codeHash: Uint8Array): Promise<boolean>;
  /** @returns the number that a browser wants to prove, or undefined where there is no such sign-in */
  phoneOf(waiting: Pick<Guess, 'idHash' | 'browserHash'>): Promise<string | undefined>;
  /**
   * Compares one guess, of which each code only bears MAX_CODE_ATTEMPTS, and uses the code up when it is
   * right. Among many guesses at once at most one is right.
   *
   * @returns `past-limit` where it is not right, and the limit of its number is used up by now
   */
  redeem(guess: Guess): Promise<'right' | 'wrong' | 'past-limit'>;
  /** The sign-ins of a number that wait for their code, the newest first. */
  findWaiting(phone: string, at: number): Promise<WaitingSignIn[]>;
  /**
   * Gives a waiting sign-in a code from the operator, and all its attempts, which the limit of its number does
   * not count.
   *
   * @returns false where it waits no more
   */
  replace(idHash: Uint8Array, codeHash: Uint8Array, validUntil: number): Promise<boolean>;
}

export interface SignInCode {
  /** Of the id that the browser was given. */
  idHash: Uint8Array;
  /** Of the secret in the browser's cookie. */
  browserHash: Uint8Array;
  phone: string;
  /** Keyed, see `hashCode`. Random bytes, which no code matches, until there is a code. */
  codeHash: Uint8Array;
  validUntil: number;
}

export interface Guess {
  idHash: Uint8Array;
  browserHash: Uint8Array;
  codeHash: Uint8Array;
  at: number;
  /** How many guesses are compared for its number in a day (UTC), over all codes; any where it is undefined. */
  limit: { key: Uint8Array; perDay: number } | undefined;
}

export interface WaitingSignIn {
  idHash: Uint8Array;
  validUntil: number;
}

/** How much is asked for, counted by the hour and by the day (UTC) under a key. */
export interface Budgets {
  /** Counts one more, unless the hour or the day has had as many already. @returns whether it did */
  take(key: Uint8Array, budget: Budget, at: number): Promise<boolean>;
}

export interface Budget {
  perHour: number;
  perDay: number;
}

/** Tasks of the bot check that were solved. */
export interface SpentChallenges {
  /** @returns false for one that was spent before */
  spend(nonce: Uint8Array, validUntil: number): Promise<boolean>;
}

/** How many there were, some of them past their time. */
export interface EndedByRotation {
  sessions: number;
  codes: number;
}

/** All of it. */
export interface Identity {
  readonly admins: Admins;
  readonly sessions: Sessions;
  readonly signInCodes: SignInCodes;
  readonly budgets: Budgets;
  readonly spentChallenges: SpentChallenges;
  /**
   * 256 random bits, from which the keys of codes and limits are made. They are read from the database each time,
   * so that every copy of the program has the same, also after they were replaced.
   */
  signInSecret(): Promise<Uint8Array>;
  /** Replaces the secret, and ends in the same transaction what depends on it. */
  rotateKeys(): Promise<EndedByRotation>;
}
