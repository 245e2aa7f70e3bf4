import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { App } from '../app-parts.ts';
import { atMostEvery } from '../log.ts';
import { type Neighbours, Queue } from './queue.ts';

/** Far more than the few hundred that a proxy opens. Each connection takes about ten kilobytes of memory. */
const MOST_CONNECTIONS = 10_000;
const WARN_EVERY_MS = 60_000;

/**
 * The maximum number of pipelined requests. Browsers send one request at a time; some other clients pipeline a few
 * requests.
 */
const MAX_UNDER_WAY = 100;
/** Longer than a slow phone needs to receive a page of the site. */
const MAX_UNREAD_MS = 12_000;
const CHECK_EVERY_MS = 1_000;

interface Connection extends Neighbours<Connection> {
  readonly socket: Socket;
  /** Undefined if the connection is closed. */
  queue: Queue<Connection> | undefined;
  /** Requests that are not answered yet. */
  underWay: number;
  /** Called when an answer ends. Made once per connection, because requests are frequent. */
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
  /** The number of connections that were closed so far because too many were open. */
  closed(): number;
  /**
   * Whether an error may be sent for data that arrives now. HTTP/1.1 answers have the order of the requests. While an
   * earlier request has no answer, or if the answer to the current request has begun, the error would look like the
   * answer to another request.
   */
  mayAnswer(socket: Socket): boolean;
  /** Whether bytes of answers wait to be sent on an open connection. */
  areSending(): boolean;
  /** From now on, ends each connection that has no further request for `lingerMs` after an answer. */
  endAfterAnswers(lingerMs: number): void;
}

/**
 * Closes connections that would make the server buffer answers: those with too many pipelined requests, and those
 * whose answers are not read, except streamed answers.
 *
 * Also limits the number of open connections. A new connection is always accepted, so that health checks still work. If
 * the maximum is open, another connection is closed: the one idle for longest or, if all are busy, the one busy for
 * longest.
 *
 * @returns the counts
 */
export function guardConnections(
  { server, log }: Pick<App, 'server'> & { log: Pick<App['log'], 'warn'> },
  most = MOST_CONNECTIONS,
): Connections {
  const connections = new Map<Socket, Connection>();
  // In each queue the connection that is idle or busy for longest is first.
  const idle = new Queue<Connection>();
  const busy = new Queue<Connection>();
  let closed = 0;
  let endAfterMs: number | undefined;
  const isDue = atMostEvery(WARN_EVERY_MS);

  server.on('connection', (socket) => {
    if (connections.size >= most) closeOne();
    const connection: Connection = {
      socket,
      queue: undefined,
      before: undefined,
      after: undefined,
      underWay: 0,
      ended: () => {
        connection.underWay--;
        if (connection.underWay > 0 || !connection.queue) return;
        move(connection, idle);
        if (endAfterMs !== undefined) endIfIdle(connection, endAfterMs);
      },
      latest: undefined,
      unreadSince: undefined,
    };
    connections.set(socket, connection);
    move(connection, idle);
    socket.once('close', () => forget(connection));
  });
  server.prependListener('request', (request, response) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    if (connection.underWay === 0) move(connection, busy);
    connection.underWay++;
    connection.latest = { request, response };
    response.on('close', connection.ended);
    if (connection.underWay > MAX_UNDER_WAY) connection.socket.destroy();
  });

  function endIfIdle(connection: Connection, afterMs: number): void {
    const { latest } = connection;
    setTimeout(() => {
      if (connection.queue === idle && connection.latest === latest) connection.socket.end();
    }, afterMs).unref();
  }

  function closeOne(): void {
    const connection = idle.first ?? busy.first;
    if (!connection) return;
    // Stop counting this connection now, because more connections may arrive before its "close" event.
    forget(connection);
    connection.socket.destroy();
    closed++;
    if (!isDue()) return;
    log.warn(
      { most, closed },
      'The maximum number of connections is open. For each new connection, an older one is closed.',
    );
  }

  function forget(connection: Connection): void {
    connections.delete(connection.socket);
    move(connection, undefined);
  }

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
    closed: () => closed,
    underWay: () => connections.values().reduce((sum, { underWay }) => sum + underWay, 0),
    mayAnswer(socket) {
      const { underWay = 0, latest } = connections.get(socket) ?? {};
      if (!latest || latest.request.complete) return underWay === 0;
      return underWay === 1 && !latest.response.headersSent;
    },
    areSending: () => connections.keys().some(({ writableLength }) => writableLength > 0),
    endAfterAnswers(lingerMs) {
      endAfterMs = lingerMs;
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

function move(connection: Connection, to: Queue<Connection> | undefined): void {
  connection.queue?.remove(connection);
  connection.queue = to;
  to?.add(connection);
}
