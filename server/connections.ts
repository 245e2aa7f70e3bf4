import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Browsers ask for one thing at a time on a connection; this many leaves room for odd clients. */
const MAX_UNDER_WAY = 100;
/** Longer than a slow phone needs for anything that the site sends. */
const MAX_UNREAD_MS = 12_000;
const LOOK_EVERY_MS = 1_000;

/**
 * Cuts off connections that would make the server hold answers for them: more requests sent ahead than
 * anybody needs, or answers that are not taken.
 *
 * @returns how many requests of a connection are not answered yet
 */
export function guardConnections(server: Server): (socket: Socket) => number {
  const underWay = new Map<Socket, number>();
  const unreadSince = new Map<Socket, number>();

  server.on('connection', (socket) => {
    underWay.set(socket, 0);
    socket.once('close', () => {
      underWay.delete(socket);
      unreadSince.delete(socket);
    });
  });
  server.prependListener('request', ({ socket }, response) => {
    const count = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, count);
    response.once('close', () => {
      if (underWay.has(socket)) underWay.set(socket, (underWay.get(socket) ?? 1) - 1);
    });
    if (count > MAX_UNDER_WAY) socket.destroy();
  });

  const look = setInterval(() => {
    const now = performance.now();
    for (const socket of underWay.keys()) {
      if (socket.writableLength === 0) unreadSince.delete(socket);
      else if (!unreadSince.has(socket)) unreadSince.set(socket, now);
      else if (now - (unreadSince.get(socket) ?? now) > MAX_UNREAD_MS) socket.destroy();
    }
  }, LOOK_EVERY_MS);
  look.unref();
  server.once('close', () => clearInterval(look));

  return (socket) => underWay.get(socket) ?? 0;
}
