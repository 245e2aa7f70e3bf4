import type { StoredAvailability } from '../../storage/availability.ts';
import type { AppParts } from '../app-parts.ts';

/** Another instance or a command may change the state, and the pages of this instance follow within two seconds. */
const READ_EVERY_MS = 1_000;

/**
 * Reads the state of the app once a second.
 *
 * @returns the state as it was read last, and a function that ends the reading
 */
export async function followAvailability({
  storage: { availability },
}: Pick<AppParts, 'storage'>): Promise<{ current: () => StoredAvailability; stop: () => void }> {
  let current = await availability.read();
  let isReading = false;
  const timer = setInterval(async () => {
    if (isReading) return;
    isReading = true;
    try {
      current = await availability.read();
    } catch {
      // The database is unavailable: the pages stay as they are.
    }
    isReading = false;
  }, READ_EVERY_MS);
  timer.unref();
  return { current: () => current, stop: () => clearInterval(timer) };
}
