import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { StorageUnavailable } from '../../errors.ts';

const BEAT_EVERY_MS = 500;
/** An answer to the empty query must arrive within this time. The query does not wait for the disk. */
const ANSWER_WITHIN_MS = 1_500;
const LOOK_EVERY_MS = 100;
/** SQLSTATE class 57P: the server is stopping, starting, or has crashed. */
const STOPPING_OR_STARTING = /^57P/;

/**
 * Sends the database an empty query every half second. If there is no answer, all connections are closed, so that
 * waiting requests fail immediately, and new requests are refused until the database answers. Otherwise, when a network
 * drops packets silently, each request would wait for seconds.
 */
export class Heartbeat {
  readonly #address: string;
  readonly #answerWithinMs: number;
  readonly #sockets = new Set<Socket>();
  readonly #stop = new AbortController();
  #client: Client | undefined;
  #isUnavailable = false;

  /** @param patience multiplies the time limit of an answer */
  constructor(address: string, patience = 1) {
    this.#address = address;
    this.#answerWithinMs = patience * ANSWER_WITHIN_MS;
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
    if (this.#isUnavailable) setImmediate(() => socket.destroy());
    return socket;
  };

  /** @throws StorageUnavailable while the database does not answer */
  requireAvailable(): void {
    if (this.#isUnavailable) throw new StorageUnavailable('The database does not answer.');
  }

  async #beat(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#isUnavailable = !(await this.#isThere());
      if (this.#isUnavailable) for (const socket of this.#sockets) socket.destroy();
      const { signal } = this.#stop;
      await wait(BEAT_EVERY_MS, undefined, { ref: false, signal }).catch(() => {});
    }
    await this.#client?.end();
  }

  async #isThere(): Promise<boolean> {
    // If the connection broke, a new connection is tried, because the database may work. If the answer is late, no new
    // connection is tried.
    const asked = this.#client && (await this.#ask(this.#client));
    return asked ?? (await this.#ask()) ?? false;
  }

  /** @returns whether the server answered in time; undefined if the connection broke, or the server stops or starts */
  async #ask(open?: Client): Promise<boolean | undefined> {
    const client = open ?? this.#createClient();
    const answer = open ? client.query('SELECT') : client.connect();
    try {
      const isThere = await inTime(answer, this.#answerWithinMs);
      this.#client = isThere ? client : undefined;
      return isThere;
    } catch (error) {
      this.#client = undefined;
      const isAnswer =
        error instanceof DatabaseError && !STOPPING_OR_STARTING.test(error.code ?? '');
      return isAnswer ? true : undefined;
    }
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    return socket.once('close', () => this.#sockets.delete(socket));
  }

  #createClient(): Client {
    const client = new Client({
      connectionString: this.#address,
      stream: () => this.#keep(new Socket()),
    });
    // Ignored, because the next query rejects. Without a listener an 'error' event would end the program.
    return client.on('error', () => {});
  }
}

/**
 * Waits in short steps. After the event loop was blocked, a single long timer would fire before an answer that has
 * already arrived is read.
 */
async function inTime(answer: Promise<unknown>, withinMs: number): Promise<boolean> {
  const came = answer.then(() => true);
  for (let waited = 0; waited < withinMs; waited += LOOK_EVERY_MS) {
    if (await Promise.race([came, wait(LOOK_EVERY_MS, false, { ref: false })])) return true;
  }
  // The caller closes the connection, and then the answer rejects.
  came.catch(() => {});
  return false;
}
