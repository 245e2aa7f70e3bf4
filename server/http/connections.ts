import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers send one request at a time per connection; this leaves room for unusual clients. */
const MAX_UNDER_WAY = 100;
/** Longer than a slow phone needs to receive any answer of the site. */
const MAX_UNREAD_MS = 12_000;
const LOOK_EVERY_MS = 1_000;

interface Connection {
  /** Requests that are not answered yet. */
  underWay: number;
  /** The latest request, and its answer. */
  latest: { request: IncomingMessage; response: ServerResponse } | undefined;
  /** When the client stopped reading its answers, in the time of `performance`; undefined while it reads. */
  unreadSince: number | undefined;
}

export interface Connections {
  /** The number of open connections. */
  open(): number;
  /** The number of requests without an answer. */
  underWay(): number;
  /**
   * Whether an error may be sent for data that arrives now. HTTP/1.1 answers come in the order of the requests, so
   * not while an earlier request is unanswered, and not after this one was answered.
   */
  mayAnswer(socket: Socket): boolean;
}

/**
 * Closes connections that would make the server buffer answers: those with too many pipelined requests, and those
 * whose answers are not read.
 *
 * @returns what it counts
 */
export function guardConnections(server: Server): Connections {
  const connections = new Map<Socket, Connection>();

  server.on('connection', (socket) => {
    connections.set(socket, { underWay: 0, latest: undefined, unreadSince: undefined });
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection) return;
    connection.underWay++;
    connection.latest = { request, response };
    response.once('close', () => connection.underWay--);
    if (connection.underWay > MAX_UNDER_WAY) socket.destroy();
  });

  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      if (socket.writableLength === 0) connection.unreadSince = undefined;
      else connection.unreadSince ??= now;
      if (now - (connection.unreadSince ?? now) > MAX_UNREAD_MS) socket.destroy();
    }
  }, LOOK_EVERY_MS);
  look.unref();
  server.once('close', () => clearInterval(look));

  return {
    open: () => connections.size,
    underWay: () => connections.values().reduce((sum, { underWay }) => sum + underWay, 0),
    mayAnswer(socket) {
      const { underWay = 0, latest } = connections.get(socket) ?? {};
      if (!latest || latest.request.complete) return underWay === 0;
      return underWay === 1 && !latest.response.headersSent;
    },
  };
}
