import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * For how long, and how much, a client may still send after its answer. Many proxies send a whole body before they
 * read.
 */
const LINGER_MS = 2_000;
const LINGER_BYTES = 1024 * 1024;

/**
 * If an answer is complete before its request, keeps reading for a while and then closes the connection. Without the
 * reading, the client would get a TCP reset while it still sends. Then the client's system would discard the answer,
 * and a proxy would mark the site as failed. Without the close, a client that keeps sending could keep its connection
 * open forever.
 */
export function lingerAfterAnswers(server: Server): void {
  server.on('connection', (socket) => {
    // After the last answer, Node calls `destroySoon` to close the connection. Without this method, Node only ends its
    // own direction, and the code below closes the connection later.
    Object.assign(socket, { destroySoon: undefined });
    socket.once('finish', () => {
      // Later requests must not be executed, so Node's HTTP parser gets no more data.
      socket.removeAllListeners('data');
      boundReading(socket);
      socket.resume();
    });
  });
  server.prependListener('request', (request: IncomingMessage, response) => {
    // A request without these headers has no body, so it is complete already (RFC 9112, 6.3).
    const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
    if (length === undefined && coding === undefined) return;
    response.once('finish', () => {
      if (request.complete) return;
      const { socket } = request;
      request.once('end', boundReading(socket));
    });
  });
}

/**
 * Closes the connection if its client sends for too long, or too much. @returns a function that removes these bounds
 */
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
