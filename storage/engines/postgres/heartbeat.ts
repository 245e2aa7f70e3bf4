import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseError, Pool } from 'pg';

const BEAT_EVERY_MS = 500;
/** The empty query, and if needed a connection for it, must be answered within this time, or at a second attempt. */
const ANSWER_WITHIN_MS = 1_000;
/** SQLSTATE class 57P: the server is stopping, starting, or has crashed. */
const STOPPING_OR_STARTING = /^57P/;

/**
 * Sends the database an empty query every half second. If there is no answer, all connections are closed, so that
 * waiting requests fail immediately, and new requests are refused until the database answers. Otherwise, when a network
 * drops packets silently, each request would wait for seconds.
 */
export class Heartbeat {
  readonly #pool: Pool;
  readonly #sockets = new Set<Socket>();
  readonly #stop = new AbortController();
  /** Whether the database does not answer now. */
  isUnavailable = false;

  /** @param patience multiplies the time limit of an answer */
  constructor(address: string, patience = 1) {
    const withinMs = patience * ANSWER_WITHIN_MS;
    this.#pool = new Pool({
      connectionString: address,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: withinMs,
      query_timeout: withinMs,
      stream: () => this.#keep(new Socket()),
    });
    // Ignored, because the next query fails. Without a listener an 'error' event would end the program.
    this.#pool.on('error', () => {});
  }

  start(): void {
    void this.#beat();
  }

  /**
   * Closes the connections without waiting for the server's answer, so that the program can end. A long statement,
   * such as a VACUUM, is interrupted and its caller's promise rejects.
   */
  stop(): void {
    this.#stop.abort();
    for (const socket of this.#sockets) socket.unref().destroySoon();
  }

  /** A socket for a new connection. The socket is destroyed while the database is unavailable. */
  readonly createSocket = (): Socket => {
    const socket = this.#keep(new Socket());
    // Destroyed immediately; otherwise callers in the pool's queue would wait for this connection.
    if (this.isUnavailable) setImmediate(() => socket.destroy());
    return socket;
  };

  async #beat(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      // Asked twice: the connection may have broken, or this program may have been busy when the answer arrived.
      this.isUnavailable = !(await this.#answers()) && !(await this.#answers());
      if (this.isUnavailable) for (const socket of this.#sockets) socket.destroy();
      await wait(BEAT_EVERY_MS, undefined, { ref: false, signal }).catch(() => {});
    }
    await this.#pool.end();
  }

  /** Errors such as "too many connections" are also answers. */
  async #answers(): Promise<boolean> {
    return await this.#pool.query('SELECT').then(
      () => true,
      (error) => error instanceof DatabaseError && !STOPPING_OR_STARTING.test(error.code ?? ''),
    );
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.once('close', () => this.#sockets.delete(socket));
  }
}
