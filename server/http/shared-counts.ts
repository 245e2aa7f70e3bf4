import { createHmac } from 'node:crypto';
import { dayOf } from '../../contract/durations.ts';
import type { LimitWindow, SharedLimits } from '../../storage/engine.ts';
import type { AppParts, FastifyApp } from '../app-parts.ts';
import { keyFor } from './credentials.ts';

/** With 128 bits, two names get the same key only with negligible probability. */
const KEY_HEX_DIGITS = 32;

/**
 * Lets all instances of the program count together, in the database (decision 031).
 *
 * @returns a function that counts a request. `window` is the window of this instance, which includes the request and is
 *   updated with the shared count. It returns the shared window, or `window` if the database does not answer in time
 */
export function countTogether(
  app: FastifyApp,
  storage: AppParts['storage'],
  sharedLimits: SharedLimits,
) {
  const keyOf = keysByDay(storage);
  let isDatabaseDown = false;
  return async (
    name: string,
    window: LimitWindow,
    at: number,
    windowMs: number,
  ): Promise<LimitWindow> => {
    // Requests that arrive during the await below change `window`; this request's result must not include them.
    const own = { ...window };
    try {
      const shared = await sharedLimits.count({ key: await keyOf(name, at), at, windowMs });
      isDatabaseDown = false;
      // A count only rises within its window, so the higher count is newer. `window` may include requests whose results
      // have not arrived yet.
      if (shared.until !== window.until || shared.hits > window.hits) Object.assign(window, shared);
      return shared;
    } catch (error) {
      if (!isDatabaseDown) {
        app.log.warn(
          { err: error },
          'The database does not answer. Until it does, this instance counts limits without the others.',
        );
      }
      isDatabaseDown = true;
      return own;
    }
  };
}

/**
 * @returns a function that hashes a name with a key that changes every day (UTC). The key is made from a secret of the
 *   database, so all instances have the same, after `rotate-keys` from the next day on
 */
function keysByDay({ keySecret }: AppParts['storage']) {
  let known: { day: number; key: Buffer } | undefined;
  return async (name: string, at: number): Promise<string> => {
    const day = dayOf(at);
    if (known?.day !== day) known = { day, key: keyFor(`limits of day ${day}`, await keySecret()) };
    return createHmac('sha256', known.key).update(name).digest('hex').slice(0, KEY_HEX_DIGITS);
  };
}
