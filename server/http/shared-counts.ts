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
 * The keys are made from a secret of the database, so all instances have the same. `rotate-keys` changes it.
 *
 * @returns a function that counts a request. `window` is the window of this instance, which includes the request and is
 *   updated with the shared count. It returns the shared window, or `window` if the database does not answer in time
 */
export async function countTogether(
  app: FastifyApp,
  { storage, clock }: Pick<AppParts, 'storage' | 'clock'>,
  sharedLimits: SharedLimits,
) {
  const keyOf = keysByDay(await readRepeatedly(() => storage.keySecret(), clock));
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
      const shared = await sharedLimits.count({ key: keyOf(name, at), at, windowMs });
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

/** The first use of a value that was read at least this long ago starts a new read, and still gets the old value. */
export const READ_AGAIN_AFTER_MS = 10_000;

/**
 * Caches a value of the database that every request needs and that rarely changes.
 *
 * @returns a function that returns the cached value, and reads the value again in the background if the cached value is
 *   too old
 */
async function readRepeatedly<Value extends object>(
  read: () => Promise<Value>,
  clock: () => number,
): Promise<() => Value> {
  let value: Value = await read();
  let readAt = clock();
  return () => {
    if (Math.abs(clock() - readAt) >= READ_AGAIN_AFTER_MS) {
      readAt = clock();
      read().then(
        (latest) => {
          value = latest;
        },
        // The database is unavailable: keep the value until the next refresh.
        () => {},
      );
    }
    return value;
  };
}
