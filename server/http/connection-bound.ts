import type { Socket } from 'node:net';
import type { App } from '../app-parts.ts';

/** A proxy opens a few hundred at most. Each costs about ten kilobytes. */
const MOST_CONNECTIONS = 10_000;
const SAY_AGAIN_AFTER_MS = 60_000;

/**
 * Bounds the number of connections. A new one is always accepted, so that health checks work. To make room, another
 * is closed: the one idle for longest or, if all have a request, the one whose request began first.
 *
 * @returns the number of connections closed so far
 */
export function boundConnections(app: App, most = MOST_CONNECTIONS): () => number {
  // Longest idle first.
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
    // It counts until it is closed, which takes a moment.
    forget(socket);
    socket.destroy();
    closed++;
    const now = performance.now();
    if (now - lastSaid < SAY_AGAIN_AFTER_MS) return;
    lastSaid = now;
    app.log.warn(
      { most, closed },
      'The maximum number of connections is open. Each new one closes another.',
    );
  }

  function forget(socket: Socket): void {
    idle.delete(socket);
    busy.delete(socket);
  }

  return () => closed;
}
