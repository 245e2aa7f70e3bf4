import { isIP } from 'node:net';
import rateLimit, {
  type FastifyRateLimitStore,
  type FastifyRateLimitStoreCtor,
  normalizeIP,
} from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppParts } from '../app-parts.ts';
import { CountWindows } from './count-windows.ts';
import { errors } from './errors.ts';
import { readRepeatedly } from './read-repeatedly.ts';
import { countTogether } from './shared-counts.ts';

/** Bounds the memory: above this number the count of the least recently seen address is dropped. */
const MAX_ADDRESSES = 50_000;

/**
 * Applies the limit of each route that has one. Behind a trusted proxy, calls are counted by the visitor's address, not
 * by the address of the proxy.
 */
export async function registerLimits(
  app: FastifyInstance,
  { storage, clock }: Pick<AppParts, 'storage' | 'clock'>,
): Promise<void> {
  const { sharedLimits } = storage;
  await app.register(rateLimit, {
    store: sharedLimits
      ? countTogether(app, {
          sharedLimits,
          secret: await readRepeatedly(() => storage.signInSecret(), clock),
          clock,
          mostRemembered: MAX_ADDRESSES,
        })
      : countAlone(clock),
    global: false,
    keyGenerator: addressOf,
    addHeaders: withoutCounters,
    addHeadersOnExceeding: withoutCounters,
    errorResponseBuilder: (_request, { ttl }) => errors.tooManyRequests(Math.ceil(ttl / 1_000)),
  });
}

/**
 * Counts in memory, once for each group of routes. The library's own
 * store would keep a window for too long after the clock is set back.
 */
function countAlone(clock: () => number): FastifyRateLimitStoreCtor {
  return class Counts {
    readonly #windows = new CountWindows(MAX_ADDRESSES);
    readonly #groups = new Map<string, Counts>();
    readonly incr: FastifyRateLimitStore['incr'] = (name, done, windowMs) => {
      const at = clock();
      const window = this.#windows.recall(name, at, windowMs);
      window.hits++;
      done(null, { current: window.hits, ttl: window.until - at });
    };
    // The library passes the options of the route's limit, which its types do not say.
    child({ groupId }: Parameters<FastifyRateLimitStore['child']>[0] & { groupId?: string }) {
      if (groupId === undefined) return new Counts();
      const counts = this.#groups.get(groupId) ?? new Counts();
      this.#groups.set(groupId, counts);
      return counts;
    }
  };
}

/** How many requests an address may make in a window of time. Requests with the same `groupId` are counted together. */
export interface AddressLimit {
  groupId: string;
  max: number;
  timeWindow: number;
}

/**
 * Lets a handler or hook count its own requests. Requires `registerLimits` to have run.
 *
 * @returns the seconds to wait for an address above the limit, else 0
 */
export function countCalls(
  app: FastifyInstance,
  { groupId, ...limit }: AddressLimit,
): (request: FastifyRequest) => Promise<number> {
  const keyGenerator = (request: FastifyRequest) => addressOf(request) + groupId;
  const check = app.createRateLimit({ ...limit, keyGenerator });
  return async (request) => {
    const state = await check(request);
    return !state.isAllowed && state.isExceeded ? state.ttlInSeconds : 0;
  };
}

export interface InMemoryLimit {
  isUsedUp(request: FastifyRequest): boolean;
  count(request: FastifyRequest): void;
}

/** Counts only in the memory of this copy. A count in the database would cost as much as the read that it prevents. */
export function countInMemory(
  { rateLimits, clock }: Pick<AppParts, 'rateLimits' | 'clock'>,
  { max, timeWindow }: AddressLimit,
): InMemoryLimit {
  const windows = new CountWindows(MAX_ADDRESSES);
  const windowOf = (request: FastifyRequest) =>
    windows.recall(addressOf(request), clock(), timeWindow);
  return {
    isUsedUp: (request) => rateLimits && windowOf(request).hits >= max,
    count(request) {
      windowOf(request).hits++;
    },
  };
}

const withoutCounters = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};

/**
 * @returns the client's address, or for IPv6 its /64 network. If a proxy forwards a text that is not an address: the
 * proxy's address
 */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''));
}
