/** The program of the two threads with a connection to the database: one writes, the other one runs long reads. */
import type { SQLInputValue } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { FrequentRule } from '../../engine.ts';
import { checkpoint, scrub } from './checkpoint.ts';
import { type Connection, connect, type Query, type QueryAnswer, runQuery } from './connection.ts';

/** Answered with the results of the rule, which has run in one transaction. */
interface Batch {
  rule: Pick<FrequentRule<unknown, unknown>, 'module'> & { name: string };
  writes: readonly unknown[];
}
/** The first rows of a query, or with the message `more` the next ones. */
export interface SomeRows extends QueryAnswer {
  areLast: boolean;
}
/** `scrub` is answered with whether the bytes of all deleted rows are gone. */
export type ThreadMessage = Query | 'more' | Batch | 'scrub' | 'close';
/** `errcode` is separate, because an error loses its additional properties when it is sent to another thread. */
export type ThreadAnswer = { result: unknown } | { failure: Error; errcode: unknown };

/** How many rows an answer has at most. Visitors wait while the event loop makes objects of them. */
const ROWS_PER_ANSWER = 200;

const { file, readOnly } = workerData as { file: string; readOnly: boolean };
/** For reads opened by the first query, so that an error of the file makes queries fail, but does not end the thread. */
let opened = readOnly ? undefined : open();
/** Loaded with the first rule, because it needs 15 MB of memory. */
let runRule: Awaited<ReturnType<typeof loadRules>> | undefined;
/** The rows of the last query that were not sent yet. */
let unread: NodeJS.Iterator<QueryAnswer['rows'][number], undefined, unknown>;

parentPort?.on('message', async (message: ThreadMessage) => {
  if (message === 'close') {
    opened?.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(await answer(message));
  if (opened && !readOnly && !opened.database.isTransaction) checkpoint(opened);
});

async function answer(message: Exclude<ThreadMessage, 'close'>): Promise<ThreadAnswer> {
  try {
    opened ??= open();
    return { result: await resultOf(opened, message) };
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

async function resultOf(
  connection: Connection,
  message: Exclude<ThreadMessage, 'close'>,
): Promise<unknown> {
  if (message === 'scrub') return scrub(connection.database);
  if (message === 'more') return someRows();
  if ('rule' in message) {
    runRule ??= await loadRules(connection);
    return await runRule(message);
  }
  const statement = connection.prepare(message.sql);
  const values = message.parameters as SQLInputValue[];
  if (statement.columns().length === 0) {
    return { rows: [], areLast: true, changes: Number(statement.run(...values).changes) };
  }
  unread = statement.iterate(...values);
  return someRows();
}

function someRows(): SomeRows {
  const rows: QueryAnswer['rows'] = [];
  while (rows.length < ROWS_PER_ANSWER) {
    const { done, value } = unread.next();
    if (done) return { rows, areLast: true };
    rows.push(value);
  }
  return { rows, areLast: false };
}

/** @returns a function that runs a frequent rule in one transaction */
async function loadRules(connection: Connection) {
  const { kyselyOver } = await import('./dialect.ts');
  const db = kyselyOver(connection, async (query) => runQuery(connection, query));
  return async ({ rule: { module, name }, writes }: Batch): Promise<unknown> => {
    const exported: Record<string, FrequentRule<unknown, unknown>> = await import(module);
    const rule = exported[name];
    if (!rule) throw new Error(`${module} exports no rule "${name}".`);
    return await db.transaction().execute((own) => rule(own, writes));
  };
}
