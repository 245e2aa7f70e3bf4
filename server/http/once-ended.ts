import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls `end` once, when the answer is complete or its connection has closed. The connection must still be open: a
 * closed one emits no further "close" event, so `end` would never be called.
 */
export function onceEnded(
  { raw: { socket } }: FastifyRequest,
  { raw: answer }: FastifyReply,
  end: () => void,
): void {
  function ended(): void {
    socket.off('close', ended);
    answer.off('close', ended);
    end();
  }
  // Also listen on the connection: if it closes, a pipelined answer behind others emits no "close" event.
  socket.once('close', ended);
  answer.once('close', ended);
}
