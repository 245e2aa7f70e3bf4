import type { PostgresPool } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import { StorageUnavailable } from '../../errors.ts';
import { asUnavailable } from './database-errors.ts';
import { GuardedClient } from './guarded-client.ts';
import type { Heartbeat } from './heartbeat.ts';

/** A connection that takes longer than this to come, or to be free, will not help who waits for it. */
const CONNECT_WITHIN_MS = 4_000;
/** A server that ends a statement by itself says so within this. */
const GRACE_MS = 500;
/** A link that has gone silent is noticed after about this long. */
const KEEP_ALIVE_AFTER_MS = 10_000;

export interface PoolOptions {
  /** Most connections at once. */
  max: number;
  /** How long a statement may take, waiting for locks included; no limit unless set. */
  statementWithinMs?: number;
  /** How long a statement may wait for a lock; no limit unless set. */
  lockWithinMs?: number;
  /** Says whether the database is there; whoever waits is told otherwise by time alone. */
  heartbeat?: Heartbeat;
}

/**
 * Connections to one database, which come back by themselves when the database does. Their errors are
 * StorageUnavailable where nothing is wrong but that the database is away, full or too slow.
 */
export class GuardedPool implements PostgresPool {
  readonly #pool: Pool;
  #ended: Promise<void> | undefined;
  readonly #heartbeat: Heartbeat | undefined;
  readonly #max: number;
  /** Connections whose server is at work on what nobody waits for any more. */
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
      // Kept open: a database that is full of connections must not lock out those who had one.
      idleTimeoutMillis: 0,
      types: numbersAsNumbers,
      ...(statementWithinMs && { statement_timeout: statementWithinMs }),
      ...(lockWithinMs && { lock_timeout: lockWithinMs }),
      ...(heartbeat && { stream: heartbeat.createSocket }),
    });
    // Whoever asks next gets another one; this one has been thrown away.
    this.#pool.on('error', () => {});
    // One that breaks between two questions would otherwise end the program.
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

  /** Hands a connection to work, and takes it back. */
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

  /** Waits for what is under way, unless it is late already. Ending twice is ending once. */
  end(): Promise<void> {
    this.#ending.resolve();
    this.#ended ??= this.#pool.end();
    return this.#ended;
  }
}

/** Does work on a connection of its own, which is closed after it: it may take long, or hold a lock. */
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

/** Whole numbers come as text, because they may be larger than a number is exact; ours never are. */
const asNumber = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC]);
const numbersAsNumbers: PoolConfig['types'] = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    asNumber.has(oid) ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};
