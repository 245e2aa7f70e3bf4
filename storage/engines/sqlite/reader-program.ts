/**
 * The reader thread. It runs queries that may take long, so that the event loop of the main thread does not wait for
 * these queries.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { RankingRequest } from '../../engine.ts';
import { InviterRanking } from '../ranking/inviter-ranking.ts';
import { bindable, type Connection, connect } from './connection.ts';
import { RANK_INVITERS, readNow, SqliteChanges } from './ranking.ts';

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
let opened: { connection: Connection; ranking: InviterRanking } | undefined;
let isRefreshing = false;

parentPort?.on('message', (query: Query | 'close') => {
  if (query === 'close') {
    opened?.connection.close();
    opened = undefined;
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(answer(query));
  if (!isRefreshing) refreshEarly();
});

/** Reads one part of the names after the other, outside of transactions. Queries are answered between two parts. */
function refreshEarly(): void {
  isRefreshing = opened?.connection.database.isTransaction === false && readPartEarly(opened);
  if (isRefreshing) setImmediate(refreshEarly);
}

function readPartEarly({ connection, ranking }: NonNullable<typeof opened>): boolean {
  try {
    return readNow(connection, ranking.refreshEarly());
  } catch {
    // The next query that needs the names reads them, and reports the error if reading fails again.
    return false;
  }
}

function answer({ sql, parameters }: Query): ReaderAnswer {
  try {
    opened ??= open();
    return { rows: opened.connection.prepare(sql).all(...bindable(parameters)) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { failure: error, errcode: 'errcode' in error ? error.errcode : undefined };
  }
}

function open() {
  const connection = connect(file, { readOnly: true });
  const ranking = new InviterRanking(new SqliteChanges());
  connection.database.function(RANK_INVITERS, (request) =>
    readNow(connection, ranking.rank(...(JSON.parse(String(request)) as RankingRequest))),
  );
  return { connection, ranking };
}
