import type { Socket } from 'node:net';
import type { App } from '../app-parts.ts';
import { atMostEvery } from '../log.ts';

/** Far more than the few hundred that a proxy opens. Each connection takes about ten kilobytes of memory. */
const MOST_CONNECTIONS = 10_000;
const WARN_EVERY_MS = 60_000;

/**
 * Limits the number of open connections. A new connection is always accepted, so that health checks still work. If the
 * maximum is open, another connection is closed: the one idle for longest or, if all are busy, the one busy for
 * longest.
 *
 * @returns a function that returns the number of connections closed so far
 */
export function boundConnections(app: App, most = MOST_CONNECTIONS): () => number {
  // Both iterate in the order of insertion: the connection that is idle or busy for longest is first.
  const idle = new Set<Socket>();
  /**
   * The busy connections, each with its number of unanswered requests, which is above 1 with pipelining. It has no
   * answers, because keeping the latest answer of each connection doubled the processor time of a visit.
   */
  const busy = new Map<Socket, number>();
  let closed = 0;
  const isDue = atMostEvery(WARN_EVERY_MS);

  app.server.on('connection', (socket) => {
    if (idle.size + busy.size >= most) closeOne();
    idle.add(socket);
    socket.once('close', () => forget(socket));
  });
  app.server.prependListener('request', ({ socket }, response) => {
    idle.delete(socket);
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.on('close', () => {
      const unanswered = busy.get(socket);
      // The connection is closed.
      if (unanswered === undefined) return;
      if (unanswered > 1) {
        busy.set(socket, unanswered - 1);
        return;
      }
      busy.delete(socket);
      idle.add(socket);
    });
  });

  function closeOne(): void {
    const [socket] = idle.size > 0 ? idle : busy.keys();
    if (!socket) return;
    // Stop counting this connection now, because more connections may arrive before its "close" event.
    forget(socket);
    socket.destroy();
    closed++;
    if (!isDue()) return;
    app.log.warn(
      { most, closed },
      'The maximum number of connections is open. For each new connection, an older one is closed.',
    );
  }

  function forget(socket: Socket): void {
    idle.delete(socket);
    busy.delete(socket);
  }

  return () => closed;
}
