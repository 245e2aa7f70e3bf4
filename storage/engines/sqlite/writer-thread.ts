import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StorageUnavailable } from '../../errors.ts';
import type { Outcome } from '../group-commit.ts';
import type { Done, SqliteWrite, WriterAnswer } from './writer.ts';

/** The main thread's side of the writer thread. `GroupCommit` sends it one batch at a time. */
export class WriterThread {
  readonly #worker: Worker;
  readonly #onEnd: (reason: Error) => void;
  #asked: PromiseWithResolvers<WriterAnswer> | undefined;
  #ended: Error | undefined;

  /** @param onEnd called when the thread has ended; after that every commit fails */
  constructor(file: string, onEnd: (reason: Error) => void) {
    this.#onEnd = onEnd;
    this.#worker = new Worker(new URL('./writer.ts', import.meta.url), { workerData: { file } });
    this.#worker.on('message', (answer: WriterAnswer) => this.#asked?.resolve(answer));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end());
  }

  /** Makes a batch durable. @throws if no write of the batch is durable */
  async commit(batch: SqliteWrite[]): Promise<Outcome<Done>[]> {
    if (this.#ended) throw this.#ended;
    this.#asked = Promise.withResolvers();
    this.#worker.postMessage(batch);
    const answer = await this.#asked.promise;
    if ('failure' in answer) throw answer.failure;
    return answer.outcomes;
  }

  async close(): Promise<void> {
    if (this.#ended) return;
    this.#worker.postMessage('close');
    await once(this.#worker, 'exit');
  }

  #end(cause?: unknown): void {
    this.#ended ??= new StorageUnavailable('The thread that writes has ended.', { cause });
    this.#asked?.reject(this.#ended);
    this.#onEnd(this.#ended);
  }
}
