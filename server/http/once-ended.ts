import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What to call when a connection closes: one function for each of its unfinished answers. */
const connections = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `end` once, when the answer is complete or its connection has closed. The connection must still be open: a
 * closed one emits no further "close" event, so `end` would never be called.
 */
export function onceEnded(
  { raw: { socket } }: FastifyRequest,
  { raw: answer }: FastifyReply,
  end: () => void,
): void {
  const unanswered = unansweredOn(socket);
  function ended(): void {
    unanswered.delete(ended);
    answer.off('close', ended);
    end();
  }
  unanswered.add(ended);
  answer.once('close', ended);
}

/**
 * Also listens on the connection: if it closes, a pipelined answer that waits behind others emits no "close" event.
 * Each connection gets only one such listener, because Node warns of a leak when there are more than ten.
 */
function unansweredOn(socket: Socket): Set<() => void> {
  const known = connections.get(socket);
  if (known) return known;
  const unanswered = new Set<() => void>();
  connections.set(socket, unanswered);
  socket.once('close', () => {
    for (const ended of unanswered) ended();
  });
  return unanswered;
}
