/** The program of the two threads with a connection to the database: one writes, the other one runs long reads. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkpoint, scrub } from './checkpoint.ts';
import { bindable, type Connection, connect } from './connection.ts';
import { commitBatch, type FrequentWrite } from './frequent-writes.ts';

/** Answered with `QueryAnswer`. */
interface Query {
  sql: string;
  parameters: readonly unknown[];
}
export interface QueryAnswer {
  rows: Record<string, unknown>[];
  /** How many rows an INSERT, UPDATE or DELETE has changed; undefined for a query with rows. */
  changes: number | undefined;
}
/** A batch is answered with the result of each write, and `scrub` with whether the bytes of all deleted rows are gone. */
export type ThreadMessage = Query | { batch: readonly FrequentWrite[] } | 'scrub' | 'close';
/** `errcode` is separate, because an error loses its additional properties when it is sent to another thread. */
export type ThreadAnswer = { result: unknown } | { failure: Error; errcode: unknown };

const { file, readOnly } = workerData as { file: string; readOnly: boolean };
/** For reads opened by the first query, so that an error of the file makes queries fail, but does not end the thread. */
let opened = readOnly ? undefined : open();

parentPort?.on('message', (message: ThreadMessage) => {
  if (message === 'close') {
    opened?.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(answer(message));
  if (opened && !readOnly && !opened.database.isTransaction) checkpoint(opened);
});

function answer(message: Exclude<ThreadMessage, 'close'>): ThreadAnswer {
  try {
    opened ??= open();
    return { result: resultOf(opened, message) };
  } catch (error) {
    const failure = error instanceof Error ? error : new Error(String(error));
    return { failure, errcode: 'errcode' in failure ? failure.errcode : undefined };
  }
}

function open(): Connection {
  const connection = connect(file, { readOnly });
  // `checkpoint` does this work after the answer.
  if (!readOnly) connection.database.exec('PRAGMA wal_autocheckpoint = 0');
  return connection;
}

function resultOf(connection: Connection, message: Exclude<ThreadMessage, 'close'>): unknown {
  if (message === 'scrub') return scrub(connection.database);
  if ('batch' in message) return commitBatch(connection, message.batch);
  const statement = connection.prepare(message.sql);
  const parameters = bindable(message.parameters);
  if (statement.columns().length > 0) return { rows: statement.all(...parameters) };
  return { rows: [], changes: Number(statement.run(...parameters).changes) };
}
