import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that a client may still send after its answer is complete. Proxies send a whole body before they read. */
const LINGER_MS = 2_000;
const LINGER_BYTES = 1024 * 1024;

/**
 * Reads on for a while when an answer is complete before its request is. If the connection were closed at once, the
 * client would get a reset while it still sends: its system then discards the answer, and a proxy marks the site as
 * failed. If it were never closed, a client that sends on without reading would keep its connection forever.
 */
export function lingerAfterAnswers(server: Server): void {
  server.on('connection', (socket) => {
    // Node calls this method after the last answer to close the connection; without it, Node only ends its own side.
    Object.assign(socket, { destroySoon: undefined });
    socket.once('finish', () => {
      // Later requests must not be executed: from here on no parser gets the data.
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

/** @returns a function that removes the bounds again */
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
