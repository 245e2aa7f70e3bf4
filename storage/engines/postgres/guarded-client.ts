import type { PostgresPoolClient } from 'kysely';
import type { PoolClient } from 'pg';
import { StorageUnavailable } from '../../errors.ts';
import { asUnavailable, breaksConnection } from './database-errors.ts';

interface Answer {
  rows: Record<string, unknown>[];
}

type Query = (text: string, values?: readonly unknown[]) => Promise<Answer>;

export class GuardedClient implements PostgresPoolClient {
  readonly query: Query & PostgresPoolClient['query'];
  readonly #client: PoolClient;
  readonly #untilDone: (late: Promise<unknown>) => Promise<void>;
  #isBroken = false;
  /** The query that was not answered in time. */
  #late: Promise<unknown> | undefined;

  /**
   * @param untilDone waits for a late answer, or for the end of the pool
   * @param answerWithinMs the timeout of a query; undefined for none
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

  /**
   * After a timeout the connection is not reused, because its next query would wait for the late answer. The connection
   * is released only when the server has answered or the pool ends. Otherwise the pool would open more and more
   * connections to a server that does not answer.
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
