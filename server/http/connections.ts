import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '../../contract/durations.ts';
import type { FastifyApp } from '../app-parts.ts';
import { atMostEvery } from '../log.ts';
import { MAX_BODY_BYTES } from './json-body.ts';

const HEADERS_WITHIN_MS = 8_000;
export const REQUEST_WITHIN_MS = 10_000;
const CHECK_SLOW_EVERY_MS = 1_000;
/**
 * A connection with an unanswered request, or with a streamed answer, is closed after this time without traffic: its
 * client has probably gone.
 */
const SILENT_MS = 30_000;
/**
 * How long a connection is kept after an answer. Longer than proxies keep an idle connection, so that the proxy closes
 * it first. Otherwise a proxy may send a request on a connection that the server is closing, and that request would
 * fail.
 */
const KEEP_ALIVE_MS = 72_000;
const MAX_HEADER_BYTES = 16 * 1024;

/** Fastify's options for the times and sizes of requests. */
export const connectionOptions = {
  // This bound also applies to paths without a call, where Fastify would accept a megabyte.
  bodyLimit: MAX_BODY_BYTES,
  requestTimeout: REQUEST_WITHIN_MS,
  connectionTimeout: SILENT_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  http: {
    headersTimeout: HEADERS_WITHIN_MS,
    connectionsCheckingInterval: CHECK_SLOW_EVERY_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Node's own answer to a request without Host would lack our headers, so `findSource` checks for it.
    requireHostHeader: false,
  },
} as const;

/** Far more than the few hundred that a proxy opens. Each connection takes about ten kilobytes of memory. */
const MOST_CONNECTIONS = 10_000;
const WARN_OF_CLOSED_EVERY_MS = MINUTE_MS;
/** How long a stop waits for further requests on open connections. */
const LINGER_MS = 1_000;
const CHECK_EVERY_MS = 20;

interface Connection {
  /** Requests that are not answered yet. */
  underWay: number;
  /** The latest request, and its answer. */
  latest: { request: IncomingMessage; response: ServerResponse } | undefined;
}

export type Connections = ReturnType<typeof guardConnections>;

/** Counts connections and requests, bounds the number of connections, and makes `app.close()` answer all requests. */
export function guardConnections(
  app: Pick<FastifyApp, 'server' | 'addHook'> & { log: Pick<FastifyApp['log'], 'warn'> },
  requestWithinMs: number = REQUEST_WITHIN_MS,
) {
  const { server, log } = app;
  const connections = new Map<Socket, Connection>();
  const isDue = atMostEvery(WARN_OF_CLOSED_EVERY_MS);

  server.maxConnections = MOST_CONNECTIONS;
  server.on('drop', () => {
    if (isDue())
      log.warn('The maximum number of connections is open. Each new connection is closed.');
  });
  server.on('connection', (socket) => {
    connections.set(socket, { underWay: 0, latest: undefined });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.underWay++;
    connection.latest = { request, response };
    response.on('close', () => connection.underWay--);
  });
  app.addHook('preClose', async () => {
    if (server.listening) await stop(server, connections, requestWithinMs);
  });

  return {
    /** The number of open connections. */
    open: () => connections.size,
    /** The number of requests without an answer. */
    underWay: () => connections.values().reduce((sum, { underWay }) => sum + underWay, 0),
    /**
     * Whether an error may be sent for data that arrives now. HTTP/1.1 answers have the order of the requests. While an
     * earlier request has no answer, or if the answer to the current request has begun, the error would look like the
     * answer to another request.
     */
    mayAnswer(socket: Socket): boolean {
      const { underWay = 0, latest } = connections.get(socket) ?? {};
      if (!latest || latest.request.complete) return underWay === 0;
      return underWay === 1 && !latest.response.headersSent;
    },
  };
}

/**
 * First the server accepts no new connections. For LINGER_MS it still answers requests on open connections, with
 * "Connection: close" (Fastify sets this header while closing). Then it closes idle connections. Node alone would close
 * them at the beginning, and a request that a client has just sent would fail.
 */
async function stop(
  server: FastifyApp['server'],
  connections: ReadonlyMap<Socket, Connection>,
  requestWithinMs: number,
): Promise<void> {
  Server.prototype.close.call(server);
  // Node stops checking for slow requests when a server closes, so the deadline is set here.
  setTimeout(() => server.closeAllConnections(), requestWithinMs).unref();
  for (let waited = 0; connections.size > 0 && waited < LINGER_MS; waited += CHECK_EVERY_MS) {
    await delay(CHECK_EVERY_MS);
  }
  // An answer that was begun before the stop, such as a long download, leaves its connection open.
  const closeIdle = setInterval(() => {
    for (const [socket, { underWay }] of connections) if (underWay === 0) socket.end();
  }, LINGER_MS);
  closeIdle.unref();
  server.once('close', () => clearInterval(closeIdle));
  // Node also counts a connection as idle if its answer has ended but is not sent yet, and would cut off the answer.
  while (connections.keys().some(({ writableLength }) => writableLength > 0)) {
    await delay(CHECK_EVERY_MS);
  }
}
