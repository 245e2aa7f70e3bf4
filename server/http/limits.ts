import { isIP } from 'node:net';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppParts } from '../app-parts.ts';
import { CountWindows } from './count-windows.ts';
import { errors } from './errors.ts';
import { readRepeatedly } from './read-repeatedly.ts';
import { countTogether } from './shared-counts.ts';

/** Limits that do not belong to one call; the limits of calls are in their schemas. */
export const limits = {
  // Above this number each sign-up needs a proof of work, which the page makes in about 0.3 s. It is two of five
  // people in a lecture hall of 500, and more than sign up in the hour after a mail to an office of 1,000. A larger
  // group only waits 0.3 s longer, so the number may be low: without proofs one network can send at most 4,800
  // sign-ups a day.
  signUpsWithoutProof: { groupId: 'signUpsWithoutProof', max: 200, timeWindow: 60 * 60_000 },
  // Most requests come from the servers of chat apps, each for many people.
  invitePicture: { groupId: 'invitePicture', max: 600, timeWindow: 60_000 },
  // Links with an unknown inviter, each of which reads the database. Above it they get the general page unread.
  unknownInviters: { groupId: 'unknownInviters', max: 600, timeWindow: 60_000 },
  // Only wrong keys of the app's back end are limited: with a right key it may send in bursts.
  wrongKeys: { groupId: 'wrongKeys', max: 30, timeWindow: 60_000 },
} as const;

/** Codes per phone number, over all addresses that ask. */
export const codesOfNumber = { perHour: 10, perDay: 20 } as const;
/**
 * Guesses that are compared per phone number and day (UTC), over all codes, browsers and copies of the program.
 * A code has a million values, so 100 guesses every day hit one in 27 years on average.
 */
export const guessesOfNumber = { perDay: 100 } as const;

/** Bounds the memory: above this many addresses, the one seen least recently is forgotten. */
const ADDRESSES_REMEMBERED = 50_000;

/** Limits the calls whose route has a limit. The address is the one that `trustProxy` accepts. */
export async function registerLimits(
  app: FastifyInstance,
  { storage, clock }: Pick<AppParts, 'storage' | 'clock'>,
): Promise<void> {
  const { sharedLimits } = storage;
  // Of the global options only `cache` does not reach the plugin's store of a route, which would keep 5,000.
  app.addHook('onRoute', ({ config }) => {
    if (config?.rateLimit) config.rateLimit = { ...config.rateLimit, cache: ADDRESSES_REMEMBERED };
  });
  await app.register(rateLimit, {
    ...(sharedLimits && {
      store: countTogether(app, {
        sharedLimits,
        secret: await readRepeatedly(() => storage.signInSecret(), clock),
        clock,
        mostRemembered: ADDRESSES_REMEMBERED,
      }),
    }),
    global: false,
    keyGenerator: addressOf,
    addHeaders: withoutCounters,
    addHeadersOnExceeding: withoutCounters,
    errorResponseBuilder: (_request, { ttl }) => errors.tooManyRequests(Math.ceil(ttl / 1_000)),
  });
}

export interface FailureLimit {
  /** @throws CallError if the address has used up its failures */
  refusePastLimit(request: FastifyRequest): Promise<void>;
  count(request: FastifyRequest): Promise<void>;
}

/** Counts failures instead of requests. Call `registerLimits` before. */
export function countFailures(
  app: FastifyInstance,
  { groupId, ...limit }: { groupId: string; max: number; timeWindow: number },
): FailureLimit {
  const keyGenerator = (request: FastifyRequest) => addressOf(request) + groupId;
  const check = app.createRateLimit({ ...limit, keyGenerator });
  return {
    async refusePastLimit(request) {
      const state = await check(request, { increment: false });
      if (!state.isAllowed && state.remaining === 0) {
        throw errors.tooManyRequests(state.ttlInSeconds);
      }
    },
    async count(request) {
      await check(request);
    },
  };
}

/**
 * Counts a call in its handler. Call `registerLimits` before.
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

export interface OwnLimit {
  isUsedUp(request: FastifyRequest): boolean;
  count(request: FastifyRequest): void;
}

/** Counts only in the memory of this copy: cheaper than the work that the limit saves. */
export function countInMemory(
  { rateLimits, clock }: Pick<AppParts, 'rateLimits' | 'clock'>,
  { max, timeWindow }: { max: number; timeWindow: number },
): OwnLimit {
  const windows = new CountWindows(ADDRESSES_REMEMBERED);
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

/** @returns the address, for IPv6 its /64 network. A proxy may forward any text, and only an address becomes a key. */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''));
}
