/**
 * The thread that owns the one writing connection: it waits for the disk so that the event loop, which
 * answers everybody else, never does.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { Outcome } from '../../group-commit.ts';
import { bindable, type Connection, connect } from './connection.ts';

export interface Statement {
  sql: string;
  parameters: readonly unknown[];
}
/** One write: its statements are done together or not at all. */
export interface SqliteWrite {
  statements: readonly Statement[];
  /** Whether what it deletes must be gone from the write-ahead log, too. */
  erases?: true;
}
/** The number of rows that each statement changed. */
export type Changes = number[];
export type WriterAnswer = { outcomes: Outcome<Changes>[] } | { failure: Error };

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
  try {
    database.exec('BEGIN IMMEDIATE');
    const outcomes = batch.map((write) => runOne(connection, write));
    database.exec('COMMIT');
    if (batch.some((write) => write.erases)) emptyLog(database);
    return { outcomes };
  } catch (error) {
    // SQLite has already rolled back by itself after some errors, a full disk among them.
    if (database.isTransaction) database.exec('ROLLBACK');
    return { failure: asError(error) };
  }
}

/** Moves all of the write-ahead log into the database, once nobody reads from it, and cuts it to nothing. */
function emptyLog(database: DatabaseSync): void {
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

function runOne(connection: Connection, write: SqliteWrite): Outcome<Changes> {
  const { database } = connection;
  // A failed statement leaves nothing behind by itself; several need a savepoint to fail as one.
  const several = write.statements.length > 1;
  if (several) database.exec('SAVEPOINT one');
  try {
    const result = write.statements.map(({ sql, parameters }) =>
      Number(connection.prepare(sql).run(...bindable(parameters)).changes),
    );
    if (several) database.exec('RELEASE one');
    return { result };
  } catch (error) {
    if (!database.isTransaction) throw error;
    if (several) database.exec('ROLLBACK TO one; RELEASE one');
    return { error: asError(error) };
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
