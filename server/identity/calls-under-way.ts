import type { FastifyReply, FastifyRequest } from 'fastify';
import { onceEnded } from '../http/connections.ts';
import { errors } from '../http/errors.ts';

/**
 * A dashboard makes about four calls at the same time. Many more could be an attack, and would delay other dashboards.
 */
export const MAX_UNDER_WAY_OF_ADMIN = 20;
const TRY_AGAIN_AFTER_SECONDS = 1;

/**
 * Limits how many calls of one admin this copy of the program handles at the same time, on all connections together.
 *
 * @returns a function that counts a call until it is answered or its connection is closed. The function throws
 *   CallError above the maximum
 */
export function boundCallsUnderWay(): (
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => void {
  const underWay = new Map<string, number>();
  return (userId, request, reply) => {
    // Do not count the call if the client disconnected during the check of access: its "close" event has passed, so
    // nothing would end the count.
    if (request.raw.socket.destroyed) return;
    const others = underWay.get(userId) ?? 0;
    if (others >= MAX_UNDER_WAY_OF_ADMIN) throw errors.tooManyAtOnce(TRY_AGAIN_AFTER_SECONDS);
    underWay.set(userId, others + 1);
    onceEnded(request, reply, () => {
      const left = (underWay.get(userId) ?? 0) - 1;
      if (left > 0) underWay.set(userId, left);
      else underWay.delete(userId);
    });
  };
}
