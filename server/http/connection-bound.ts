import type { Socket } from 'node:net';
import type { App } from '../app-parts.ts';

/** A proxy opens some hundreds at most, and each costs some ten kilobytes. */
const MOST_CONNECTIONS = 10_000;
const SAY_AGAIN_AFTER_MS = 60_000;

/**
 * Bounds how many connections there are. A new one always gets in, so that health checks do, and another is closed
 * for it: the one that has had no request for longest, or, where all have one, the one whose request began first.
 *
 * @returns how many were closed so far
 */
export function boundConnections(app: App, most = MOST_CONNECTIONS): () => number {
  // In the order in which they became so.
  const idle = new Set<Socket>();
  const busy = new Set<Socket>();
  let closed = 0;
  let lastSaid = Number.NEGATIVE_INFINITY;

  app.server.on('connection', (socket) => {
    if (idle.size + busy.size >= most) closeOne();
    idle.add(socket);
    socket.once('close', () => forget(socket));
  });
  app.server.prependListener('request', ({ socket }, response) => {
    forget(socket);
    busy.add(socket);
    response.once('close', () => {
      if (busy.delete(socket)) idle.add(socket);
    });
  });

  function closeOne(): void {
    const [socket] = idle.size > 0 ? idle : busy;
    if (!socket) return;
    // It counts until it is closed, which is not at once.
    forget(socket);
    socket.destroy();
    closed++;
    const now = performance.now();
    if (now - lastSaid < SAY_AGAIN_AFTER_MS) return;
    lastSaid = now;
    app.log.warn(
      { most, closed },
      'There are as many connections as there may be, and for each new one another is closed.',
    );
  }

  function forget(socket: Socket): void {
    idle.delete(socket);
    busy.delete(socket);
  }

  return () => closed;
}
