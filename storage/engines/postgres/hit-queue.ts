import { setTimeout as sleep } from 'node:timers/promises';
import { StorageUnavailable } from '../../errors.ts';
import type { LimitHits, LimitWindow } from '../../storage.ts';

/** Under load a statement for each few hits would cost more than all the rest of their calls. */
const GATHER_MS = 2;
/** After a batch that failed, so that a database that is away is not asked all the time. */
const REST_MS = 1_000;
const MAX_WAITING = 10_000;

interface Waiting {
  hits: LimitHits;
  resolve(window: LimitWindow): void;
  reject(error: Error): void;
}

/**
 * Hits that arrive together are counted together, a batch at a time. Other than durable writes, they do not
 * wait for a database that is slow or away: their callers are told so within a moment, and they are counted
 * all the same if it is back before the next batch fails.
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
   * @param count says what became of each, in order; rejects if none was counted
   * @param answerWithinMs past which it is late
   */
  constructor(count: (hits: LimitHits[]) => Promise<LimitWindow[]>, answerWithinMs: number) {
    this.#count = count;
    this.#answerWithinMs = answerWithinMs;
  }

  /** @throws StorageUnavailable when the answer is late */
  add(hits: LimitHits): Promise<LimitWindow> {
    return new Promise((resolve, reject) => {
      // Not the end of it: the hits are counted, and only their answer is not waited for.
      if (this.#isLate) reject(lateAnswer());
      if (this.#waiting.length >= MAX_WAITING) return reject(lateAnswer());
      this.#waiting.push({ hits, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Counts what waits, unless the database is away. */
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
      // The program may have been late itself, and the answer be there already.
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
  return new StorageUnavailable('The database has not counted in time.', { cause });
}
