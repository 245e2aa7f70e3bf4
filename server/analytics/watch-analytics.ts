import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIVE_SILENCE_MS } from '../../contract/analytics.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { onceEnded } from '../http/once-ended.ts';
import type { LiveVersion, Watcher } from './live-version.ts';

/** Enough: an admin usually has one or two. */
const MAX_WATCHERS = 200;
/**
 * Above this the new stream is refused, and no old one is ended: a page whose stream ends reconnects, so the pages of
 * one admin would end each other's streams forever. A refused page retries, and succeeds when another is closed.
 */
export const MAX_WATCHERS_OF_ADMIN = 10;
/** Several heartbeats fit into the silence after which a page counts the stream as lost. */
const HEARTBEAT_MS = LIVE_SILENCE_MS / 3;

/**
 * Tells an admin's browser when figures have changed, as server-sent events without figures. The stream ends when
 * the user loses access, and when the site stops.
 */
export function watchAnalytics(
  live: LiveVersion,
  isAdmin: (request: FastifyRequest) => Promise<boolean>,
): Handler<'watchAnalytics'> {
  return (request, reply) => {
    // If the client left while its access was checked, the stream would never end.
    if (request.raw.socket.destroyed) return reply.hijack();
    if (live.watchers >= MAX_WATCHERS) throw errors.unavailable();
    const { userId } = request.query;
    if (live.watchersOf(userId) >= MAX_WATCHERS_OF_ADMIN) throw errors.tooManyDashboards();
    const watcher = { userId, ...eventStream(reply, () => isAdmin(request)) };
    onceEnded(request, reply, () => live.remove(watcher));
    live.add(watcher);
    return reply;
  };
}

/** Sends each version once, and a heartbeat when there is none. */
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
    // Otherwise some proxies would buffer the events.
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
