import type { IncomingMessage } from 'node:http';
import type { App } from '../app-parts.ts';
import type { Answer } from './answer.ts';
import { networkOf } from './client-network.ts';
import { plainAddressOf } from './forwarding.ts';
import type { AddressLimit } from './limits.ts';
import {
  answerBeforeFastify,
  createPlainAnswer,
  isOrdinary,
  type PlainParts,
  requireOpen,
  withinLimit,
} from './plain-answer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers plain requests of the route without Fastify. */
    fromMemory?: FromMemory;
  }
}

interface FromMemory {
  /** The path, which may end with "/:id". */
  path: string;
  /** @returns the answer that the route's handler would give, or undefined if this answer is not complete in memory */
  answer(request: PlainRequest): Answer | undefined;
}

/** A request that is answered without Fastify: see `answerFromMemory`. */
export interface PlainRequest extends Pick<IncomingMessage, 'headers'> {
  readonly url: string;
  /**
   * The id in the path, which has only characters that are never percent-encoded; an empty string if the path has no
   * id.
   */
  readonly id: string;
  /** The client's address, or its /64 network. */
  readonly network: string;
}

interface Route {
  readonly url: string;
  readonly method: string;
  readonly fromMemory: FromMemory;
  readonly rateLimit: AddressLimit | undefined;
}

const ID = ':id';
const PLAIN_ID = /^[\w-]{1,64}$/;

/**
 * Answers the most frequent requests before Fastify: plain GETs whose whole answer is in memory (decision 051). The
 * limit, headers and metrics of the route apply, and the answer has the same bytes as that of the route's handler. All
 * other requests go to Fastify before they have had an effect: those with another method, another spelling of the path,
 * a body or several forwarded addresses, those above a limit, and all requests while the site stops.
 *
 * Call this function before the routes are registered.
 */
export function answerFromMemory(app: App, { headers, isTrusted, count }: PlainParts): void {
  const routes = new Map<string, Route>();
  /** Each with the part of its path before the id. */
  const routesWithId: [prefix: string, route: Route][] = [];
  const send = createPlainAnswer(headers);
  app.addHook('onRoute', ({ method, url, config }) => {
    const { fromMemory, rateLimit } = config ?? {};
    if (!fromMemory || method !== 'GET') return;
    requireOpen({ method, url });
    const { path } = fromMemory;
    const route = { method, url, fromMemory, rateLimit };
    if (path.endsWith(ID)) routesWithId.push([path.slice(0, -ID.length), route]);
    else routes.set(path, route);
  });

  answerBeforeFastify(app, (request, response, byFastify) => {
    if (!isPlain(request)) return byFastify();
    const started = performance.now();
    const found = find(request);
    if (!found) return byFastify();
    const { route, network, answer } = found;
    const end = () =>
      send(response, answer, () => count(route, answer.status, performance.now() - started));
    withinLimit(app, network, route.rateLimit, end, byFastify);
  });

  function find(request: IncomingMessage) {
    const { url = '', headers } = request;
    const [route, id] = findRoute(url);
    const address = route && plainAddressOf(request, isTrusted);
    if (!route || address === undefined) return undefined;
    const network = networkOf(address);
    const answer = route.fromMemory.answer({ url, headers, id, network });
    return answer && { route, network, answer };
  }

  function findRoute(url: string): [route: Route | undefined, id: string] {
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    for (const [prefix, route] of routesWithId) {
      if (!path.startsWith(prefix)) continue;
      const id = path.slice(prefix.length);
      if (PLAIN_ID.test(id)) return [route, id];
    }
    return [routes.get(path), ''];
  }
}

function isPlain(request: IncomingMessage): boolean {
  return (
    request.method === 'GET' &&
    isOrdinary(request) &&
    request.headers['content-length'] === undefined
  );
}
