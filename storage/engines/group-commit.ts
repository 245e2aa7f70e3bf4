import { StorageUnavailable } from '../errors.ts';
import type { StorageFigures } from '../interface/operation.ts';

/**
 * The maximum weight of a batch, which is the sum of the weights of its writes. It is small, so that a failed batch
 * fails few writes, and the next batch starts soon.
 */
const MAX_BATCH_WEIGHT = 1_000;
/**
 * How long a batch may wait for more writes. It waits only while each turn of the event loop adds writes. So under load
 * batches are larger, and each write costs less. A single write is committed at the end of its turn.
 */
const MAX_GATHER_MS = 0.3;
/** The maximum length of the queue is the number of writes that are committed in this time at the current speed. */
const MAX_WAIT_MS = 250;
/** The maximum queue length is never less than this. So visits are refused only while at least a full batch waits. */
const ALWAYS_WAITING = 2 * MAX_BATCH_WEIGHT;
/** When this many writes wait, every further write is refused, so that a blocked disk does not fill the memory. */
const MAX_WAITING = 10_000;

/**
 * For sign-ups and for visits, the share of the maximum queue length at which writes of this kind are refused.
 * Visits are refused first: a person has to repeat a lost sign-up, but a lost visit only changes a count.
 */
export const queueShare = { 'sign-up': 1, visit: 0.5 } as const;

/** The result of one write of a batch. */
export type Outcome<Result> = { result: Result } | { error: Error };

interface Waiting<Write, Result> {
  write: Write;
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
  #running: Promise<void> | undefined;
  #turnUntil = 0;
  #endTurn = () => {};
  #writes = 0;
  #batches = 0;
  #commitMs = 0;
  /** The estimated time of a full batch; 0 until the first full batch. */
  #fullBatchMs = 0;

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
    if (this.#waiting.length >= MAX_WAITING) {
      return Promise.reject(new StorageUnavailable(`${MAX_WAITING} writes wait already.`));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      if (!this.#running) this.#running = this.#run();
      else if (this.#isFull() || performance.now() > this.#turnUntil) this.#endTurn();
    });
  }

  /** Whether the queue is shorter than this share of its maximum length; if not, a sign-up or visit is refused. */
  hasRoom(share: number): boolean {
    return this.#waiting.length < this.#longestQueue() * share;
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

  #longestQueue(): number {
    const inTime = (MAX_WAIT_MS / this.#fullBatchMs) * this.#maxWeight;
    return Math.max(ALWAYS_WAITING, Math.min(inTime, MAX_WAITING));
  }

  /**
   * In a batch that is not full, each write takes longer. So the time of such a batch is used only if it lowers the
   * estimate.
   */
  #estimate(batch: readonly Waiting<Write, Result>[], tookMs: number): void {
    const weight = batch.reduce((sum, { write }) => sum + this.#weigh(write), 0);
    const fullBatchMs = (tookMs / weight) * this.#maxWeight;
    const isFull = weight >= this.#maxWeight;
    if (isFull || fullBatchMs < this.#fullBatchMs) this.#fullBatchMs = fullBatchMs;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      await this.#commitBatch(this.#waiting.splice(0, this.#countNext()));
      // Clients are answered in this turn, so their further writes arrive in the next turn at the earliest.
      await this.#turn();
    }
    this.#running = undefined;
  }

  /** Waits until a turn of the event loop has added no write, or for `MAX_GATHER_MS`. */
  async #gather(): Promise<void> {
    const until = performance.now() + MAX_GATHER_MS;
    let before: number;
    do {
      before = this.#waiting.length;
      await this.#turn();
    } while (this.#waiting.length > before && performance.now() < until);
  }

  /** Waits for the end of this turn of the event loop. `add` ends the wait if the batch is full or the turn is long. */
  async #turn(): Promise<void> {
    if (this.#isFull()) return;
    this.#turnUntil = performance.now() + MAX_GATHER_MS;
    await new Promise<void>((resolve) => {
      this.#endTurn = resolve;
      setImmediate(resolve);
    });
  }

  #isFull(): boolean {
    return this.#waiting.length >= this.#maxWeight;
  }

  /** How many of the waiting writes fit into the next batch. */
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
      const tookMs = performance.now() - begun;
      this.#commitMs += tookMs;
      this.#batches++;
      this.#estimate(batch, tookMs);
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
