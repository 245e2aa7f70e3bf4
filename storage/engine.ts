import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import type {
  AppInvite,
  InviteOutcome,
  InviteVisit,
  SharedLimits,
  StorageFigures,
} from './storage.ts';
import type { Row, Table } from './tables.ts';

/**
 * `server`: owns the database, creates it where there is none and brings its tables up to date.
 * `command`: runs beside a server that may be running; it only uses what is there.
 * `mover`: a command that has the whole database to itself, refused while a server runs; creates what a
 * server would, and refuses what is damaged.
 */
export type Role = 'server' | 'command' | 'mover';

/** What a migration may ask of a table, in the engine's own words; nothing where it has none. */
export interface TableWords {
  /** The type of a primary key that the engine counts up by itself. */
  readonly id: RawBuilder<unknown>;
  /** As `id`, and a key whose row is gone is not given to another. */
  readonly idNeverGivenAgain: RawBuilder<unknown>;
  /** The type of a text, ordered and compared by its bytes in UTF-8 wherever the engine runs. */
  readonly text: RawBuilder<unknown>;
  /** The type of a short string of bytes. */
  readonly bytes: RawBuilder<unknown>;
  /** Ends the definition of a table whose rows are kept in the order of their primary key alone. */
  readonly keptInKeyOrder: RawBuilder<unknown>;
  /** Begins the definition of a table that a crash may empty; undefined where copies of the program share none. */
  readonly unlogged: RawBuilder<unknown> | undefined;
}

/** What the SQL in this room asks of an engine. Two writes that arrive together may share one commit. */
export interface Engine {
  /** For reading, and for building the queries that `write` takes. */
  readonly db: Kysely<Database>;
  /** Runs work that changes the tables, alone: no other copy of the program does so at the same time. */
  migrate(work: (db: Kysely<Database>, words: TableWords) => Promise<void>): Promise<void>;
  /**
   * Runs queries as one transaction, in order.
   *
   * @returns the number of rows each query changed, once they are on disk
   * @throws StorageUnavailable when they may not be on disk
   */
  write(queries: readonly CompiledQuery[]): Promise<number[]>;
  /** As `write`, while nothing of invites is recorded and nobody else writes alone. */
  writeAlone(queries: readonly CompiledQuery[]): Promise<number[]>;
  /**
   * Does work that one copy of the program does for all.
   *
   * @returns undefined where another copy is at it
   */
  asOnlyCopy<Result>(work: () => Promise<Result>): Promise<Result | undefined>;
  /**
   * Removes what was deleted before from the disk, as far as the engine can. It takes a while, and
   * writes may wait for it.
   *
   * @returns whether it is gone; somebody who still reads an old state keeps it alive
   */
  scrub(): Promise<boolean>;
  /** Reads for as long as it takes, as everything is at one moment, and holds up nobody who writes. */
  snapshot<Result>(read: (db: Kysely<Database>) => Promise<Result>): Promise<Result>;
  /** Fills tables with rows of another database, as one transaction. For a `mover`. */
  fill<Result>(work: (filling: Filling) => Promise<Result>): Promise<Result>;
  /** The hot writes: prepared by hand in each engine, because query building would dominate their cost. */
  readonly hot: HotWrites;
  /** See `Storage.broken`. */
  readonly broken: Promise<Error>;
  /** See `StorageFigures`. */
  figures(): StorageFigures;
  /** See `Storage.hasRoomFor`. */
  hasRoomFor(write: 'visit' | 'sign-up'): boolean;
  /** See `Storage.sharedLimits`. */
  readonly sharedLimits: SharedLimits | undefined;
  /** Resolves when a read and a write would work now. @throws StorageUnavailable otherwise */
  check(): Promise<void>;
  /** Finishes the writes that were begun, then lets go of the database. */
  close(): Promise<void>;
}

export interface Filling {
  /** Sees what this transaction has done. */
  readonly db: Kysely<Database>;
  /** Adds rows as they are, their keys included. */
  insert(table: Table, rows: readonly Row[]): Promise<void>;
  /** Has the keys that the engine gives to a table go on after this one. */
  continueAfter(table: Table, column: string, last: number): Promise<void>;
}

export interface HotWrites {
  /** Adds the address with one request, or counts one more. See `Waitlist.join`. */
  joinWaitlist(email: string, at: number): Promise<void>;
  /** See `InviteEvents.visit`. */
  recordVisit(visit: InviteVisit): Promise<InviteOutcome>;
  /** See `InviteEvents.report`. */
  recordAppInvites(invites: readonly AppInvite[]): Promise<InviteOutcome[]>;
}
