import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import type { AppInvite, InviteOutcome, InviteVisit } from './storage.ts';

/**
 * `server`: owns the database, creates it where there is none and brings its tables up to date.
 * `visitor`: a command beside a server that may be running; it only uses what is there.
 */
export type Role = 'server' | 'visitor';

/** What a migration may ask of a table, in the engine's own words; nothing where it has none. */
export interface TableWords {
  /** The type of a primary key that the engine counts up by itself. */
  readonly id: RawBuilder<unknown>;
  /** As `id`, and a key whose row is gone is not given to another. */
  readonly idNeverGivenAgain: RawBuilder<unknown>;
  /** The type of a short string of bytes. */
  readonly bytes: RawBuilder<unknown>;
  /** Ends the definition of a table whose rows are kept in the order of their primary key alone. */
  readonly keptInKeyOrder: RawBuilder<unknown>;
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
  /**
   * Overwrites on disk whatever was deleted before. It takes a while, and all writes wait for it.
   *
   * @returns whether no trace is left; somebody who still reads an old state keeps one alive
   */
  scrub(): Promise<boolean>;
  /** The hot writes: prepared by hand in each engine, because query building would dominate their cost. */
  readonly hot: HotWrites;
  /** Resolves when a read and a write would work now. @throws StorageUnavailable otherwise */
  check(): Promise<void>;
  /** Finishes the writes that were begun, then lets go of the database. */
  close(): Promise<void>;
}

export interface HotWrites {
  /** Adds the address with one request, or counts one more. See `Waitlist.join`. */
  joinWaitlist(email: string, at: number): Promise<void>;
  /** See `InviteEvents.visit`. */
  recordVisit(visit: InviteVisit): Promise<InviteOutcome>;
  /** See `InviteEvents.report`. */
  recordAppInvites(invites: readonly AppInvite[]): Promise<InviteOutcome[]>;
}
