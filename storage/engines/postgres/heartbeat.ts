import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { StorageUnavailable } from '../../errors.ts';

const BEAT_EVERY_MS = 500;
/** Of a question that costs nothing. A disk that is slow does not hold it up. */
const ANSWER_WITHIN_MS = 1_500;
const LOOK_EVERY_MS = 100;
/** The server is stopping, starting, or has broken down. */
const GOING_OR_COMING = /^57P/;

/**
 * Asks the database every now and then whether it is there. Where it is not, whoever waits for it is told
 * at once and nobody else begins to: a network that has gone silent would otherwise keep every request
 * for seconds.
 */
export class Heartbeat {
  readonly #address: string;
  readonly #sockets = new Set<Socket>();
  readonly #stop = new AbortController();
  #client: Client | undefined;
  #isAway = false;

  constructor(address: string) {
    this.#address = address;
  }

  start(): void {
    void this.#beat();
  }

  /**
   * Lets the program end, though the other side may never say good-bye, and cuts short what may take
   * for hours, as a VACUUM: whoever waits for it is told.
   */
  stop(): void {
    this.#stop.abort();
    for (const socket of this.#sockets) socket.unref().destroySoon();
  }

  /** For a connection that ends when the database is found to be away, or is known to be. */
  readonly createSocket = (): Socket => {
    const socket = this.#keep(new Socket());
    // Who stood in line for a connection shall not wait for this one to be made.
    if (this.#isAway) setImmediate(() => socket.destroy());
    return socket;
  };

  /** @throws StorageUnavailable while the database is away */
  requireThere(): void {
    if (this.#isAway) throw new StorageUnavailable('The database is away.');
  }

  async #beat(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      this.#isAway = !(await this.#isThere());
      if (this.#isAway) for (const socket of this.#sockets) socket.destroy();
      const { signal } = this.#stop;
      await wait(BEAT_EVERY_MS, undefined, { ref: false, signal }).catch(() => {});
    }
    await this.#client?.end();
  }

  async #isThere(): Promise<boolean> {
    // One connection that broke is none of the others' business: only a new one tells.
    const asked = this.#client && (await this.#ask(this.#client));
    return asked ?? (await this.#ask()) ?? false;
  }

  /** @returns undefined where the connection broke */
  async #ask(open?: Client): Promise<boolean | undefined> {
    const client = open ?? this.#createClient();
    const answer = open ? client.query('SELECT') : client.connect();
    try {
      const isThere = await inTime(answer);
      this.#client = isThere ? client : undefined;
      return isThere;
    } catch (error) {
      this.#client = undefined;
      const isAnswer = error instanceof DatabaseError && !GOING_OR_COMING.test(error.code ?? '');
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
    // Whoever asks next is told; nobody else listens.
    return client.on('error', () => {});
  }
}

/** Looks in short turns: a program that was held up itself must not take the database for away. */
async function inTime(answer: Promise<unknown>): Promise<boolean> {
  const came = answer.then(() => true);
  for (let waited = 0; waited < ANSWER_WITHIN_MS; waited += LOOK_EVERY_MS) {
    if (await Promise.race([came, wait(LOOK_EVERY_MS, false, { ref: false })])) return true;
  }
  // Its connection is about to be closed, and it to fail.
  came.catch(() => {});
  return false;
}
