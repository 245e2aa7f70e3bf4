import { setTimeout as sleep } from 'node:timers/promises';
import { StorageUnavailable } from '../../errors.ts';
import type { LimitHits, LimitWindow } from '../../interface/operation.ts';

/**
 * The pause after a counted batch. Hits that arrive meanwhile share one statement, because a statement for each hit
 * would cost more than the rest of the request that caused the hit.
 */
const GATHER_MS = 2;
/** The pause after a failed batch, so that an unavailable database does not get queries all the time. */
const REST_MS = 1_000;
const MAX_WAITING = 10_000;

interface Waiting {
  hits: LimitHits;
  resolve(window: LimitWindow): void;
  reject(error: Error): void;
}

/**
 * Counts hits in batches, one batch at a time. Callers do not wait for a slow or unavailable database: `add` rejects
 * after `answerWithinMs`. The hits are still counted later, unless their batch fails.
 */
export class HitQueue {
  readonly #count: (hits: LimitHits[]) => Promise<LimitWindow[]>;
  readonly #answerWithinMs: number;
  readonly #closing = new AbortController();
  #waiting: Waiting[] = [];
  #underWay: Waiting[] = [];
  #isLate = false;
  #running: Promise<void> | undefined;

  /**
   * @param count returns the window of each hit, in order; rejects if none was counted
   * @param answerWithinMs the time after which waiting calls reject
   */
  constructor(count: (hits: LimitHits[]) => Promise<LimitWindow[]>, answerWithinMs: number) {
    this.#count = count;
    this.#answerWithinMs = answerWithinMs;
  }

  /** @throws StorageUnavailable when the answer is late, the count fails, or the queue is full */
  add(hits: LimitHits): Promise<LimitWindow> {
    return new Promise((resolve, reject) => {
      // No `return`: the hits are still queued and counted, although the promise has rejected.
      if (this.#isLate) reject(lateAnswer());
      if (this.#waiting.length >= MAX_WAITING) return reject(lateAnswer());
      this.#waiting.push({ hits, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Counts the queued hits, unless the database is unavailable. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      this.#underWay = this.#waiting;
      this.#waiting = [];
      const isCounted = await this.#countBatch(this.#underWay);
      if (!isCounted && this.#closing.signal.aborted) break;
      await this.#pause(isCounted ? GATHER_MS : REST_MS);
    }
    this.#running = undefined;
  }

  async #countBatch(batch: Waiting[]): Promise<boolean> {
    const timer = setTimeout(() => {
      // If the event loop was blocked, the answer may have arrived: handle it before giving up.
      setImmediate(() => {
        if (this.#underWay === batch) this.#giveUp();
      });
    }, this.#answerWithinMs);
    try {
      const windows = await this.#count(batch.map(({ hits }) => hits));
      for (const [index, window] of windows.entries()) batch[index]?.resolve(window);
      this.#isLate = false;
      return true;
    } catch (error) {
      this.#giveUp(error);
      return false;
    } finally {
      clearTimeout(timer);
      this.#underWay = [];
    }
  }

  #giveUp(cause?: unknown): void {
    this.#isLate = true;
    for (const { reject } of [...this.#underWay, ...this.#waiting]) reject(lateAnswer(cause));
  }

  async #pause(ms: number): Promise<void> {
    await sleep(ms, undefined, this.#closing).catch(() => {});
  }
}

function lateAnswer(cause?: unknown): StorageUnavailable {
  return new StorageUnavailable('The database has not counted the hits in time.', { cause });
}
