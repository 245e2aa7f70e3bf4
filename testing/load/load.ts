import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '../../contract/durations.ts';
import { A_PERSON } from '../requests/user-agents.ts';

const AFTER_FAILURE_MS = 50;
const GIVE_UP_AFTER_MS = MINUTE_MS;
const LOOK_EVERY_MS = 5;

/** The outcome of one request. */
export interface Sent {
  name: string;
  /** Time of the answer, by `performance.now()`. */
  at: number;
  tookMs: number;
  /** Why it failed; undefined if the answer was 200. */
  failure: string | undefined;
}

export interface Answer {
  status: number | undefined;
  body: string;
  /** Whether the connection may be used again. */
  staysOpen: boolean;
}

export interface LoadOptions {
  clients: number;
  /** The name of request `n` of a client. No request is sent twice, so no two names may be equal. */
  nameOf(client: number, n: number): string;
  send(name: string, agent: Agent): Promise<Answer>;
  /** Whether a client ends when a request fails, or when the server closes the connection. By default it continues. */
  endsWithServer?: boolean;
}

/** Requests of several clients, each with one connection, on which it sends the next request after an answer. */
export class Load {
  readonly sent: Sent[] = [];
  /** Resolves when every client has ended. */
  readonly ended: Promise<void>;
  #acknowledged = 0;
  #isStopped = false;

  constructor(options: LoadOptions) {
    const clients = Array.from({ length: options.clients }, (_, client) =>
      this.#keepBusy(client, options),
    );
    this.ended = Promise.all(clients).then(() => {
      this.#isStopped = true;
    });
  }

  /** The names of the requests that were answered with 200. */
  get acknowledged(): string[] {
    return this.sent.flatMap(({ name, failure }) => (failure ? [] : name));
  }

  get failures(): string[] {
    return this.sent.flatMap(({ failure }) => failure ?? []);
  }

  get slowestMs(): number {
    return Math.max(0, ...this.sent.map(({ tookMs }) => tookMs));
  }

  /** Resolves when this number of requests is answered with 200, or when the load has ended. */
  async reaches(count: number): Promise<void> {
    while (this.#acknowledged < count && !this.#isStopped) await wait(LOOK_EVERY_MS);
  }

  /**
   * Resolves with the first request that began after a moment and was answered with 200.
   *
   * @throws if there is none within a minute
   */
  async firstGoodAfter(moment: number): Promise<Sent> {
    while (performance.now() < moment + GIVE_UP_AFTER_MS) {
      const good = this.sent.find(({ at, tookMs, failure }) => !failure && at - tookMs > moment);
      if (good) return good;
      await wait(LOOK_EVERY_MS);
    }
    throw new Error('No request was answered with 200 within a minute.');
  }

  /** Resolves when every request is answered. */
  stop(): Promise<void> {
    this.#isStopped = true;
    return this.ended;
  }

  async #keepBusy(client: number, { nameOf, send, endsWithServer }: LoadOptions): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let isOpen = true;
    for (let n = 0; isOpen && !this.#isStopped; n++) {
      const name = nameOf(client, n);
      const begun = performance.now();
      const answer = await send(name, agent).catch(String);
      const status = typeof answer === 'string' ? answer : `status ${answer.status}`;
      const failure = status === 'status 200' ? undefined : status;
      const at = performance.now();
      this.sent.push({ name, at, tookMs: at - begun, failure });
      if (!failure) this.#acknowledged++;
      if (endsWithServer) isOpen = !failure && typeof answer === 'object' && answer.staysOpen;
      else if (failure) await wait(AFTER_FAILURE_MS);
    }
    agent.destroy();
  }
}

/**
 * Gets a page or, with a body, posts JSON, over the agent's connections and with the user agent of a person's browser.
 *
 * @throws unless the answer is complete
 */
export function ask(address: string, agent: Agent, body?: object): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const outgoing = request(address, {
    method: body ? 'POST' : 'GET',
    agent,
    headers: { 'user-agent': A_PERSON, ...(body && { 'content-type': 'application/json' }) },
  });
  outgoing.on('error', reject);
  outgoing.on('response', (response) => {
    const staysOpen = response.headers.connection !== 'close';
    text(response).then(
      (body) => resolve({ status: response.statusCode, body, staysOpen }),
      reject,
    );
  });
  outgoing.end(body && JSON.stringify(body));
  return promise;
}
