import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from './write-load.ts';

/** Pause of a client after a failed request. */
const AFTER_FAILURE_MS = 50;
const GIVE_UP_AFTER_MS = 60_000;

/** The outcome of one request. */
export interface Sent {
  name: string;
  /** Time of the answer, by `performance.now()`. */
  at: number;
  tookMs: number;
  /** Why it failed; undefined if the answer was 200. */
  failure: string | undefined;
}

/** Requests that are sent until `stop`, also after failures; no request is sent twice. */
export interface SteadyLoad {
  readonly sent: readonly Sent[];
  /** Resolves when every request is answered. */
  stop(): Promise<void>;
}

export function startSteadyLoad(
  clients: number,
  prefix: string,
  send: (name: string, agent: Agent) => Promise<Pick<Answer, 'status'>>,
): SteadyLoad {
  const sent: Sent[] = [];
  let isStopped = false;

  async function keepBusy(client: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let n = 0; !isStopped; n++) {
      const name = `${prefix}-${client}-${n}`;
      const begun = performance.now();
      const failure = await send(name, agent).then(
        ({ status }) => (status === 200 ? undefined : `status ${status}`),
        String,
      );
      const at = performance.now();
      sent.push({ name, at, tookMs: at - begun, failure });
      if (failure) await wait(AFTER_FAILURE_MS);
    }
    agent.destroy();
  }

  const ended = Promise.all(Array.from({ length: clients }, (_, client) => keepBusy(client)));
  return {
    sent,
    async stop() {
      isStopped = true;
      await ended;
    },
  };
}

export function acknowledged(load: SteadyLoad): string[] {
  return load.sent.filter(({ failure }) => !failure).map(({ name }) => name);
}

export function failures(load: SteadyLoad): string[] {
  return load.sent.flatMap(({ failure }) => failure ?? []);
}

export function slowestMs(load: SteadyLoad): number {
  return Math.max(0, ...load.sent.map(({ tookMs }) => tookMs));
}

/**
 * Resolves with the first request that began after a moment and was answered with 200.
 *
 * @throws if there is none within a minute
 */
export async function firstGoodAfter(load: SteadyLoad, moment: number): Promise<Sent> {
  while (performance.now() < moment + GIVE_UP_AFTER_MS) {
    const good = load.sent.find(({ at, tookMs, failure }) => !failure && at - tookMs > moment);
    if (good) return good;
    await wait(10);
  }
  throw new Error('No request was answered with 200 within a minute.');
}

/** Gets a page. @throws unless the answer is complete */
export function getPage(address: string, agent: Agent): Promise<Pick<Answer, 'status'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Pick<Answer, 'status'>>();
  const outgoing = request(address, { agent });
  outgoing.on('error', reject);
  outgoing.on('response', (response) => {
    buffer(response).then(() => resolve({ status: response.statusCode }), reject);
  });
  outgoing.end();
  return promise;
}
