import type { Kysely, RawBuilder, Transaction } from 'kysely';
import type { Database, Table } from './schema.ts';

/**
 * `server`: creates missing tables, and brings the tables up to date. If a database is a file, it also creates
 * a missing one.
 * `command`: may run while a server runs. It neither creates nor migrates the database.
 * `mover`: a command that needs exclusive access to the database; it is refused while a server runs. It
 * creates a missing file, as a server does, and refuses a damaged one.
 */
export type Role = 'server' | 'command' | 'mover';

/** The parts of a table's definition that differ between engines. A part that an engine does not need is empty SQL. */
export interface ColumnTypes {
  /** The type of a primary key whose values the engine generates by counting up. */
  readonly id: RawBuilder<unknown>;
  /** Like `id`, but the key of a deleted row is never reused. */
  readonly idNeverReused: RawBuilder<unknown>;
  /** The type of a text that is ordered and compared by its UTF-8 bytes, independent of the database's locale. */
  readonly text: RawBuilder<unknown>;
  /** The type of a short string of bytes. */
  readonly bytes: RawBuilder<unknown>;
  /** Ends the definition of a table whose rows are stored in its primary key's index. */
  readonly keptInKeyOrder: RawBuilder<unknown>;
  /** Begins the definition of a table that a crash may empty; undefined if the engine has no such tables. */
  readonly unlogged: RawBuilder<unknown> | undefined;
}

/**
 * A rule that stores a batch of visitors' writes. An engine that writes in another thread loads it there, because
 * sending each of its queries to the thread would take longer than the queries. So its module imports little.
 */
export interface FrequentRule<Write, Result> {
  /** @returns the result of each write, in order */
  (db: Kysely<Database>, writes: readonly Write[]): Promise<Result[]>;
  /** The address of the module that exports the rule under the function's name. */
  readonly module: string;
}

/** @param module `import.meta.url` of the module that exports the rule under the function's name */
export function frequentRule<Write, Result>(
  module: string,
  rule: (db: Kysely<Database>, writes: readonly Write[]) => Promise<Result[]>,
): FrequentRule<Write, Result> {
  return Object.assign(rule, { module });
}

/** Writes that wait for the next batch of their rule. */
export interface Batches<Write, Result> {
  /**
   * @returns the result of the write, once it is on disk
   * @throws StorageOverloaded when too many writes wait; StorageUnavailable when the commit fails; an error of the write
   *   itself
   */
  add(write: Write): Promise<Result>;
}

/** Figures of all batches since the engine was opened. */
export interface WriteFigures {
  /** How many writes are in the queues, waiting for the current batch to be committed. */
  writesWaiting: number;
  /** How many writes were committed. */
  writes: number;
  /** How many batches were committed. Each is one transaction. */
  batches: number;
  /** The sum of the times of all batches. */
  commitSeconds: number;
}

/** How many hits each key had in a window of time, over all instances. A crash loses the counts. */
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

/** What the queries of `storage/` need from an engine. */
export interface Engine extends AsyncDisposable {
  /** Runs short reads. In a server, a long read here would delay other requests. */
  readonly db: Kysely<Database>;
  /** Runs reads that may take long, such as those of the dashboard, without blocking the event loop. */
  readonly reports: Kysely<Database>;
  /** Runs several reads of `reports` on one snapshot: writes between them are not visible, and are not blocked. */
  snapshot<Result>(read: (db: Transaction<Database>) => Promise<Result>): Promise<Result>;
  /** Runs migrations, which may wait for open transactions on the tables that they change. */
  migrate(work: (db: Kysely<Database>, types: ColumnTypes) => Promise<void>): Promise<void>;
  /**
   * Runs a rule, which reads, decides and writes in one transaction. Rules run one after another, also those of other
   * instances and commands, so what a rule has read stays true until its end. If it throws, nothing is written.
   *
   * @param rule short, because all other writes wait for it: it waits for nothing but its own queries
   * @returns the rule's result, once the changes are on disk
   * @throws StorageUnavailable if it is not certain that the changes are on disk; otherwise the rule's error
   */
  transaction<Result>(rule: (db: Transaction<Database>) => Promise<Result>): Promise<Result>;
  /**
   * Gathers writes of one kind, each of which waits for the next batch. One transaction of the rule commits a batch.
   *
   * @param maxWaiting while this many writes wait, the next is refused
   */
  gather<Write, Result>(
    rule: FrequentRule<Write, Result>,
    maxWaiting?: number,
  ): Batches<Write, Result>;
  /**
   * Runs work that only one instance of the program may run at a time.
   *
   * @param task what the work is; different tasks may run at the same time
   * @returns undefined, without running the work, while another instance runs this task
   */
  asOnlyInstance<Result>(task: SoleTask, work: () => Promise<Result>): Promise<Result | undefined>;
  /**
   * Removes the bytes of deleted rows from the disk, as far as the engine can. This is slow, and writes may wait
   * meanwhile.
   *
   * @returns false if bytes remain that a later call may remove: a transaction still reads an older state, another
   *   connection is writing, or the disk has too little space
   */
  scrub(): Promise<boolean>;
  /** In a transaction of a mover: makes the engine continue a table's generated keys after `last`. */
  continueAfter(
    db: Transaction<Database>,
    table: Table,
    column: string,
    last: number,
  ): Promise<void>;

  // `Storage` has the following parts, too.

  /**
   * Resolves with the reason when storage cannot work again without a restart, such as when a thread has ended.
   * This promise may also resolve after `close`.
   */
  readonly broken: Promise<Error>;
  /** Undefined if only one process uses the database. This process then counts in its memory. */
  readonly sharedLimits: SharedLimits | undefined;
  figures(): WriteFigures;
  /** Finishes the writes that were begun, then closes the database. `await using` calls `close`, too. */
  close(): Promise<void>;
}

/** Tasks of `Engine.asOnlyInstance`. */
export type SoleTask = 'retention' | 'sending';
