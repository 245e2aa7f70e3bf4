import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorResponse } from '../../contract/schemas/errors.ts';
import { StorageUnavailable } from '../../storage/errors.ts';
import type { App } from '../app-parts.ts';
import { type CallError, errors, toCallError } from './errors.ts';
import { type Resource, sendResource } from './resource.ts';

/** While the database is away every request fails alike; saying so once in this time is enough. */
const REPEAT_UNAVAILABLE_AFTER_MS = 1_000;
/** An import would load all that `node:http` exports, fetch's machinery among it, at every start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');
const JSON_TYPE = 'application/json; charset=utf-8';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Strangers shall not learn, from the methods that a path takes, that it is there. */
    isSecret?: true;
  }
}

/** Gives every error its answer: a sentence as JSON, or the page for a path that leads nowhere. */
export function answerErrors(
  app: App,
  notFound: () => Resource,
  headers: Readonly<Record<string, string>>,
): void {
  const log = errorLog(app);

  app.addHook('onRequest', (request, _reply, done) => {
    const lacksHost = request.headers.host === undefined && request.raw.httpVersion === '1.1';
    done(lacksHost ? errors.malformedRequest() : undefined);
  });

  app.setErrorHandler((thrown, request, reply) => {
    const error = toCallError(thrown);
    if (error.status >= 500 && !isAbandoned(thrown, reply)) log(thrown, request.routeOptions.url);
    return send(reply, error);
  });

  // Not `app.hasRoute`: it would read a visitor's path as the pattern of a route, and throw at some.
  const routes: { paths: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method, config }) => {
    if (config?.isSecret) return;
    routes.push({ paths: pathsOf(url), methods: [method].flat() });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request);
    const here = routes.filter(({ paths }) => paths.test(path));
    const methods = new Set(here.flatMap((route) => route.methods));
    // A call that takes the method has found nothing there.
    if (methods.size === 0 || methods.has(request.method)) {
      return answerUnknownPath(request, reply, notFound());
    }
    const allowed = [...methods].toSorted().join(', ');
    return send(reply.header('allow', allowed), errors.wrongMethod(allowed));
  });

  const answerUnmet = answerUnseen(errors.unmetExpectation(), headers);
  app.server.on('checkExpectation', (_request, response) => answerUnmet(response));
}

/** Answers a path that leads nowhere. */
export async function answerUnknownPath(
  request: FastifyRequest,
  reply: FastifyReply,
  notFound: Resource,
): Promise<FastifyReply> {
  const path = pathOf(request);
  if (path === '/api' || path.startsWith('/api/')) return send(reply, errors.unknownCall());
  return await sendResource(notFound, request, reply, 404);
}

/** @returns what answers with an error a request that the app shall not see */
export function answerUnseen(
  error: CallError,
  headers: Readonly<Record<string, string>>,
): (response: ServerResponse) => void {
  const body = bodyOf(error);
  const all = Object.entries({
    ...headers,
    ...headersOf(error),
    'content-length': String(Buffer.byteLength(body)),
  }).flat();
  return (response) => {
    response.writeHead(error.status, all).end(body);
  };
}

/** Answers bytes that are no request, or that came too slowly or too many to become one. */
export function answerUnreadable(
  thrown: Error,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const error = toCallError(thrown);
  const body = bodyOf(error);
  const lines = Object.entries({
    ...headers,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join('')}\r\n${body}`,
  );
}

/** Whether a stream has ended early because whoever asked for it has gone. Nothing has failed. */
function isAbandoned(thrown: unknown, reply: FastifyReply): boolean {
  const isEarly = thrown instanceof Error && 'code' in thrown;
  return isEarly && thrown.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed;
}

function errorLog(app: App) {
  let lastUnavailable = Number.NEGATIVE_INFINITY;
  return (thrown: unknown, call: string | undefined) => {
    if (thrown instanceof StorageUnavailable) {
      const now = performance.now();
      if (now - lastUnavailable < REPEAT_UNAVAILABLE_AFTER_MS) return;
      lastUnavailable = now;
    }
    app.log.error({ err: thrown, call }, 'A request failed.');
  };
}

function send(reply: FastifyReply, error: CallError): FastifyReply {
  return reply.status(error.status).headers(headersOf(error)).send(bodyOf(error));
}

function headersOf({ retryAfterSeconds }: CallError): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-type': JSON_TYPE,
    ...(retryAfterSeconds && { 'retry-after': String(retryAfterSeconds) }),
  };
}

function bodyOf({ message, id }: CallError): string {
  const body: ErrorResponse = { error: message, ...(id && { id }) };
  return JSON.stringify(body);
}

/** @param url of a route, whose parameters are whole parts, such as `/api/users/:id` or `/invite/:id?` */
function pathsOf(url: string): RegExp {
  const source = url
    .replace(/[.*+^$()[\]{}|\\]/g, '\\$&')
    .replace(/\/:\w+\?/g, '(?:/[^/]*)?')
    .replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${source}$`);
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
