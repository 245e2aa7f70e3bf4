import { LruMap } from 'toad-cache';
import type { Limit } from '../../contract/schemas/call-schema.ts';
import type { LimitWindow } from '../../storage/engine.ts';
import type { App, AppParts } from '../app-parts.ts';
import { readRepeatedly } from '../read-repeatedly.ts';
import { errors } from './errors.ts';
import { addressOf } from './request-source.ts';
import { countTogether } from './shared-counts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit of a route. */
    rateLimit?: AddressLimit;
  }
  interface FastifyInstance {
    /** Counts a request for a limit. Missing if the site has no limits. */
    countRequest?: Count;
  }
}

/** Bounds the memory: above this number the count of the least recently seen address is dropped. */
const MAX_ADDRESSES = 50_000;

/** How many requests an address may make in a window of time. */
export interface AddressLimit extends Limit {
  /** Requests with the same `groupId` are counted together. */
  readonly groupId: string;
}

/** Counts a request of an address. @returns the seconds to wait if the address is above the limit, else 0 */
type Count = (address: string, limit: AddressLimit) => Promise<number>;

/**
 * Applies the limit of each route that has one. Behind a trusted proxy, calls are counted by the visitor's address, not
 * by the address of the proxy.
 */
export async function registerLimits(
  app: App,
  { storage, clock }: Pick<AppParts, 'storage' | 'clock'>,
): Promise<void> {
  const together =
    storage.sharedLimits &&
    countTogether(
      app,
      storage.sharedLimits,
      await readRepeatedly(() => storage.keySecret(), clock),
    );
  const groups = new Map<string, CountWindows>();
  const count: Count = async (address, { groupId, max, windowMs }) => {
    const windows = groups.getOrInsertComputed(groupId, () => new CountWindows());
    const at = clock();
    const window = windows.recall(address, at, windowMs);
    window.hits++;
    // A refusal needs no query, because the shared count is not lower.
    const isShared = together && window.hits <= max;
    const { hits, until } = isShared
      ? await together(address + groupId, window, at, windowMs)
      : window;
    return hits > max ? Math.ceil((until - at) / 1_000) : 0;
  };
  app.decorate('countRequest', count);
  app.addHook('onRoute', (route) => {
    const limit = route.config?.rateLimit;
    if (!limit) return;
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      async (request) => {
        const secondsToWait = await count(addressOf(request), limit);
        if (secondsToWait > 0) throw errors.tooManyRequests(secondsToWait);
      },
    ];
  });
}

/**
 * Lets a handler or hook count its own requests.
 *
 * @returns the seconds to wait for an address above the limit, else 0; always 0 if the site has no limits
 */
export function countCalls(app: App, limit: AddressLimit): (network: string) => Promise<number> {
  return async (network) => (await app.countRequest?.(network, limit)) ?? 0;
}

/**
 * Counts only in the memory of this instance. Use this for a limit that saves database reads: a count in the database would
 * cost as much as a read.
 */
export function countInMemory(
  { rateLimits, clock }: Pick<AppParts, 'rateLimits' | 'clock'>,
  { max, windowMs }: AddressLimit,
) {
  const windows = new CountWindows();
  return {
    isUsedUp(network: string): boolean {
      const window = windows.find(network, clock(), windowMs);
      return rateLimits && window !== undefined && window.hits >= max;
    },
    count(network: string): void {
      windows.recall(network, clock(), windowMs).hits++;
    },
  };
}

/** Counts per address and time window. Above `MAX_ADDRESSES`, the least recently used address is removed. */
class CountWindows {
  readonly #byAddress = new LruMap<LimitWindow>(MAX_ADDRESSES);

  /**
   * Marks the address as used.
   *
   * @returns the current window of the address, to whose `hits` the caller adds
   */
  recall(address: string, now: number, windowMs: number): LimitWindow {
    const last = this.find(address, now, windowMs);
    if (last) return last;
    const window = { hits: 0, until: now + windowMs };
    this.#byAddress.set(address, window);
    return window;
  }

  /**
   * Marks the address as used, but adds no window. A window that ends later than a new window would end is ignored: the
   * clock was set back.
   *
   * @returns the current window of the address, if it has one
   */
  find(address: string, now: number, windowMs: number): LimitWindow | undefined {
    const last = this.#byAddress.get(address);
    return last && last.until > now && last.until <= now + windowMs ? last : undefined;
  }
}
