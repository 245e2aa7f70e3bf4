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

/** Limits that do not belong to one call; the limits of calls are in their schemas. */
export const limits = {
  // Above this number each sign-up from the same network needs a proof of work. The number may be low, because the page
  // computes the proof in about 0.3 s: people hardly notice, even if 500 sign up in one lecture hall. Robots can send
  // at most 4,800 sign-ups a day from one network without proofs.
  signUpsWithoutProof: { groupId: 'signUpsWithoutProof', max: 200, timeWindow: 60 * 60_000 },
  // High, because most requests come from the servers of chat apps, and one address serves many people.
  invitePicture: { groupId: 'invitePicture', max: 600, timeWindow: 60_000 },
  // Each link with an unknown inviter causes a query. Above the limit, all links get the general page without a query.
  unknownInviters: { groupId: 'unknownInviters', max: 600, timeWindow: 60_000 },
  // Requests with a wrong key for the app's back end. Requests with a right key are not limited.
  wrongKeys: { groupId: 'wrongKeys', max: 30, timeWindow: 60_000 },
} as const;

/** Codes that are sent to one phone number, for requests from all addresses together. */
export const codesOfNumber = { perHour: 10, perDay: 20 } as const;
/**
 * Guesses that are compared for one phone number per day (UTC), for all codes, browsers and copies of the program
 * together. A code has a million values: an attacker with 100 guesses a day needs 27 years on average.
 */
export const guessesOfNumber = { perDay: 100 } as const;

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
 * Counts in memory, once for each group of routes: the call and the form for sign-ups are one group. The library's own
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

/**
 * Lets a handler or hook count its own requests. Requires `registerLimits` to have run.
 *
 * @returns the seconds to wait for an address above the limit, else 0
 */
export function countCalls(
  app: FastifyInstance,
  { groupId, ...limit }: { groupId: string; max: number; timeWindow: number },
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
  { max, timeWindow }: { max: number; timeWindow: number },
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
