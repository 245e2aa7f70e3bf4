import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Calls `end` once, when the answer has ended or its connection has closed. Only for a connection that is still open:
 * after it was destroyed no "close" event comes any more.
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
  // Also listen on the connection: a pipelined answer gets no event when it closes.
  socket.once('close', ended);
  answer.once('close', ended);
}
