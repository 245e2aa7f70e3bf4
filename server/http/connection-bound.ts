import type { ServerResponse } from 'node:http';
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
  /** The busy connections, with the answer to the latest request of each: pipelined requests are answered in order. */
  const busy = new Map<Socket, ServerResponse>();
  let closed = 0;
  const isDue = atMostEvery(WARN_EVERY_MS);

  app.server.on('connection', (socket) => {
    if (idle.size + busy.size >= most) closeOne();
    idle.add(socket);
    socket.once('close', () => forget(socket));
  });
  app.server.prependListener('request', ({ socket }, response) => {
    idle.delete(socket);
    busy.set(socket, response);
    response.on('close', () => {
      if (busy.get(socket) !== response) return;
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
