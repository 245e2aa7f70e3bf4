import { setImmediate } from 'node:timers/promises';
import type { StorageFigures } from '../engine.ts';
import { StorageUnavailable } from '../errors.ts';

/**
 * The maximum weight of a batch, which is the sum of the weights of its writes. It is small, so that a failed batch
 * fails few writes, and the next batch starts soon.
 */
const MAX_BATCH_WEIGHT = 1_000;
/**
 * The length of the queue is the sum of the weights of its writes. While this many full batches wait, every write is
 * refused. So a blocked disk does not fill the memory.
 */
const MAX_WAITING_BATCHES = 8;

/**
 * The share of the maximum queue length at which writes of this kind are refused. Sign-ups are refused last: a person
 * has to repeat a lost sign-up, but a lost visit only changes a count, and the app's back end repeats its reports.
 */
export const queueShare = { 'sign-up': 1, visit: 0.5, appInvites: 0.5 } as const;

/** The result of one write of a batch. */
export type Outcome<Result> = { result: Result } | { error: Error };

interface Waiting<Write, Result> {
  write: Write;
  weight: number;
  resolve(result: Result): void;
  reject(error: Error): void;
}

/**
 * Commits the writes of many requests in one durable transaction. While a batch commits, new writes wait for the next
 * batch, so that under load batches become larger instead of more frequent.
 */
export class GroupCommit<Write, Result> {
  readonly #commit: (batch: Write[]) => Promise<Outcome<Result>[]>;
  readonly #weigh: (write: Write) => number;
  readonly #maxWeight: number;
  #waiting: Waiting<Write, Result>[] = [];
  #weightWaiting = 0;
  #running: Promise<void> | undefined;
  #writes = 0;
  #batches = 0;
  #commitMs = 0;

  /**
   * @param commit makes a batch durable and returns the result of each write; rejects if the batch is not committed
   * @param weigh the amount of work of a write, 1 unless given
   * @param maxWeight the maximum weight of a batch; a heavier write is a batch with no other writes
   */
  constructor(
    commit: (batch: Write[]) => Promise<Outcome<Result>[]>,
    weigh: (write: Write) => number = () => 1,
    maxWeight = MAX_BATCH_WEIGHT,
  ) {
    this.#commit = commit;
    this.#weigh = weigh;
    this.#maxWeight = maxWeight;
  }

  /** @returns once the write is durable. @throws StorageUnavailable when the queue is full or the commit fails */
  add(write: Write): Promise<Result> {
    if (!this.hasRoom(1)) {
      return Promise.reject(new StorageUnavailable(`${this.#waiting.length} writes wait already.`));
    }
    return new Promise((resolve, reject) => {
      // An empty list also waits in the queue.
      const weight = Math.max(1, this.#weigh(write));
      this.#weightWaiting += weight;
      this.#waiting.push({ write, weight, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Whether the queue is shorter than this share of its maximum length. */
  hasRoom(share: number): boolean {
    return this.#weightWaiting < MAX_WAITING_BATCHES * this.#maxWeight * share;
  }

  figures(): StorageFigures {
    return {
      writesWaiting: this.#waiting.length,
      writes: this.#writes,
      batches: this.#batches,
      commitSeconds: this.#commitMs / 1_000,
    };
  }

  /** Resolves when each write that was added has succeeded or failed. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      // The writes of one turn of the event loop share a batch.
      await setImmediate();
      await this.#commitBatch(this.#takeNext());
    }
    this.#running = undefined;
  }

  /** Takes the writes of the next batch from the queue. */
  #takeNext(): Waiting<Write, Result>[] {
    let count = 0;
    let weight = 0;
    for (const waiting of this.#waiting) {
      if (count > 0 && weight + waiting.weight > this.#maxWeight) break;
      weight += waiting.weight;
      count++;
    }
    this.#weightWaiting -= weight;
    return this.#waiting.splice(0, count);
  }

  async #commitBatch(batch: Waiting<Write, Result>[]): Promise<void> {
    try {
      const begun = performance.now();
      const outcomes = await this.#commit(batch.map((waiting) => waiting.write));
      this.#commitMs += performance.now() - begun;
      this.#batches++;
      for (const [index, waiting] of batch.entries()) {
        const outcome = outcomes[index];
        if (!outcome) waiting.reject(new Error('The commit returned no outcome for this write.'));
        else if ('error' in outcome) waiting.reject(outcome.error);
        else {
          this.#writes++;
          waiting.resolve(outcome.result);
        }
      }
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      const sentence = `The change was not confirmed: ${words.replace(/\.$/, '')}.`;
      const reason = new StorageUnavailable(sentence, { cause: error });
      for (const waiting of batch) waiting.reject(reason);
    }
  }
}
