/**
 * The thread that owns the one writing connection: it waits for the disk so that the event loop, which
 * answers everybody else, never does.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Outcome } from '../../group-commit.ts';
import type { AppInvite, InviteOutcome, InviteVisit } from '../../storage.ts';
import { BUSY_TIMEOUT_MS, bindable, type Connection, connect } from './connection.ts';
import { InviteRecorder } from './invite-recorder.ts';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}
/** One write, done as a whole or not at all. */
export type SqliteWrite = StatementsWrite | InvitesWrite;
export interface StatementsWrite {
  statements: readonly Statement[];
  /** Whether what it deletes must be gone from the write-ahead log, too. */
  erases?: true;
}
export interface InvitesWrite {
  invites: readonly (InviteVisit | AppInvite)[];
}
export interface Done {
  /** The number of rows that each statement changed. */
  changes: readonly number[];
  /** What became of each event of invites. */
  outcomes: readonly InviteOutcome[];
  /** Whether nothing is left of it in the write-ahead log; only known of a write that erases. */
  traceless: boolean;
}
export type WriterAnswer = { outcomes: Outcome<Done>[] } | { failure: Error };

/** Everybody else's writes wait behind this one. */
const EMPTY_LOG_WITHIN_MS = 500;

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
  let outcomes: Outcome<Omit<Done, 'traceless'>>[];
  try {
    database.exec('BEGIN IMMEDIATE');
    outcomes = runAll(connection, batch);
    database.exec('COMMIT');
  } catch (error) {
    // SQLite has already rolled back by itself after some errors, a full disk among them.
    if (database.isTransaction) database.exec('ROLLBACK');
    return { failure: asError(error) };
  }
  const erases = batch.some((write) => 'erases' in write);
  const traceless = erases && emptyLog(database);
  return {
    outcomes: outcomes.map((outcome) =>
      'error' in outcome ? outcome : { result: { ...outcome.result, traceless } },
    ),
  };
}

/**
 * The events of invites come first: their counters are kept in memory until all of them are recorded,
 * and no statement may come in between, such as one that erases an inviter.
 */
function runAll(connection: Connection, batch: SqliteWrite[]): Outcome<Omit<Done, 'traceless'>>[] {
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
 * Moves all of the write-ahead log into the database and cuts it to nothing, unless somebody still
 * reads an old state from it. What was committed stays so either way.
 */
function emptyLog(database: DatabaseSync): boolean {
  try {
    database.exec(`PRAGMA busy_timeout = ${EMPTY_LOG_WITHIN_MS}`);
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
  } catch {
    return false;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

function runOne(connection: Connection, write: StatementsWrite): Outcome<Omit<Done, 'traceless'>> {
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
    if (!database.isTransaction) throw error;
    if (several) database.exec('ROLLBACK TO one; RELEASE one');
    return { error: asError(error) };
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
