import type { PostgresPoolClient } from 'kysely';
import type { PoolClient } from 'pg';
import { StorageUnavailable } from '../../errors.ts';
import { asUnavailable, breaksConnection } from './database-errors.ts';

export interface Answer {
  rows: Record<string, unknown>[];
  rowCount: number | null;
}

/** What can be asked of a connection: a text alone, one with its values, or one that is prepared once. */
interface Query {
  (text: string, values?: readonly unknown[]): Promise<Answer>;
  (prepared: { name: string; text: string; values: unknown[] }): Promise<Answer>;
}

export class GuardedClient implements PostgresPoolClient {
  readonly query: Query & PostgresPoolClient['query'];
  readonly #client: PoolClient;
  readonly #untilDone: (late: Promise<unknown>) => Promise<void>;
  #isBroken = false;
  /** What was asked and not answered in time. */
  #late: Promise<unknown> | undefined;

  /**
   * @param untilDone waits for a late answer as long as anybody cares for the connection
   * @param answerWithinMs no limit unless set
   */
  constructor(
    client: PoolClient,
    untilDone: (late: Promise<unknown>) => Promise<void>,
    answerWithinMs: number | undefined,
  ) {
    this.#client = client;
    this.#untilDone = untilDone;
    const query = async (...question: Parameters<PoolClient['query']>) => {
      if (this.#late) throw lateAnswer();
      try {
        const answer: unknown = client.query(...question);
        return await (answerWithinMs ? this.#inTime(answer, answerWithinMs) : answer);
      } catch (error) {
        this.#isBroken ||= breaksConnection(error);
        throw asUnavailable(error);
      }
    };
    this.query = query as unknown as typeof this.query;
  }

  /** Has it closed rather than used again. */
  discard(): void {
    this.#isBroken = true;
  }

  /**
   * A connection that may still hold an answer to somebody else's question is never used again. One whose
   * server is still at work keeps its place, or a server that is stuck would be given more and more.
   */
  release(destroy = false): void {
    const release = () => this.#client.release(destroy || this.#isBroken);
    if (this.#late) void this.#untilDone(this.#late).then(release);
    else release();
  }

  async #inTime(answer: unknown, withinMs: number): Promise<unknown> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.#late = Promise.allSettled([answer]);
      reject(lateAnswer());
    }, withinMs);
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

function lateAnswer(): StorageUnavailable {
  return new StorageUnavailable('The database has not answered in time.');
}
