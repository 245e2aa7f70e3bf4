import { createHmac } from 'node:crypto';
import { dayOf } from '../../contract/durations.ts';
import type { LimitWindow, SharedLimits } from '../../storage/engine.ts';
import type { App } from '../app-parts.ts';
import { keyFor } from './credentials.ts';

/** With 128 bits, two names get the same key only with negligible probability. */
const KEY_HEX_DIGITS = 32;

/**
 * Lets all instances of the program count together, in the database (decision 031).
 *
 * @param secret from the database, so that all instances derive the same keys; it changes with `rotate-keys`
 * @returns a function that counts a request. Its `window` is in the memory of this instance, with this request, and gets
 *   the shared count. It returns the shared window, or that of this instance if the database does not answer in time
 */
export function countTogether(app: App, sharedLimits: SharedLimits, secret: () => Uint8Array) {
  const keyOf = keysByDay(secret);
  let isAlone = false;
  return async (
    name: string,
    window: LimitWindow,
    at: number,
    windowMs: number,
  ): Promise<LimitWindow> => {
    // Requests that arrive during the await below change `window`; this request's result must not include them.
    const own = { ...window };
    try {
      const shared = await sharedLimits.count({ key: keyOf(name, at), at, windowMs });
      isAlone = false;
      // A count only rises within its window, so the higher count is newer. `window` may include requests whose results
      // have not arrived yet.
      if (shared.until !== window.until || shared.hits > window.hits) Object.assign(window, shared);
      return shared;
    } catch (error) {
      if (!isAlone) {
        app.log.warn(
          { err: error },
          'The database does not answer. Until it does, this instance counts limits without the others.',
        );
      }
      isAlone = true;
      return own;
    }
  };
}

/** @returns a function that hashes a name with a secret that changes every day (UTC) */
function keysByDay(secret: () => Uint8Array): (name: string, at: number) => string {
  let known: { day: number; secret: Uint8Array; key: Buffer } | undefined;
  return (name, at) => {
    const day = dayOf(at);
    const latest = secret();
    if (known?.day !== day || known.secret !== latest)
      known = { day, secret: latest, key: keyFor(`limits of day ${day}`, latest) };
    return createHmac('sha256', known.key).update(name).digest('hex').slice(0, KEY_HEX_DIGITS);
  };
}
