import type { PostgresPool } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import { StorageUnavailable } from '../../errors.ts';
import { asUnavailable } from './database-errors.ts';
import { GuardedClient } from './guarded-client.ts';
import type { Heartbeat } from './heartbeat.ts';

/** Limit for opening a connection, or waiting for a free one: later the request has timed out anyway. */
const CONNECT_WITHIN_MS = 4_000;
/** Time for the server's error to arrive after its own `statement_timeout`. */
const GRACE_MS = 500;
/** TCP keep-alive: notices a connection without an answer after about this time. */
const KEEP_ALIVE_AFTER_MS = 10_000;

export interface PoolOptions {
  /** Most connections at once. */
  max: number;
  /** How long a statement may take, waiting for locks included; no limit unless set. */
  statementWithinMs?: number;
  /** How long a statement may wait for a lock; no limit unless set. */
  lockWithinMs?: number;
  /** Closes the connections while the database is unavailable. Without it only timeouts apply. */
  heartbeat?: Heartbeat;
}

/**
 * Connections to one database, opened again after they broke. An unavailable, full or slow database causes
 * StorageUnavailable.
 */
export class GuardedPool implements PostgresPool {
  readonly #pool: Pool;
  #ended: Promise<void> | undefined;
  readonly #heartbeat: Heartbeat | undefined;
  readonly #max: number;
  /** Connections whose statement timed out here while the server still runs it. */
  #stuck = 0;
  readonly #answerWithinMs: number | undefined;
  readonly #ending = Promise.withResolvers<void>();

  constructor(url: string, { max, statementWithinMs, lockWithinMs, heartbeat }: PoolOptions) {
    this.#heartbeat = heartbeat;
    this.#max = max;
    this.#answerWithinMs = statementWithinMs && statementWithinMs + GRACE_MS;
    this.#pool = new Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      // Kept open: when the database has no free connections, this program keeps its own.
      idleTimeoutMillis: 0,
      types: numbersAsNumbers,
      ...(statementWithinMs && { statement_timeout: statementWithinMs }),
      ...(lockWithinMs && { lock_timeout: lockWithinMs }),
      ...(heartbeat && { stream: heartbeat.createSocket }),
    });
    // The pool has removed the broken connection and opens another when needed.
    this.#pool.on('error', () => {});
    // Without a listener, a connection that breaks while it is checked out would end the program.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  get options(): object {
    return this.#pool.options;
  }

  async connect(): Promise<GuardedClient> {
    this.#heartbeat?.requireThere();
    if (this.#stuck === this.#max) throw new StorageUnavailable('The database is stuck.');
    try {
      const client = await this.#pool.connect();
      return new GuardedClient(client, this.#untilDone, this.#answerWithinMs);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /** Runs work with a connection of the pool. */
  async use<Result>(work: (client: GuardedClient) => Promise<Result>): Promise<Result> {
    const client = await this.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }

  readonly #untilDone = async (late: Promise<unknown>): Promise<void> => {
    this.#stuck++;
    await Promise.race([late, this.#ending.promise]);
    this.#stuck--;
  };

  /** Waits for running statements, but not for those that timed out. A second call does nothing more. */
  end(): Promise<void> {
    this.#ending.resolve();
    this.#ended ??= this.#pool.end();
    return this.#ended;
  }
}

/** Runs work on a separate connection that is closed afterwards: for long work, or work under a lock. */
export async function onOneConnection<Result>(
  address: string,
  heartbeat: Heartbeat | undefined,
  work: (client: GuardedClient) => Promise<Result>,
): Promise<Result> {
  const pool = new GuardedPool(address, { max: 1, ...(heartbeat && { heartbeat }) });
  try {
    return await pool.use(work);
  } finally {
    await pool.end();
  }
}

/** `pg` returns these types as text, because they may exceed `Number.MAX_SAFE_INTEGER`; ours never do. */
const asNumber = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC]);
const numbersAsNumbers: PoolConfig['types'] = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    asNumber.has(oid) ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};
