import type { StoredAppState } from '../../storage/app-state.ts';
import type { AppParts } from '../app-parts.ts';

/** Another instance or a command may change the state, and the pages of this instance follow within two seconds. */
const READ_EVERY_MS = 1_000;

/**
 * Reads the state of the app once a second.
 *
 * @returns the state as it was read last, and a function that ends the reading
 */
export async function followAppState({
  storage: { appState },
}: Pick<AppParts, 'storage'>): Promise<{ current: () => StoredAppState; stop: () => void }> {
  let current = await appState.read();
  let isReading = false;
  const timer = setInterval(async () => {
    if (isReading) return;
    isReading = true;
    try {
      current = await appState.read();
    } catch {
      // The database is unavailable: the pages stay as they are.
    }
    isReading = false;
  }, READ_EVERY_MS);
  timer.unref();
  return { current: () => current, stop: () => clearInterval(timer) };
}
