import type { MockTracker } from 'node:test';
import type { Column } from '../../storage/schema.ts';

/** An empty database of one engine, for one test. */
export interface TestDatabase extends AsyncDisposable {
  /** Its address, in the form of `DATABASE_URL`. */
  readonly url: string;
  /** Removes it with its data. */
  remove(): Promise<void>;
}

/** A database that keeps what was committed when the program, or the database's own server, is killed. */
export interface DurableDatabase extends TestDatabase {
  /** The server of the database, if the engine has one. */
  readonly server?: { kill(): Promise<void>; start(): Promise<void> };
}

export type FoundRow = Record<string, unknown>;

/** How an engine describes its tables: one text for each column, key and index. */
export interface TableTexts {
  /** Statements that return these texts as `line`. */
  readonly statements: readonly string[];
  /** The names of types that differ from those of `Column`. */
  readonly types: Readonly<Partial<Record<Column<unknown>['type'], string>>>;
  readonly keepsKeyOrder: boolean;
}

/** What tests need of an engine. */
export interface TestEngine {
  name: string;
  isUrl(url: string): boolean;
  /** Whether databases have a server, which several instances can use at the same time, and which can be killed. */
  readonly hasServer: boolean;
  /** The file of a database; undefined for an engine with a server. */
  fileOf(url: string): string | undefined;
  /** Makes a database without rows. It may already have all tables, as after a first start. */
  create(): Promise<TestDatabase>;
  /** Makes a database without tables. */
  createBare(): Promise<TestDatabase>;
  /** Makes a copy of the stored database of the first release, `baseline.db` or `baseline.sql`, which never change. */
  createStored(): Promise<TestDatabase>;
  /** @param commits `early`, for controls: the server acknowledges commits before they are on disk */
  createDurable(commits?: 'early'): Promise<DurableDatabase>;
  /** Removes all rows, also while a storage is open. */
  empty(url: string): Promise<unknown>;
  /** Runs one statement on a separate connection. @returns its rows */
  query(url: string, statement: string): Promise<FoundRow[]>;
  /** A statement that returns the `name` of every table. */
  readonly tables: string;
  /** Statements that return the definitions of all tables and indexes. */
  readonly definitions: readonly string[];
  readonly tableTexts: TableTexts;
  /** Statements that do now what the engine would do some time after many writes. */
  readonly settle: readonly string[];
  /** @returns a function that counts the parts in which the rows of long reads have arrived since then */
  countReportParts(mock: MockTracker): () => number;
  /** Runs the database's own check of every row and index. @returns "ok", or its faults */
  checkIntegrity(url: string): Promise<string>;
  /** Opens a lock for which every visit and sign-up has to wait, on a separate connection. */
  openWriteLock(url: string): Promise<WriteLock>;
}

/** A lock for which every visit and sign-up has to wait, as for a stalled disk. */
export interface WriteLock {
  take(): Promise<unknown>;
  release(): Promise<unknown>;
  /** Resolves when a waiting writer has got the lock, or will get it before the next `take`. */
  giveWay(): Promise<void>;
  close(): Promise<void>;
}
