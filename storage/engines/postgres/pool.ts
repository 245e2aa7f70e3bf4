// Long because each limit of a connection to PostgreSQL says what would wait without it.
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Pool, type PoolClient, type PoolConfig, type QueryConfig, types } from 'pg';
import { StorageRefusal, StorageUnavailable } from '../../errors.ts';
import { asUnavailable, breaksConnection } from './database-errors.ts';
import type { Heartbeat } from './heartbeat.ts';

/** The timeout for opening a connection or waiting for a free one, because a visitor does not wait longer. */
const CONNECT_WITHIN_MS = 4_000;
/** After `statement_timeout`, PostgreSQL's error must arrive within this time. */
const GRACE_MS = 500;
/** After this time without data TCP keep-alive starts, which detects that PostgreSQL's machine no longer answers. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/**
 * How long a transaction may have no statement. If the machine of its server has lost its power or its network, or a
 * command is suspended, PostgreSQL would otherwise keep the lock for which all other writes wait. No transaction waits for
 * a client of the site, so a transaction that works has no such pause.
 */
export const IDLE_IN_TRANSACTION_MS = 5_000;

/** The key of the advisory lock of a mover. */
export const MOVING = 8_316_003;
/** The `application_name` of a mover's connections in `pg_stat_activity`. */
export const MOVER_NAME = 'impromptu-mover';

/** SQL that compares an `application_name`. PgBouncer may have added the address of the client to it, after a space. */
export function isNamed(value: string, name: string): string {
  return `split_part(${value}, ' ', 1) = '${name}'`;
}

export interface PoolOptions {
  /** The maximum number of connections. */
  max: number;
  /** The timeout for opening a connection or waiting for a free one; `CONNECT_WITHIN_MS` by default. */
  connectWithinMs?: number;
  /** The timeout of a statement, including its wait for locks; undefined for none. */
  statementWithinMs?: number;
  /** The same, but PostgreSQL is not told and would finish the statement. */
  answerWithinMs?: number;
  /** How many rows of an answer arrive at once; all by default. Visitors wait while the event loop parses them. */
  rowsAtOnce?: number;
  /** How long a statement may wait for a lock; undefined for no limit. */
  lockWithinMs?: number;
  /** Multiplies the time limits of connecting, of statements and of idle transactions; 1 by default. */
  patience?: number;
  /** How long a transaction may have no statement before PostgreSQL ends it; undefined for no limit. */
  idleInTransactionMs?: number;
  /** Closes the connections while the database is unavailable. Without it only timeouts apply. */
  heartbeat?: Heartbeat;
  /** Called when a new connection is refused because the database is being copied or restored. */
  onMoved?: (refusal: StorageRefusal) => void;
}

/**
 * Connections to one database. A broken connection is opened again. If the database is unavailable, full or slow, the
 * methods throw StorageUnavailable.
 */
export class GuardedPool implements PostgresPool {
  readonly #pool: Pool;
  #ended: Promise<void> | undefined;
  readonly #heartbeat: Heartbeat | undefined;
  readonly #max: number;
  readonly #onMoved: PoolOptions['onMoved'];
  /** The connections that `#requireUnmoved` has allowed. */
  readonly #allowed = new WeakSet<object>();
  /** How many connections have a statement that timed out here, while PostgreSQL still runs it. */
  #stuck = 0;
  readonly #answerWithinMs: number | undefined;
  readonly #rowsAtOnce: number | undefined;
  /** Set by a statement, because a pooler may refuse a connection that begins with them. */
  readonly #settings: string;
  readonly #ending = Promise.withResolvers<void>();

  constructor(url: string, options: PoolOptions) {
    const { max, lockWithinMs, patience = 1, heartbeat } = options;
    const idleInTransactionMs =
      options.idleInTransactionMs && patience * options.idleInTransactionMs;
    const statementWithinMs = options.statementWithinMs && patience * options.statementWithinMs;
    const answerWithinMs = options.answerWithinMs && patience * options.answerWithinMs;
    this.#heartbeat = heartbeat;
    this.#max = max;
    this.#rowsAtOnce = options.rowsAtOnce;
    this.#onMoved = options.onMoved;
    this.#answerWithinMs = answerWithinMs ?? (statementWithinMs && statementWithinMs + GRACE_MS);
    this.#settings = Object.entries({
      statement_timeout: statementWithinMs,
      lock_timeout: lockWithinMs,
      idle_in_transaction_session_timeout: idleInTransactionMs,
    })
      .flatMap(([name, value]) => (value ? `, set_config('${name}', '${value}', false)` : []))
      .join('');
    this.#pool = new Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: patience * (options.connectWithinMs ?? CONNECT_WITHIN_MS),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
      // Idle connections stay open, because the database may have no free connection later.
      idleTimeoutMillis: 0,
      types: numbersAsNumbers,
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
    if (this.#heartbeat?.isUnavailable)
      throw new StorageUnavailable('The database does not answer.');
    if (this.#stuck === this.#max)
      throw new StorageUnavailable('The database does not answer on any connection.');
    const client = await this.#pool.connect().catch((error) => {
      throw asUnavailable(error);
    });
    const guarded = new GuardedClient(
      client,
      this.#untilDone,
      this.#answerWithinMs,
      this.#rowsAtOnce,
    );
    if (!this.#allowed.has(client)) {
      await this.#requireUnmoved(guarded);
      this.#allowed.add(client);
    }
    return guarded;
  }

  /**
   * Checks each new connection of servers and other commands before its first statement. It is not enough that a mover
   * looks for their connections (`becomesQuiet`): the mover may have read the list of connections before this
   * connection was in it. A server that had lost all its connections may also connect again while a mover works.
   */
  async #requireUnmoved(client: GuardedClient): Promise<void> {
    try {
      const { rows } = await client.query(
        `SELECT ${isNamed("current_setting('application_name')", MOVER_NAME)}
           OR pg_try_advisory_xact_lock_shared(${MOVING}) AS free${this.#settings}`,
      );
      if (rows[0]?.['free']) return;
      const refusal = new StorageRefusal(
        'The database is being copied or restored. Start this again when the copy or restore has ended.',
      );
      this.#onMoved?.(refusal);
      throw asUnavailable(refusal);
    } catch (error) {
      client.release(true);
      throw error;
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

  /** Waits for running statements, but not for those that timed out. A second call does nothing. */
  end(): Promise<void> {
    this.#ending.resolve();
    this.#ended ??= this.#pool.end();
    return this.#ended;
  }
}

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
  /** Why a query with `rows` failed: pg never ends it, and later queries, such as ROLLBACK, would wait for ever. */
  #failure: unknown;

  /**
   * @param untilDone waits for a late answer, or for the end of the pool
   * @param answerWithinMs the timeout of a query; undefined for none
   * @param rows see `PoolOptions.rowsAtOnce`
   */
  constructor(
    client: PoolClient,
    untilDone: (late: Promise<unknown>) => Promise<void>,
    answerWithinMs: number | undefined,
    rows: number | undefined,
  ) {
    this.#client = client;
    this.#untilDone = untilDone;
    const query = async (text: string, values: unknown[] = []) => {
      if (this.#late) throw lateAnswer();
      if (this.#failure) throw this.#failure;
      try {
        const answer = client.query(rows ? ({ text, values, rows } as QueryConfig) : text, values);
        return await (answerWithinMs ? this.#inTime(answer, answerWithinMs) : answer);
      } catch (error) {
        this.#isBroken ||= breaksConnection(error);
        const failure = asUnavailable(error);
        if (rows) this.#failure = failure;
        throw failure;
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
    const release = () =>
      this.#client.release(destroy || this.#isBroken || this.#failure !== undefined);
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

/** For long work, or work under a lock: runs it on a separate connection, which is closed afterwards. */
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

/** `pg` returns these types as text, because they may exceed `Number.MAX_SAFE_INTEGER`; our values never do. */
const asNumber = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC]);
const numbersAsNumbers: PoolConfig['types'] = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    asNumber.has(oid) ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};
