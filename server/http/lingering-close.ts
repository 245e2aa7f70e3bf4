import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** What a client may still send once its answer is complete. Proxies send a whole body before they read. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 1024 * 1024;

/**
 * Reads on for a while where an answer is complete before its request is. Closed at once, the client would get a
 * reset while it still sends: its system then discards the answer, and a proxy takes the site for broken. Closed
 * never, a client that keeps sending and does not read would hold its connection for as long as it likes.
 */
export function lingerAfterAnswers(server: Server): void {
  server.on('connection', (socket) => {
    // Node closes a connection with this method after a last answer; without it, it ends only its own side.
    Object.assign(socket, { destroySoon: undefined });
    socket.once('finish', () => {
      // A request after the last answer must not be carried out: no parser sees what comes from now on.
      socket.removeAllListeners('data');
      boundReading(socket);
      socket.resume();
    });
  });
  server.prependListener('request', (request: IncomingMessage, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      const { socket } = request;
      request.once('end', boundReading(socket));
    });
  });
}

/** @returns what lifts the bounds again */
function boundReading(socket: Socket): () => void {
  const mostRead = socket.bytesRead + LINGER_BYTES;
  const look = () => {
    if (socket.bytesRead > mostRead) socket.destroy();
  };
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  const lift = () => {
    clearTimeout(timer);
    socket.off('data', look);
  };
  socket.on('data', look);
  socket.once('close', lift);
  return lift;
}
