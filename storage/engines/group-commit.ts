import { setImmediate } from 'node:timers/promises';
import type { Batches, WriteFigures } from '../engine.ts';
import { StorageOverloaded, StorageUnavailable } from '../errors.ts';

/** It is small, so that a failed batch fails few writes, and the next batch starts soon. */
const MAX_BATCH = 1_000;
/** While this many writes wait, the next is refused, so that a blocked disk does not fill the memory. */
const MAX_WAITING = 8 * MAX_BATCH;

interface Waiting<Write, Result> {
  write: Write;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

type Commit<Write, Result> = (batch: readonly Write[]) => Promise<readonly Result[]>;

/** The group commits of an engine, one for each of its frequent rules. */
export class GroupCommits {
  readonly #all: Pick<GroupCommit<unknown, unknown>, 'figures' | 'drain'>[] = [];

  add<Write, Result>(commit: Commit<Write, Result>, maxWaiting?: number): Batches<Write, Result> {
    const added = new GroupCommit(commit, maxWaiting);
    this.#all.push(added);
    return added;
  }

  figures(): WriteFigures {
    const sum = { writesWaiting: 0, writes: 0, batches: 0, commitSeconds: 0 };
    for (const one of this.#all) {
      const figures = one.figures();
      for (const name of Object.keys(sum) as (keyof WriteFigures)[]) sum[name] += figures[name];
    }
    return sum;
  }

  async drain(): Promise<void> {
    await Promise.all(this.#all.map((one) => one.drain()));
  }
}

/**
 * Commits the writes of many requests in one durable transaction. While a batch commits, new writes wait for the next
 * batch, so that under load batches become larger instead of more frequent.
 */
export class GroupCommit<Write, Result> implements Batches<Write, Result> {
  readonly #maxWaiting: number;
  readonly #commit: Commit<Write, Result>;
  #waiting: Waiting<Write, Result>[] = [];
  #running: Promise<void> | undefined;
  #writes = 0;
  #batches = 0;
  #commitMs = 0;

  /** @param commit makes a batch durable and returns the result of each write; rejects if the batch is not committed */
  constructor(commit: Commit<Write, Result>, maxWaiting = MAX_WAITING) {
    this.#commit = commit;
    this.#maxWaiting = maxWaiting;
  }

  add(write: Write): Promise<Result> {
    const waiting = this.#waiting.length;
    if (waiting >= this.#maxWaiting) {
      return Promise.reject(new StorageOverloaded(`${waiting} writes wait already.`));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ write, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  figures(): WriteFigures {
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
      await this.#commitBatch(this.#waiting.splice(0, MAX_BATCH));
    }
    this.#running = undefined;
  }

  async #commitBatch(batch: readonly Waiting<Write, Result>[]): Promise<void> {
    try {
      const begun = performance.now();
      const results = await this.#commit(batch.map(({ write }) => write));
      this.#commitMs += performance.now() - begun;
      this.#batches++;
      this.#writes += batch.length;
      for (const [n, { resolve }] of batch.entries()) resolve(results[n] as Result);
    } catch (error) {
      const isWritesOwn = !(error instanceof StorageUnavailable);
      // A write that fails by itself does not fail the others.
      if (isWritesOwn && batch.length > 1) for (const one of batch) await this.#commitBatch([one]);
      else for (const { reject } of batch) reject(error);
    }
  }
}
