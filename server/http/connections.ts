import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers ask for one thing at a time on a connection; this many leaves room for odd clients. */
const MAX_UNDER_WAY = 100;
/** Longer than a slow phone needs for anything that the site sends. */
const MAX_UNREAD_MS = 12_000;
const LOOK_EVERY_MS = 1_000;

interface Connection {
  /** Requests that are not answered yet. */
  underWay: number;
  /** The latest request, and its answer. */
  latest: { request: IncomingMessage; response: ServerResponse } | undefined;
  /** Since when answers lie here that the client does not take, on the clock of `performance`. */
  unreadSince: number | undefined;
}

export interface Connections {
  /** How many there are. */
  open(): number;
  /** How many requests are not answered yet. */
  underWay(): number;
  /**
   * Whether an error may be answered to what arrives now. Clients take answers in the order of their requests, so
   * it may not where an earlier request still waits, nor where this one has been answered already.
   */
  mayAnswer(socket: Socket): boolean;
}

/**
 * Cuts off connections that would make the server hold answers for them: more requests sent ahead than
 * anybody needs, or answers that are not taken.
 *
 * @returns what it knows of them
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
