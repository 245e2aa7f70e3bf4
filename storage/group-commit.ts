import { StorageUnavailable } from './errors.ts';
import type { StorageFigures } from './storage.ts';

/** Past this many waiting writes a new one is refused at once: half a second of work at full speed. */
const MAX_WAITING = 10_000;
/** Keeps one transaction short enough that a failed batch fails few, and nobody waits for it for long. */
const MAX_BATCH_WEIGHT = 1_000;

/** What became of one write of a batch. */
export type Outcome<Result> = { result: Result } | { error: Error };

interface Waiting<Write, Result> {
  write: Write;
  resolve(result: Result): void;
  reject(error: Error): void;
}

/**
 * Many requests, one durable transaction. A write joins the batch that is being filled while the
 * batch before it commits, so load makes batches larger instead of slower, and a lone write never
 * waits for company.
 */
export class GroupCommit<Write, Result> {
  readonly #commit: (batch: Write[]) => Promise<Outcome<Result>[]>;
  readonly #weigh: (write: Write) => number;
  readonly #maxWeight: number;
  #waiting: Waiting<Write, Result>[] = [];
  #running: Promise<void> | undefined;
  #writes = 0;
  #batches = 0;
  #commitMs = 0;

  /**
   * @param commit makes a batch durable and says what became of each write; rejects if none is durable
   * @param weigh how much work a write is, where not all are alike
   * @param maxWeight of a batch, unless a single write is heavier
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

  /** @returns once the write is durable. @throws StorageUnavailable when too many wait already */
  add(write: Write): Promise<Result> {
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(new StorageUnavailable(`${MAX_WAITING} writes wait already.`));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  figures(): StorageFigures {
    return {
      writesWaiting: this.#waiting.length,
      writes: this.#writes,
      batches: this.#batches,
      commitSeconds: this.#commitMs / 1_000,
    };
  }

  /** Resolves when every write that was added has been decided. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#commitBatch(this.#waiting.splice(0, this.#countNext()));
    }
    this.#running = undefined;
  }

  /** How many of those that wait make up the next batch. */
  #countNext(): number {
    let weight = 0;
    const tooMany = this.#waiting.findIndex(({ write }) => {
      weight += this.#weigh(write);
      return weight > this.#maxWeight;
    });
    return tooMany === -1 ? this.#waiting.length : Math.max(1, tooMany);
  }

  async #commitBatch(batch: Waiting<Write, Result>[]): Promise<void> {
    try {
      const begun = performance.now();
      const outcomes = await this.#commit(batch.map((waiting) => waiting.write));
      this.#commitMs += performance.now() - begun;
      this.#batches++;
      for (const [index, waiting] of batch.entries()) {
        const outcome = outcomes[index];
        if (!outcome) waiting.reject(new Error('The commit said nothing about this write.'));
        else if ('error' in outcome) waiting.reject(outcome.error);
        else {
          this.#writes++;
          waiting.resolve(outcome.result);
        }
      }
    } catch (error) {
      const reason = new StorageUnavailable('The batch was not committed.', { cause: error });
      for (const waiting of batch) waiting.reject(reason);
    }
  }
}
