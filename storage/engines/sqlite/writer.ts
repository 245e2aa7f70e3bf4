/**
 * The writer thread. On a server, only this thread's connection writes. The thread waits for the disk, so that the
 * event loop of the main thread does not have to.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { AppInvite, InviteOutcome, InviteVisit } from '../../interface/invites.ts';
import type { Outcome } from '../group-commit.ts';
import { BUSY_TIMEOUT_MS, bindable, type Connection, connect } from './connection.ts';
import { isTrouble } from './file-trouble.ts';
import { InviteRecorder } from './invite-recorder.ts';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}
/** One atomic write. */
export type SqliteWrite = StatementsWrite | InvitesWrite | ScrubWrite;
export interface StatementsWrite {
  statements: readonly Statement[];
}
export interface InvitesWrite {
  invites: readonly (InviteVisit | AppInvite)[];
}
/** Runs after the other writes of its batch. */
export interface ScrubWrite {
  scrubs: true;
}
export interface Done {
  /** The number of rows that each statement changed. */
  changes: readonly number[];
  /** The outcome of each event of invites. */
  outcomes: readonly InviteOutcome[];
  /** Whether the bytes of all deleted rows are gone; only known after a scrub. */
  scrubbed: boolean;
}
type Written = Omit<Done, 'scrubbed'>;
export type WriterAnswer = { outcomes: Outcome<Done>[] } | { failure: Error };

/** How long `scrub` waits for locks. Short, because other writes wait meanwhile. */
const SCRUB_WITHIN_MS = 500;
/**
 * How long another connection's checkpoint may take. After VACUUM the write-ahead log is
 * as long as the database, so copying it into the database file can take long.
 */
const CHECKPOINT_WITHIN_MS = 30_000;
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

/** Runs the whole batch in one transaction. A write that fails does not fail the other writes. */
function commit(connection: Connection, batch: SqliteWrite[]): WriterAnswer {
  const { database } = connection;
  let outcomes: Outcome<Written>[];
  try {
    database.exec('BEGIN IMMEDIATE');
    outcomes = runAll(connection, batch);
    database.exec('COMMIT');
  } catch (error) {
    // After some errors, such as a full disk, SQLite has rolled back already.
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
 * Records the events of invites first. Their counters stay in memory until all events are recorded. A statement in
 * between, such as one that erases an inviter, would make these counters wrong.
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
 * Rewrites the whole database (VACUUM), and truncates the write-ahead log. `secure_delete` alone is not enough: when
 * SQLite moves rows to another page, their bytes stay in the free space of the old page.
 */
function scrub(database: DatabaseSync): boolean {
  try {
    database.exec(`PRAGMA busy_timeout = ${SCRUB_WITHIN_MS}`);
    database.exec('VACUUM');
    return truncateLog(database);
  } catch {
    // The disk has no space for a second copy of the database, or a transaction still reads an older state.
    return false;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** @returns whether the log is empty; false while a transaction still reads an older state */
function truncateLog(database: DatabaseSync): boolean {
  const until = performance.now() + CHECKPOINT_WITHIN_MS;
  for (;;) {
    const log = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    if (log?.['busy'] === 0) return true;
    // SQLite ignores `busy_timeout` while another connection runs a checkpoint, as that connection may after its
    // commit.
    const isCheckpointing = log?.['log'] === -1;
    if (!isCheckpointing || performance.now() > until) return false;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_AFTER_MS);
  }
}

function runOne(connection: Connection, write: StatementsWrite): Outcome<Written> {
  const { database } = connection;
  // One failed statement is undone by SQLite; several need a savepoint to be undone together.
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
