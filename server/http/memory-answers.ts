import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { App } from '../app-parts.ts';
import { callsOfRoute } from './calls-of-route.ts';
import { networkOf } from './client-network.ts';
import { plainAddressOf } from './forwarding.ts';
import type { AddressLimit } from './limits.ts';
import type { Answer } from './resource.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers plain requests of the route without Fastify. */
    fromMemory?: FromMemory;
  }
}

export interface FromMemory {
  /** The path, which may end with "/:id". */
  path: string;
  /** @returns the answer that the route's handler would give, or undefined if it is not complete in memory */
  answer(request: PlainRequest): Answer | undefined;
}

/** A request that is as usual in all that the rules for requests look at. */
export interface PlainRequest extends Pick<IncomingMessage, 'headers'> {
  readonly url: string;
  /** Only characters that are never percent-encoded; an empty string unless the path has an id. */
  readonly id: string;
  /** The client's address, or its /64 network. */
  readonly network: string;
}

interface MemoryParts {
  /** The headers of every answer. */
  headers: Readonly<Record<string, string>>;
  isTrusted: (address: string) => boolean;
  /** Counts an answer for the metrics. */
  count: (route: Route, status: number, milliseconds: number) => void;
}

interface Route {
  readonly url: string;
  readonly method: string;
  readonly fromMemory: FromMemory;
  readonly rateLimit: AddressLimit | undefined;
}

/** An answer as `node:http` takes it. A short body is a string with a character for each byte. */
interface Prepared {
  readonly head: string[];
  readonly body: string | Buffer | undefined;
}

const PLAIN_ID = /^[\w-]{1,64}$/;
/** A longer body stays a Buffer: joining it with the head would copy it for each answer. */
const MOST_JOINED_BYTES = 4 * 1024;

/**
 * Answers the most frequent requests before Fastify: plain GETs whose whole answer is in memory (decision 051). The
 * rules are those of the route: its limit, headers and metrics, and the answer comes from the function that the handler
 * uses. All other requests go to Fastify before they have had an effect: those with another method, another spelling of
 * the path, a body, several forwarded addresses or a used up limit, and all while the site stops.
 *
 * Call it before the routes are registered.
 */
export function answerFromMemory(app: App, { headers, isTrusted, count }: MemoryParts): void {
  const routes = new Map<string, Route>();
  const prepared = new WeakMap<Answer, Prepared>();
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRoute', ({ method, url, config }) => {
    const { fromMemory, rateLimit } = config ?? {};
    if (!fromMemory || method !== 'GET') return;
    const isOpen = callsOfRoute({ method, url }).every(({ access }) => access === 'anyone');
    if (!isOpen) throw new Error(`GET ${url} has an access rule, which only hooks check.`);
    routes.set(fromMemory.path, { method, url, fromMemory, rateLimit });
  });

  const [answerByFastify] = app.server.listeners('request') as RequestListener[];
  app.server.removeAllListeners('request');
  app.server.on('request', (request, response) => {
    if (!answerAtOnce(request, response)) answerByFastify?.(request, response);
  });

  function answerAtOnce(request: IncomingMessage, response: ServerResponse): boolean {
    if (isStopping || !isPlain(request)) return false;
    const started = performance.now();
    const { url = '', headers } = request;
    const [route, id] = findRoute(url);
    if (!route) return false;
    const address = plainAddressOf(request, isTrusted);
    if (address === undefined) return false;
    const network = networkOf(address);
    const answer = route.fromMemory.answer({ url, headers, id, network });
    if (!answer) return false;
    const wait = route.rateLimit ? (app.countRequest?.(network, route.rateLimit) ?? 0) : 0;
    const send = (waitMs: number) => {
      // Fastify counts the request again, which changes nothing: the limit is used up.
      if (waitMs > 0) answerByFastify?.(request, response);
      else end(response, answer, () => count(route, answer.status, performance.now() - started));
    };
    if (typeof wait === 'number') send(wait);
    else wait.then(send, () => answerByFastify?.(request, response));
    return true;
  }

  function findRoute(url: string): [route: Route | undefined, id: string] {
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    const route = routes.get(path);
    if (route) return [route, ''];
    const begin = path.lastIndexOf('/') + 1;
    const id = path.slice(begin);
    return PLAIN_ID.test(id) ? [routes.get(`${path.slice(0, begin)}:id`), id] : [undefined, ''];
  }

  function end(response: ServerResponse, answer: Answer, counted: () => void): void {
    const { head, body } = prepare(answer);
    response.writeHead(answer.status, head);
    if (body === undefined) response.end(counted);
    // Node joins a head with a string of this encoding. A Buffer is a second part of the write.
    else response.end(body, 'latin1', counted);
  }

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
}

function isPlain({ method, httpVersion, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    headers.host !== undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}
