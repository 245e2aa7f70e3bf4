import type { StorageFigures } from '../engine.ts';
import { StorageUnavailable } from '../errors.ts';

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
/**
 * The length of the queue is the sum of the weights of its writes. The maximum length is the weight that is committed
 * in this time at the current speed.
 */
const MAX_WAIT_MS = 250;
/**
 * The maximum queue length is never less than this number of full batches. So visits are refused only while at least a
 * full batch waits.
 */
const ALWAYS_WAITING_BATCHES = 2;
/** While this many full batches wait, every write is refused, so that a blocked disk does not fill the memory. */
const MAX_WAITING_BATCHES = 10;

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
    if (this.#weightWaiting >= MAX_WAITING_BATCHES * this.#maxWeight) {
      return Promise.reject(new StorageUnavailable(`${this.#waiting.length} writes wait already.`));
    }
    return new Promise((resolve, reject) => {
      // An empty list also waits in the queue.
      const weight = Math.max(1, this.#weigh(write));
      this.#weightWaiting += weight;
      this.#waiting.push({ write, weight, resolve, reject });
      if (!this.#running) this.#running = this.#run();
      else if (this.#isFull() || performance.now() > this.#turnUntil) this.#endTurn();
    });
  }

  /** Whether the queue is shorter than this share of its maximum length. */
  hasRoom(share: number): boolean {
    return this.#weightWaiting < this.#longestQueue() * share;
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
    const inTime = MAX_WAIT_MS / this.#fullBatchMs;
    const batches = Math.max(ALWAYS_WAITING_BATCHES, Math.min(inTime, MAX_WAITING_BATCHES));
    return batches * this.#maxWeight;
  }

  /**
   * In a batch that is not full, each write takes longer. So the time of such a batch is used only if it lowers the
   * estimate.
   */
  #estimate(weight: number, tookMs: number): void {
    const fullBatchMs = (tookMs / weight) * this.#maxWeight;
    const isFull = weight >= this.#maxWeight;
    if (isFull || fullBatchMs < this.#fullBatchMs) this.#fullBatchMs = fullBatchMs;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      await this.#commitBatch(...this.#takeNext());
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
    return this.#weightWaiting >= this.#maxWeight;
  }

  /** Takes the writes of the next batch from the queue. @returns the writes and their weight */
  #takeNext(): [batch: Waiting<Write, Result>[], weight: number] {
    let count = 0;
    let weight = 0;
    for (const waiting of this.#waiting) {
      if (count > 0 && weight + waiting.weight > this.#maxWeight) break;
      weight += waiting.weight;
      count++;
    }
    this.#weightWaiting -= weight;
    return [this.#waiting.splice(0, count), weight];
  }

  async #commitBatch(batch: Waiting<Write, Result>[], weight: number): Promise<void> {
    try {
      const begun = performance.now();
      const outcomes = await this.#commit(batch.map((waiting) => waiting.write));
      const tookMs = performance.now() - begun;
      this.#commitMs += tookMs;
      this.#batches++;
      this.#estimate(weight, tookMs);
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
