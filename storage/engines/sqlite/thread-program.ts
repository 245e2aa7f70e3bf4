/** The program of the two threads with a connection to the database: one writes, the other one runs long reads. */
import { parentPort, workerData } from 'node:worker_threads';
import { checkpoint, scrub } from './checkpoint.ts';
import { type Connection, connect, runQuery } from './connection.ts';
import type { RunRule } from './rule-runner.ts';
import type { ThreadAnswer, ThreadMessage } from './thread-messages.ts';

const { file, readOnly } = workerData as { file: string; readOnly: boolean };
/** For reads opened by the first query, so that an error of the file makes queries fail, but does not end the thread. */
let opened = readOnly ? undefined : open();
/** Loaded with the first rule, because it needs 15 MB of memory. */
let runRule: RunRule | undefined;

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
  if ('rule' in message) {
    runRule ??= (await import('./rule-runner.ts')).createRuleRunner(connection);
    return await runRule(message.rule, message.writes);
  }
  return runQuery(connection, message);
}
