/**
 * The thread that owns the one writing connection: it waits for the disk so that the event loop, which
 * answers everybody else, never does.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { AppInvite, InviteOutcome, InviteVisit } from '../../storage.ts';
import type { Outcome } from '../group-commit.ts';
import { BUSY_TIMEOUT_MS, bindable, type Connection, connect } from './connection.ts';
import { isTrouble } from './file-trouble.ts';
import { InviteRecorder } from './invite-recorder.ts';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}
/** One write, done as a whole or not at all. */
export type SqliteWrite = StatementsWrite | InvitesWrite | ScrubWrite;
export interface StatementsWrite {
  statements: readonly Statement[];
}
export interface InvitesWrite {
  invites: readonly (InviteVisit | AppInvite)[];
}
/** Comes after whatever else its batch holds. */
export interface ScrubWrite {
  scrubs: true;
}
export interface Done {
  /** The number of rows that each statement changed. */
  changes: readonly number[];
  /** What became of each event of invites. */
  outcomes: readonly InviteOutcome[];
  /** Whether nothing is left of what was ever deleted; only known of a write that scrubs. */
  scrubbed: boolean;
}
type Written = Omit<Done, 'scrubbed'>;
export type WriterAnswer = { outcomes: Outcome<Done>[] } | { failure: Error };

/** Everybody else's writes wait behind it. */
const SCRUB_WITHIN_MS = 500;
/** The log of a database that was written anew is as long as the database. */
const FOLDED_WITHIN_MS = 30_000;
const LOOK_AGAIN_AFTER_MS = 50;

if (parentPort) answerBatches(connect((workerData as { file: string }).file, { readOnly: false }));

function answerBatches(connection: Connection): void {
  parentPort?.on('message', (batch: SqliteWrite[] | 'close') => {
    if (batch === 'close') {
      connection.close();
      parentPort?.close();
      return;
    }
    parentPort?.postMessage(commit(connection, batch));
  });
}

/** Runs the whole batch in one transaction. A write that fails takes no other with it. */
function commit(connection: Connection, batch: SqliteWrite[]): WriterAnswer {
  const { database } = connection;
  let outcomes: Outcome<Written>[];
  try {
    database.exec('BEGIN IMMEDIATE');
    outcomes = runAll(connection, batch);
    database.exec('COMMIT');
  } catch (error) {
    // SQLite has already rolled back by itself after some errors, a full disk among them.
    if (database.isTransaction) database.exec('ROLLBACK');
    return { failure: asError(error) };
  }
  const scrubbed = batch.some((write) => 'scrubs' in write) && scrub(database);
  return {
    outcomes: outcomes.map((outcome) =>
      'error' in outcome ? outcome : { result: { ...outcome.result, scrubbed } },
    ),
  };
}

/**
 * The events of invites come first: their counters are kept in memory until all of them are recorded,
 * and no statement may come in between, such as one that erases an inviter.
 */
function runAll(connection: Connection, batch: SqliteWrite[]): Outcome<Written>[] {
  const recorder = new InviteRecorder(connection.prepare);
  const recorded = batch.map((write) =>
    'invites' in write ? write.invites.map((event) => recorder.record(event)) : [],
  );
  recorder.saveCounts();
  return batch.map((write, index) => {
    if ('statements' in write) return runOne(connection, write);
    return { result: { changes: [], outcomes: recorded[index] ?? [] } };
  });
}

/**
 * Writes the whole database anew, and cuts the write-ahead log to nothing. `secure_delete` alone is
 * not enough: where SQLite moves rows to another page, it leaves a copy in the gap.
 */
function scrub(database: DatabaseSync): boolean {
  try {
    database.exec(`PRAGMA busy_timeout = ${SCRUB_WITHIN_MS}`);
    database.exec('VACUUM');
    return truncateLog(database);
  } catch {
    // No room for a second copy on the disk, or somebody reads an old state.
    return false;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** @returns whether the log is empty; while somebody reads an old state it cannot be */
function truncateLog(database: DatabaseSync): boolean {
  const until = performance.now() + FOLDED_WITHIN_MS;
  for (;;) {
    const log = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    if (log?.['busy'] === 0) return true;
    // What SQLite does not wait for: another program is folding the log in, as after any commit to a long one.
    const isFolded = log?.['log'] === -1;
    if (!isFolded || performance.now() > until) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_AFTER_MS);
  }
}

function runOne(connection: Connection, write: StatementsWrite): Outcome<Written> {
  const { database } = connection;
  // A failed statement leaves nothing behind by itself; several need a savepoint to fail as one.
  const several = write.statements.length > 1;
  if (several) database.exec('SAVEPOINT one');
  try {
    const changes = write.statements.map(({ sql, parameters }) =>
      Number(connection.prepare(sql).run(...bindable(parameters)).changes),
    );
    if (several) database.exec('RELEASE one');
    return { result: { changes, outcomes: [] } };
  } catch (error) {
    if (!database.isTransaction || isTrouble(error)) throw error;
    if (several) database.exec('ROLLBACK TO one; RELEASE one');
    return { error: asError(error) };
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
