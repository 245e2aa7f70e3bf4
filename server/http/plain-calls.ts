import type { IncomingMessage } from 'node:http';
import type { App } from '../app-parts.ts';
import { type Answer, jsonAnswer } from './answer.ts';
import { errorAnswer, logFailures } from './answer-errors.ts';
import { networkOf } from './client-network.ts';
import { isCrossSite } from './cross-site.ts';
import { toCallError } from './errors.ts';
import { plainAddressOf } from './forwarding.ts';
import { createJsonReader } from './json-body.ts';
import { type AddressLimit, markCounted } from './limits.ts';
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
    /** Answers plain requests of a call without Fastify. Its handler uses the same function. */
    plainCall?: (request: PlainCallRequest) => Promise<object>;
  }
}

/** The parts of a request that a plain call can read. */
export interface PlainCallRequest extends Pick<IncomingMessage, 'headers' | 'socket'> {
  /** As the call's schema describes it. */
  readonly body: unknown;
  /** The client's address, or its /64 network. */
  readonly network: string;
}

interface Route {
  readonly url: string;
  readonly method: string;
  readonly answer: (request: PlainCallRequest) => Promise<object>;
  readonly rateLimit: AddressLimit | undefined;
  /** Made by Fastify from the call's schema, at the first request. */
  isValid: ((body: unknown) => unknown) | undefined;
  readonly schema: unknown;
}

/** The lengths of plain bodies: 1 to 999 bytes. Longer bodies of these calls are unusual. */
const PLAIN_LENGTH = /^[1-9]\d{0,2}$/;

/**
 * Answers plain requests of the most frequent writes, so that these do not reach Fastify (decision 051). A request is
 * plain if it has the exact path of the call, at most one forwarded address, and a short and valid JSON body that
 * arrives with its head. A request above the limit of its call is not plain. Every request that is not plain goes to
 * Fastify, with its body unread, so only Fastify refuses such requests.
 *
 * Call this function before the routes are registered.
 */
export function answerPlainCalls(app: App, { headers, isTrusted, count }: PlainParts): void {
  const routes = new Map<string, Route>();
  const send = createPlainAnswer(headers);
  const readJson = createJsonReader(app);
  const logFailure = logFailures(app);
  app.addHook('onRoute', ({ method, url, schema, config }) => {
    const { plainCall, rateLimit } = config ?? {};
    if (!plainCall || method !== 'POST') return;
    requireOpen({ method, url });
    const body = schema?.body;
    routes.set(url, {
      method,
      url,
      answer: plainCall,
      rateLimit,
      isValid: undefined,
      schema: body,
    });
  });

  answerBeforeFastify(app, (request, response, byFastify) => {
    const route = isPlain(request) ? routes.get(request.url ?? '') : undefined;
    const address = route && plainAddressOf(request, isTrusted);
    if (!route || address === undefined) return byFastify();
    const started = performance.now();
    const network = networkOf(address);
    const end = () => {
      request.once('readable', () => {
        const body = takeBody(request, route);
        if (body === undefined) {
          markCounted(request);
          byFastify();
          return;
        }
        const { headers, socket } = request;
        answerOf(route, { headers, socket, network, body }).then((answer) =>
          send(response, answer, () => count(route, answer.status, performance.now() - started)),
        );
      });
    };
    withinLimit(app, network, route.rateLimit, end, byFastify);
  });

  async function answerOf(route: Route, request: PlainCallRequest): Promise<Answer> {
    try {
      return jsonAnswer(await route.answer(request));
    } catch (thrown) {
      const error = toCallError(thrown);
      if (error.status >= 500) logFailure(thrown, route.url);
      return errorAnswer(error);
    }
  }

  /** @returns the body if it is complete and valid; otherwise undefined, and Fastify can still read it */
  function takeBody(request: IncomingMessage, route: Route): object | undefined {
    const bytes: Buffer | null = request.read();
    if (bytes === null) return undefined;
    const isWhole = bytes.length === Number(request.headers['content-length']);
    const body = isWhole ? readJson(bytes) : undefined;
    if (body && 'value' in body && isValid(route, body.value)) {
      // Without this line the request would have no `end` event, and `lingerAfterAnswers` would close the connection.
      request.resume();
      return body.value as object;
    }
    request.unshift(bytes);
    return undefined;
  }

  function isValid(route: Route, body: unknown): boolean {
    const { method, url, schema } = route;
    route.isValid ??= app.validatorCompiler?.({ schema, method, url, httpPart: 'body' });
    return route.isValid?.(body) === true;
  }
}

function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request;
  return (
    method === 'POST' &&
    isOrdinary(request) &&
    headers['content-type'] === 'application/json' &&
    PLAIN_LENGTH.test(headers['content-length'] ?? '') &&
    headers['content-encoding'] === undefined &&
    headers.expect === undefined &&
    !isCrossSite(headers)
  );
}
