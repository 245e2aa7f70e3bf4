import { createHmac } from 'node:crypto';
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { dayOf } from '../../storage/counters.ts';
import type { LimitHits, LimitWindow, SharedLimits } from '../../storage/storage.ts';
import { CountWindows } from './count-windows.ts';
import { keyFor } from './key-for.ts';

/** Enough bits that two names never get the same key by chance. */
const KEY_BYTES = 16;

interface CountingParts {
  sharedLimits: SharedLimits;
  /** From the database, so all copies make the same keys. It changes when the keys are rotated. */
  secret: () => Uint8Array;
  clock: () => number;
  /** Above this many keys, the one seen least recently is forgotten. */
  mostRemembered: number;
}

/**
 * Counts over all copies of the program (decision 031). Each copy also remembers the counts it has seen: above the
 * limit it does not ask the database, and if the database does not answer in time it counts on its own.
 */
export function countTogether(
  app: FastifyInstance,
  parts: CountingParts,
): FastifyRateLimitStoreCtor {
  const { sharedLimits, clock, mostRemembered } = parts;
  const keyOf = keysByDay(parts.secret);
  const known = new CountWindows(mostRemembered);
  let isAlone = false;

  async function count(name: string, hits: number, windowMs: number, max: number) {
    const at = clock();
    const window = known.recall(name, at, windowMs);
    const isUsedUp = window.hits >= max;
    window.hits += hits;
    // Other requests are counted during the wait below. They must not add to this request's count.
    const own = { ...window };
    const shared = isUsedUp ? undefined : await ask({ key: keyOf(name, at), hits, at, windowMs });
    // Calls counted here in the meantime are in the results still to come.
    const isNews = shared && (shared.until !== window.until || shared.hits > window.hits);
    if (isNews) Object.assign(window, shared);
    const { hits: current, until } = shared ?? own;
    return { current, ttl: until - at };
  }

  async function ask(hits: LimitHits): Promise<LimitWindow | undefined> {
    try {
      const window = await sharedLimits.count(hits);
      isAlone = false;
      return window;
    } catch (error) {
      if (!isAlone) {
        app.log.warn(
          { err: error },
          'The database does not answer: until it does, limits count on this copy alone.',
        );
      }
      isAlone = true;
      return undefined;
    }
  }

  const counting =
    (hits: number): FastifyRateLimitStore['incr'] =>
    (name, done, windowMs, max) => {
      count(name, hits, windowMs, max).then((state) => done(null, state), done);
    };
  return class {
    incr = counting(1);
    read = counting(0);
    child = () => this;
  };
}

/** @returns a function that hashes a name to its key, with another secret each day (UTC) */
function keysByDay(secret: () => Uint8Array): (name: string, at: number) => Uint8Array {
  let day: number | undefined;
  let madeOf: Uint8Array | undefined;
  let secretOfDay: Uint8Array = new Uint8Array();
  return (name, at) => {
    const today = dayOf(at);
    const latest = secret();
    if (day !== today || madeOf !== latest) {
      day = today;
      madeOf = latest;
      secretOfDay = keyFor(`limits of day ${day}`, latest);
    }
    return createHmac('sha256', secretOfDay).update(name).digest().subarray(0, KEY_BYTES);
  };
}
