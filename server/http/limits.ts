import { isIP } from 'node:net';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppParts } from '../app-parts.ts';
import { CountWindows } from './count-windows.ts';
import { errors } from './errors.ts';
import { readRepeatedly } from './read-repeatedly.ts';
import { countTogether } from './shared-counts.ts';

/** Limits of what is no call, or not a whole one; the limits of calls stand with their schemas. */
export const limits = {
  // After these a sign-up has to bring a proof of work, which the page does by itself within about 0.3 s. A
  // large lecture hall seats 500, of whom two of five sign up while the address is on the screen; of an
  // office of 1,000 that gets a mail, fewer do within the hour. A larger crowd only waits that moment longer,
  // so the number may be this low: without a proof one network sends 4,800 a day at most.
  signUpsWithoutProof: { groupId: 'signUpsWithoutProof', max: 200, timeWindow: 60 * 60_000 },
  // Most who ask are the servers of chats, each for many people.
  invitePicture: { groupId: 'invitePicture', max: 600, timeWindow: 60_000 },
  // Links that name no inviter, each a read of the database. Past it they get the general page unread.
  unknownInviters: { groupId: 'unknownInviters', max: 600, timeWindow: 60_000 },
  // Of the app's back end, whose calls with a right key are not limited: it sends in bursts.
  wrongKeys: { groupId: 'wrongKeys', max: 30, timeWindow: 60_000 },
} as const;

/** How many codes are sent to one number, wherever they are asked from. */
export const codesOfNumber = { perHour: 10, perDay: 20 } as const;
/**
 * How many guesses are compared for one number in a day (UTC), over all codes, browsers and copies of the
 * program. Codes have a million values, so somebody who tries every day guesses right once in 27 years.
 */
export const guessesOfNumber = { perDay: 100 } as const;

/** Past this many addresses the one seen longest ago is forgotten, so that memory stays bounded. */
const ADDRESSES_REMEMBERED = 50_000;

/** Limits the calls whose route says so. The address is the one that `trustProxy` vouches for. */
export async function registerLimits(
  app: FastifyInstance,
  { storage, clock }: Pick<AppParts, 'storage' | 'clock'>,
): Promise<void> {
  const { sharedLimits } = storage;
  // Of what is set for all routes, the plugin's store of a route gets everything but this, and would keep 5,000.
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
  /** @throws CallError where the address has used up its failures */
  refusePastLimit(request: FastifyRequest): Promise<void>;
  count(request: FastifyRequest): Promise<void>;
}

/** Counts what went wrong rather than what was asked. Limits must have been registered before. */
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
 * Counts a call from within its handler. Limits must have been registered before.
 *
 * @returns how many seconds an address has to wait that is past the limit, and 0 for others
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

/** Counts on this copy alone, in memory: for what saves work of the copy, and must cost less than it saves. */
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

/** @returns the address, of IPv6 its network. What a proxy passes on may be anything; only an address is a key. */
export function addressOf(request: FastifyRequest): string {
  return normalizeIP(isIP(request.ip) ? request.ip : (request.socket.remoteAddress ?? ''));
}
