import { createHmac } from 'node:crypto';
import { dayOf } from '../../storage/counters.ts';
import type { LimitHits, LimitWindow, SharedLimits } from '../../storage/interface/operation.ts';
import type { App } from '../app-parts.ts';
import { keyFor } from '../key-for.ts';
import { CountWindows } from './count-windows.ts';

/** With 128 bits, two names get the same key only with negligible probability. */
const KEY_BYTES = 16;

interface CountingParts {
  sharedLimits: SharedLimits;
  /** The secret in the database, from which all copies derive the same keys. It changes with `rotate-keys`. */
  secret: () => Uint8Array;
  clock: () => number;
  /** Above this number the count of the least recently used key is dropped from memory. */
  mostRemembered: number;
}

/** Counts a request. @returns the milliseconds to wait if the name is above the limit, else 0 */
export type CountTogether = (name: string, windowMs: number, max: number) => Promise<number>;

/**
 * Counts for all copies of the program together, in the database (decision 031). Each copy also keeps the latest counts
 * in memory. If such a count has reached the limit, the copy does not query the database. If the database does not
 * answer in time, the copy counts alone.
 */
export function countTogether(app: App, parts: CountingParts): CountTogether {
  const { sharedLimits, clock, mostRemembered } = parts;
  const keyOf = keysByDay(parts.secret);
  const known = new CountWindows(mostRemembered);
  let isAlone = false;

  async function count(name: string, windowMs: number, max: number): Promise<number> {
    const at = clock();
    const window = known.recall(name, at, windowMs);
    const isUsedUp = window.hits >= max;
    window.hits++;
    // Requests that arrive during the await below change `window`; this request's result must not include them.
    const own = { ...window };
    const shared = isUsedUp
      ? undefined
      : await ask({ key: keyOf(name, at), hits: 1, at, windowMs });
    // A count only rises within its window, so the higher count is newer. `window` may include requests whose results
    // have not arrived yet.
    const isNewer = shared && (shared.until !== window.until || shared.hits > window.hits);
    if (isNewer) Object.assign(window, shared);
    const { hits, until } = shared ?? own;
    return hits > max ? until - at : 0;
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
          'The database does not answer. Until it does, this copy counts limits without the other copies.',
        );
      }
      isAlone = true;
      return undefined;
    }
  }

  return count;
}

/** @returns a function that hashes a name with a secret that changes every day (UTC) */
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
