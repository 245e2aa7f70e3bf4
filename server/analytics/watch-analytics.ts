import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIVE_SILENCE_MS } from '../../contract/analytics.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import type { LiveVersion, Watcher } from './live-version.ts';

/** Each admin has one or two. */
const MAX_WATCHERS = 200;
/**
 * Past this the newest is refused rather than the oldest ended: a page whose stream ends connects again, so that
 * the pages of one admin would end each other's streams for ever. One that was refused tries again, too, and gets
 * in when another is closed.
 */
export const MAX_WATCHERS_OF_ADMIN = 10;
/** Several times within the silence that counts as a loss. */
const HEARTBEAT_MS = LIVE_SILENCE_MS / 3;

/**
 * Tells an admin's browser when figures have changed, as server-sent events: never the figures
 * themselves. Ends with the right to see them, and with the site.
 */
export function watchAnalytics(
  live: LiveVersion,
  isAdmin: (request: FastifyRequest) => Promise<boolean>,
): Handler<'watchAnalytics'> {
  return (request, reply) => {
    const { socket } = request.raw;
    // Whoever has gone while their right was looked up leaves no second time.
    if (socket.destroyed) {
      return reply.hijack();
    }
    if (live.watchers >= MAX_WATCHERS) throw errors.unavailable();
    const { userId } = request.query;
    if (live.watchersOf(userId) >= MAX_WATCHERS_OF_ADMIN) throw errors.tooManyDashboards();
    const watcher = { userId, ...eventStream(reply, () => isAdmin(request)) };
    const forget = () => live.remove(watcher);
    // Not of the answer alone: one that waits behind another never hears of its connection's end.
    socket.once('close', forget);
    reply.raw.once('close', () => {
      forget();
      socket.off('close', forget);
    });
    live.add(watcher);
    return reply;
  };
}

/** Turns the answer into a stream of versions: each once, and a heartbeat where there is no new one. */
function eventStream(
  reply: FastifyReply,
  isAllowed: () => Promise<boolean>,
): Omit<Watcher, 'userId'> {
  let told = '';
  let lastWord = performance.now();
  const words = new PassThrough();
  const say = (word: string) => {
    lastWord = performance.now();
    words.write(word);
  };
  reply
    .header('cache-control', 'no-store')
    .header('content-type', 'text/event-stream')
    // Some proxies would keep the words until there are many.
    .header('x-accel-buffering', 'no')
    .send(words);
  return {
    isAllowed,
    tell(version) {
      if (version !== told) say(`data: ${version}\n\n`);
      else if (performance.now() - lastWord > HEARTBEAT_MS) say(': \n\n');
      told = version;
    },
    end: () => words.end(),
  };
}
