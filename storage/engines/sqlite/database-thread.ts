import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Kysely } from 'kysely';
import { StorageUnavailable } from '../../errors.ts';
import type { Database } from '../../schema.ts';
import { unlessTrouble } from './connection.ts';
import { kyselyOver } from './dialect.ts';
import type { SomeRows, ThreadAnswer, ThreadMessage } from './thread-program.ts';

/**
 * A thread with its own connection to the database, so that the event loop does not wait for the disk or for a long
 * read. It answers one message at a time, and ends after `close`, from which on every message fails. A thread that only
 * reads starts with its first message.
 */
export class DatabaseThread {
  readonly readOnly: boolean;
  readonly #file: string;
  readonly #onEnd: (reason: Error) => void;
  #worker: Worker | undefined;
  #answer: PromiseWithResolvers<ThreadAnswer> | undefined;
  #endReason: Error | undefined;

  /** @param onEnd is called when the thread has ended, also after `close` */
  constructor(file: string, readOnly: boolean, onEnd: (reason: Error) => void) {
    this.#file = file;
    this.readOnly = readOnly;
    this.#onEnd = onEnd;
    if (!readOnly) this.#worker = this.#start();
  }

  /** @throws StorageUnavailable for an error of the file or its disk, and if the thread has ended; otherwise its error */
  async ask<Result>(message: ThreadMessage): Promise<Result> {
    if (this.#endReason) throw this.#endReason;
    this.#worker ??= this.#start();
    this.#answer = Promise.withResolvers();
    this.#worker.postMessage(message);
    const answer = await this.#answer.promise;
    if ('result' in answer) return answer.result as Result;
    const { failure, errcode } = answer;
    const failed = this.readOnly ? 'could not be read' : 'has not confirmed a change';
    return unlessTrouble(`${this.#file} ${failed}`, () => {
      throw Object.assign(failure, { errcode });
    });
  }

  async close(): Promise<void> {
    const running = this.#endReason ? undefined : this.#worker;
    // Set first: the thread would handle a later message with a closed connection, and end the program with an error.
    this.#endReason ??= this.#ended();
    running?.postMessage('close');
    if (running) await once(running, 'exit');
  }

  #start(): Worker {
    const script = new URL('./thread-program.ts', import.meta.url);
    const workerData = { file: this.#file, readOnly: this.readOnly };
    const worker = new Worker(script, { workerData });
    const end = (cause?: unknown) => {
      this.#endReason ??= this.#ended(cause);
      this.#answer?.reject(this.#endReason);
      this.#onEnd(this.#endReason);
    };
    worker.on('message', (answer: ThreadAnswer) => {
      // With `node --watch`, Node itself sends a message for each module that the thread loads.
      if (!('watch:import' in answer)) this.#answer?.resolve(answer);
    });
    worker.on('error', end);
    worker.on('exit', () => end());
    return worker;
  }

  #ended(cause?: unknown): Error {
    const task = this.readOnly ? 'reads' : 'writes';
    return new StorageUnavailable(`The thread that ${task} has ended.`, { cause });
  }
}

/** Runs queries on another thread. */
export function overThread(thread: DatabaseThread): Kysely<Database> {
  // Node handles up to a thousand messages before it looks at sockets again. If the next message were sent immediately,
  // its answer could be one of these messages, and visitors would wait until a whole list is read.
  const ask = (message: ThreadMessage) => thread.ask<SomeRows>(message).finally(() => nextTurn());
  return kyselyOver(thread, async ({ sql, parameters }) => {
    const { areLast, ...answer } = await ask({ sql, parameters });
    for (let isWhole = areLast; !isWhole; ) {
      const more = await ask('more');
      answer.rows.push(...more.rows);
      isWhole = more.areLast;
    }
    return answer;
  });
}
