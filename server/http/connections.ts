import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The maximum number of pipelined requests. Browsers send one request at a time; some other clients pipeline a few
 * requests.
 */
const MAX_UNDER_WAY = 100;
/** Longer than a slow phone needs to receive a page of the site. */
const MAX_UNREAD_MS = 12_000;
const CHECK_EVERY_MS = 1_000;

interface Connection {
  /** Requests that are not answered yet. */
  underWay: number;
  /** Subtracts 1 from `underWay` when an answer ends. Made once per connection, because requests are frequent. */
  readonly ended: () => void;
  /** The latest request, and its answer. */
  latest: { request: IncomingMessage; response: ServerResponse } | undefined;
  /**
   * Since when bytes of answers that are not streamed wait to be sent, in the time of `performance`; undefined if
   * none wait.
   */
  unreadSince: number | undefined;
}

export interface Connections {
  /** The number of open connections. */
  open(): number;
  /** The number of requests without an answer. */
  underWay(): number;
  /**
   * Whether an error may be sent for data that arrives now. HTTP/1.1 answers have the order of the requests. While an
   * earlier request has no answer, or if the answer to the current request has begun, the error would look like the
   * answer to another request.
   */
  mayAnswer(socket: Socket): boolean;
}

/**
 * Closes connections that would make the server buffer answers: those with too many pipelined requests, and those
 * whose answers are not read, except streamed answers.
 *
 * @returns the counts
 */
export function guardConnections(server: Server): Connections {
  const connections = new Map<Socket, Connection>();

  server.on('connection', (socket) => {
    const connection: Connection = {
      underWay: 0,
      ended: () => connection.underWay--,
      latest: undefined,
      unreadSince: undefined,
    };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection) return;
    connection.underWay++;
    connection.latest = { request, response };
    response.on('close', connection.ended);
    if (connection.underWay > MAX_UNDER_WAY) socket.destroy();
  });

  const check = setInterval(() => {
    const now = performance.now();
    for (const [socket, connection] of connections) {
      if (socket.writableLength === 0 || isStreaming(connection))
        connection.unreadSince = undefined;
      else connection.unreadSince ??= now;
      if (now - (connection.unreadSince ?? now) > MAX_UNREAD_MS) socket.destroy();
    }
  }, CHECK_EVERY_MS);
  check.unref();
  server.once('close', () => clearInterval(check));

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

/**
 * Whether the latest answer is streamed, which Node does in chunks. Its source waits for the client, so few bytes are
 * buffered. But the buffer is hardly ever empty, because it is filled again as soon as the client reads. If the client
 * takes nothing, Node closes the connection (`SILENT_MS`).
 */
function isStreaming({ latest }: Connection): boolean {
  return latest?.response.chunkedEncoding === true && !latest.response.writableFinished;
}
