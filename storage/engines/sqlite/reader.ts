/**
 * The reader thread. It runs queries that may take long, so that the event loop of the main thread does not wait for
 * them.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { bindable, type Connection, connect } from './connection.ts';

export interface Query {
  sql: string;
  parameters: readonly unknown[];
}
/** `errcode` is separate from the error, because an error that is sent to another thread loses its properties. */
export type ReaderAnswer =
  | { rows: Record<string, unknown>[] }
  | { failure: Error; errcode: unknown };

const { file } = workerData as { file: string };
/** Opened by the first query, so that an error of the file fails queries and not the thread. */
let connection: Connection | undefined;

parentPort?.on('message', (query: Query | 'close') => {
  if (query === 'close') {
    connection?.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(answer(query));
});

function answer({ sql, parameters }: Query): ReaderAnswer {
  try {
    connection ??= connect(file, { readOnly: true });
    return { rows: connection.prepare(sql).all(...bindable(parameters)) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { failure: error, errcode: 'errcode' in error ? error.errcode : undefined };
  }
}
