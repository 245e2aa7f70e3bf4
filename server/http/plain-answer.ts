import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { RouteOptions } from 'fastify';
import type { App } from '../app-parts.ts';
import type { Answer } from './answer.ts';
import { callsOfRoute } from './calls-of-route.ts';
import type { AddressLimit } from './limits.ts';

/** The parts of the app that are needed to answer a request before Fastify. */
export interface PlainParts {
  /** The headers of every answer. */
  headers: Readonly<Record<string, string>>;
  isTrusted: (address: string) => boolean;
  /** Counts an answer for the metrics. */
  count: (route: { url: string; method: string }, status: number, milliseconds: number) => void;
}

/** The arguments of `writeHead` and `end` of `node:http`. A short body is a string with a character for each byte. */
interface Prepared {
  readonly head: string[];
  readonly body: string | Buffer | undefined;
}

/** A longer body stays a Buffer, because joining the body with the head would copy the body for each answer. */
const MOST_JOINED_BYTES = 4 * 1024;

/**
 * @param headers of every answer
 * @returns a function that sends an answer without Fastify, with the bytes that Fastify would send. It calls `ended`
 *   when the answer is sent
 */
export function createPlainAnswer(
  headers: Readonly<Record<string, string>>,
): (response: ServerResponse, answer: Answer, ended: () => void) => void {
  const prepared = new WeakMap<Answer, Prepared>();

  function prepare(answer: Answer): Prepared {
    let known = prepared.get(answer);
    if (!known) {
      const { body } = answer;
      const length = body && { 'content-length': String(body.length) };
      known = {
        head: Object.entries({ ...headers, ...answer.headers, ...length }).flat(),
        body: body && body.length <= MOST_JOINED_BYTES ? body.toString('latin1') : body,
      };
      prepared.set(answer, known);
    }
    return known;
  }

  return (response, answer, ended) => {
    const { head, body } = prepare(answer);
    response.writeHead(answer.status, head);
    if (body === undefined) response.end(ended);
    // Node writes the head together with a latin1 string, but would write a Buffer separately.
    else response.end(body, 'latin1', ended);
  };
}

/**
 * Lets a function answer requests before Fastify. While the site stops, Fastify answers all requests, because Fastify
 * adds "Connection: close".
 */
export function answerBeforeFastify(
  app: App,
  answer: (...request: [...Parameters<RequestListener>, byFastify: () => void]) => void,
): void {
  const [byFastify] = app.server.listeners('request') as RequestListener[];
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (isStopping) byFastify?.(request, response);
    else answer(request, response, () => byFastify?.(request, response));
  });
}

/** @throws if the route has an access rule, which only hooks of Fastify check */
export function requireOpen({ method, url }: Pick<RouteOptions, 'method' | 'url'>): void {
  const isOpen = callsOfRoute({ method, url }).every(({ access }) => access === 'anyone');
  if (!isOpen) throw new Error(`${method} ${url} has an access rule, which only hooks check.`);
}

/** Whether a request has the usual form. All other requests are answered by Fastify. */
export function isOrdinary({ httpVersion, headers }: IncomingMessage): boolean {
  return (
    httpVersion === '1.1' &&
    headers.host !== undefined &&
    headers['transfer-encoding'] === undefined
  );
}

/**
 * Counts a request, and answers it unless it is above the limit. A request above the limit goes to Fastify, which
 * counts the request again and refuses it. The second count changes nothing.
 */
export function withinLimit(
  app: App,
  network: string,
  limit: AddressLimit | undefined,
  answer: () => void,
  byFastify: () => void,
): void {
  const proceed = (waitMs: number) => (waitMs > 0 ? byFastify() : answer());
  const wait = limit ? (app.countRequest?.(network, limit) ?? 0) : 0;
  if (typeof wait === 'number') proceed(wait);
  else wait.then(proceed, byFastify);
}
