import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIVE_SILENCE_MS } from '../../contract/analytics.ts';
import type { Handler } from '../http/call.ts';
import { onceEnded } from '../http/connections.ts';
import { errors } from '../http/errors.ts';
import type { LiveVersion, Watcher } from './live-version.ts';

/** The maximum number of streams of this instance. An admin usually has one or two. */
const MAX_WATCHERS = 200;
/**
 * The maximum number of streams of one admin on this instance. A further stream is refused. An old stream is not ended
 * instead: its page would reconnect, and the pages of one admin would end each other's streams forever. A refused page
 * retries, and succeeds when another page is closed.
 */
export const MAX_WATCHERS_OF_ADMIN = 10;
/** A page considers its stream lost after LIVE_SILENCE_MS without data. At least two heartbeats fit into this time. */
const HEARTBEAT_MS = LIVE_SILENCE_MS / 3;

/**
 * Sends an admin's browser the version of the figures whenever it changes, as server-sent events. The stream ends when
 * the user loses access, when the site stops, and after the first version if only this version is requested.
 */
export function watchAnalytics(
  live: LiveVersion,
  isAdmin: (request: FastifyRequest) => Promise<boolean>,
): Handler<'watchAnalytics'> {
  return async (request, reply) => {
    // If the client disconnected while its access was checked, its "close" event has passed: send no stream.
    if (request.raw.socket.destroyed) return reply.hijack();
    if (live.watchers >= MAX_WATCHERS) throw errors.unavailable();
    const { userId, once } = request.query;
    if (live.watchersOf(userId) >= MAX_WATCHERS_OF_ADMIN) throw errors.tooManyDashboards();
    reply
      .header('content-type', 'text/event-stream')
      // Otherwise some proxies would buffer the events.
      .header('x-accel-buffering', 'no');
    if (once) return reply.send(eventOf(await live.current()));
    const watcher = { userId, ...eventStream(reply, () => isAdmin(request)) };
    onceEnded(request, reply, () => live.remove(watcher));
    live.add(watcher);
    return reply;
  };
}

/** Sends each version once, and a heartbeat after some time without a new version. */
function eventStream(
  reply: FastifyReply,
  isAllowed: () => Promise<boolean>,
): Omit<Watcher, 'userId'> {
  let lastVersion = '';
  let lastSentAt = performance.now();
  const stream = new PassThrough();
  const write = (lines: string) => {
    lastSentAt = performance.now();
    stream.write(lines);
  };
  reply.send(stream);
  return {
    isAllowed,
    send(version) {
      if (version !== lastVersion) write(eventOf(version));
      else if (performance.now() - lastSentAt > HEARTBEAT_MS) write(': \n\n');
      lastVersion = version;
    },
    end: () => stream.end(),
  };
}

function eventOf(version: string): string {
  return `data: ${version}\n\n`;
}
