/** An empty database of one engine, for one test. */
export interface TestDatabase {
  /** Its address, in the form of `DATABASE_URL`. */
  readonly url: string;
  /** Removes it with its data. */
  remove(): Promise<void>;
}

export type FoundRow = Record<string, unknown>;

/** What tests need of an engine. */
export interface TestEngine {
  name: string;
  isUrl(url: string): boolean;
  /** The port of a database's server; undefined for an engine without a server. */
  portOf(url: string): string | undefined;
  /** Makes a database without rows. It may already have all tables, as after a first start. */
  create(): Promise<TestDatabase>;
  /** Makes a database without tables. */
  createBare(): Promise<TestDatabase>;
  /** Removes all rows, also while a storage is open. */
  empty(url: string): Promise<void>;
  /** Runs one statement on a separate connection. @returns its rows */
  query(url: string, statement: string): Promise<FoundRow[]>;
  /** A statement that returns the `name` of every table. */
  readonly tables: string;
  /** Statements that return the definitions of all tables and indexes. */
  readonly definitions: readonly string[];
  /** Runs the database's own check of every row and index. @returns "ok", or its faults */
  checkIntegrity(url: string): Promise<string>;
  /** Opens a lock for which every visit and sign-up has to wait, on a separate connection. */
  openWriteLock(url: string): Promise<WriteLock>;
}

/** A lock for which every visit and sign-up has to wait, as for a stalled disk. */
export interface WriteLock {
  take(): Promise<void>;
  release(): Promise<void>;
  /** Resolves when a waiting writer has got the lock, or will get it before the next `take`. */
  giveWay(): Promise<void>;
  close(): Promise<void>;
}
