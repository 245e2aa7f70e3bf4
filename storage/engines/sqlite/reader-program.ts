/**
 * The reader thread. It runs queries that may take long, so that the event loop of the main thread does not wait for
 * these queries.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { bindable, type Connection, connect } from './connection.ts';

export interface Query {
  sql: string;
  parameters: readonly unknown[];
}
/**
 * `errcode` is separate from the error, because an error loses its additional properties when it is sent to another
 * thread.
 */
export type ReaderAnswer =
  | { rows: Record<string, unknown>[] }
  | { failure: Error; errcode: unknown };

const { file } = workerData as { file: string };
/** Opened by the first query, so that an error of the file makes queries fail, but does not end the thread. */
let opened: Connection | undefined;

parentPort?.on('message', (query: Query | 'close') => {
  if (query === 'close') {
    opened?.close();
    opened = undefined;
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(answer(query));
});

function answer({ sql, parameters }: Query): ReaderAnswer {
  try {
    opened ??= connect(file, { readOnly: true });
    return { rows: opened.prepare(sql).all(...bindable(parameters)) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { failure: error, errcode: 'errcode' in error ? error.errcode : undefined };
  }
}
