import type { Socket } from 'node:net';
import { Counter } from '@prometheus-io/client';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { calls } from '../../contract/calls.ts';
import { addressMeantBy } from '../../contract/damaged-links.ts';
import type { ErrorResponse } from '../../contract/schemas/call-schema.ts';
import { listedScreens } from '../../contract/screens.ts';
import { StorageOverloaded, StorageUnavailable } from '../../storage/errors.ts';
import type { FastifyApp } from '../app-parts.ts';
import { atMostEvery } from '../log.ts';
import { type CallError, errors, toCallError } from './errors.ts';
import { type Resource, sendResource } from './resource.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Errors of an unavailable database are logged at most once in this time, because every request fails then. */
const REPEAT_UNAVAILABLE_AFTER_MS = 1_000;
const REPEAT_LOAD_AFTER_MS = 10_000;
/** How long a client may still send after the answer to data that is not a valid request. */
const LINGER_MS = 1_000;
/** An `import` would initialise all exports of `node:http`, for example fetch, at every start. */
const { STATUS_CODES } = process.getBuiltinModule('node:http');

declare module 'fastify' {
  interface FastifyInstance {
    /** Logs a request that is answered with 5xx. */
    logFailure(thrown: unknown, request: FastifyRequest): void;
  }
}

/** Answers every error with a sentence as JSON, but an unknown path outside /api/ with the 404 page. */
export function answerErrors(app: FastifyApp, notFound: () => Resource): void {
  const log = logFailures(app);
  app.decorate('logFailure', log);

  app.setErrorHandler((thrown, request, reply) => {
    const error = toCallError(thrown);
    if (error.status >= 500 && !isAbandoned(thrown, reply)) log(thrown, request);
    return sendError(reply, error);
  });

  app.setNotFoundHandler((request, reply) => answerUnknownPath(request, reply, notFound()));
}

/** Answers a request with an unknown path or method. A link whose path was damaged is redirected. */
export async function answerUnknownPath(
  request: FastifyRequest,
  reply: FastifyReply,
  notFound: Resource,
): Promise<FastifyReply> {
  const path = pathOf(request);
  if (path === '/api' || path.startsWith('/api/')) return sendError(reply, errors.unknownCall());
  const address = request.method === 'GET' ? addressMeantBy(request.url) : undefined;
  if (address !== undefined) return reply.redirect(address, 302);
  return await sendResource(notFound, request, reply, 404);
}

/** Answers on a connection whose data is not a valid request, arrives too slowly, or has too large headers. */
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
  // A client that continues to send would keep its connection open. If it were closed immediately, many clients would not
  // get the answer.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Whether an answer was cut off because the client closed the connection. That is not an error of the site. */
function isAbandoned(thrown: unknown, reply: FastifyReply): boolean {
  const isEarly = thrown instanceof Error && 'code' in thrown;
  return isEarly && thrown.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed;
}

function logFailures(app: FastifyApp): FastifyApp['logFailure'] {
  const shed = new Counter({
    name: 'http_requests_shed_total',
    help: 'Requests that were refused immediately because of overload.',
    labelNames: ['call'],
    registers: [app.metrics],
  });
  // Prometheus does not see the first increase of a series that is new.
  for (const path of [calls.trackInvite.path, calls.joinWaitlist.path, listedScreens.home])
    shed.inc({ call: `POST ${path}` }, 0);
  const isDue = atMostEvery(REPEAT_UNAVAILABLE_AFTER_MS);
  const isLoadDue = atMostEvery(REPEAT_LOAD_AFTER_MS);
  return (thrown, { routeOptions: { url: path }, method }) => {
    if (thrown instanceof StorageOverloaded) {
      const call = `${method} ${path}`;
      shed.inc({ call });
      if (isLoadDue()) app.log.warn({ call }, 'More requests arrive than can be handled.');
    } else if (!(thrown instanceof StorageUnavailable) || isDue()) {
      app.log.error({ err: thrown, call: path }, 'A request failed.');
    }
  };
}

/** Sends an error without logging it. */
export function sendError(reply: FastifyReply, error: CallError): FastifyReply {
  return reply
    .status(error.status)
    .headers(headersOf(error))
    .send(Buffer.from(bodyOf(error)));
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

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
