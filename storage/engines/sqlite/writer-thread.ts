import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StorageUnavailable } from '../../errors.ts';
import type { Outcome } from '../group-commit.ts';
import type { Answer, BatchAnswer, SqliteWrite } from './writer-messages.ts';

/** The main thread's side of the writer thread. `GroupCommit` sends it one batch at a time. */
export class WriterThread {
  readonly #worker: Worker;
  readonly #onEnd: (reason: Error) => void;
  #answer: PromiseWithResolvers<BatchAnswer> | undefined;
  #endReason: Error | undefined;

  /**
   * @param onEnd is called when the thread has ended, also after `close`; it may be called twice. After that every commit
   *   fails.
   */
  constructor(file: string, onEnd: (reason: Error) => void) {
    this.#onEnd = onEnd;
    this.#worker = new Worker(new URL('./writer.ts', import.meta.url), { workerData: { file } });
    this.#worker.on('message', (answer: BatchAnswer) => this.#answer?.resolve(answer));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end());
  }

  /** Makes a batch durable. @throws if no write of the batch is durable */
  async commit(batch: SqliteWrite[]): Promise<Outcome<Answer>[]> {
    if (this.#endReason) throw this.#endReason;
    this.#answer = Promise.withResolvers();
    this.#worker.postMessage(batch);
    const answer = await this.#answer.promise;
    if ('failure' in answer) throw answer.failure;
    return answer.answers.map((one) => (one instanceof Error ? { error: one } : { result: one }));
  }

  async close(): Promise<void> {
    if (this.#endReason) return;
    this.#worker.postMessage('close');
    await once(this.#worker, 'exit');
  }

  #end(cause?: unknown): void {
    this.#endReason ??= new StorageUnavailable('The thread that writes has ended.', { cause });
    this.#answer?.reject(this.#endReason);
    this.#onEnd(this.#endReason);
  }
}
