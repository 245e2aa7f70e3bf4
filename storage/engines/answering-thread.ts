import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { StorageUnavailable } from '../errors.ts';

/** Starts a thread and sends it messages. The thread answers one message at a time, and ends after `close`. */
export class AnsweringThread<Message, Answer> {
  readonly #worker: Worker;
  #answer: PromiseWithResolvers<Answer> | undefined;
  #endReason: Error | undefined;

  /**
   * @param script the thread's program
   * @param workerData what the program gets as `workerData`
   * @param ended the text of the error for each message that gets no answer because the thread has ended
   * @param onEnd is called when the thread has ended, also after `close`; it may be called twice
   */
  constructor(script: URL, workerData: unknown, ended: string, onEnd: (reason: Error) => void) {
    const end = (cause?: unknown) => {
      this.#endReason ??= new StorageUnavailable(ended, { cause });
      this.#answer?.reject(this.#endReason);
      onEnd(this.#endReason);
    };
    this.#worker = new Worker(script, { workerData });
    this.#worker.on('message', (answer: Answer) => {
      if (!isWatchReport(answer)) this.#answer?.resolve(answer);
    });
    this.#worker.on('error', end);
    this.#worker.on('exit', () => end());
  }

  /** @throws StorageUnavailable if the thread has ended, or ends before its answer */
  async ask(message: Message): Promise<Answer> {
    if (this.#endReason) throw this.#endReason;
    this.#answer = Promise.withResolvers();
    this.#worker.postMessage(message);
    return this.#answer.promise;
  }

  async close(): Promise<void> {
    if (this.#endReason) return;
    this.#worker.postMessage('close');
    await once(this.#worker, 'exit');
  }
}

/** With `node --watch`, Node itself sends such a message for each module that the thread loads. */
function isWatchReport(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'watch:import' in message;
}
