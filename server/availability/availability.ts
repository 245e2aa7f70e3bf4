import type { AvailabilityResponse } from '../../contract/schemas/availability.ts';
import type { StoredAvailability } from '../../storage/availability.ts';
import type { AppParts } from '../app-parts.ts';
import type { Handlers } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { createAuthors } from '../identity/sessions.ts';

/** The calls with which admins change where visitors get the app. */
export function availabilityCalls({ storage: { availability }, clock }: AppParts) {
  const authorOf = createAuthors(clock);

  function present({ id, at, state }: StoredAvailability): AvailabilityResponse {
    const { ios, iosLink, android, androidLink } = state;
    return { id, changedAt: at === null ? null : written(at), ios, iosLink, android, androidLink };
  }

  return {
    getAvailability: async () => present(await availability.read()),

    async changeAvailability(request) {
      const { seen, ...change } = request.body;
      const changed = await availability.change(change, authorOf(request), seen);
      if ('problem' in changed) throw errors.invalidAvailability(changed.problem);
      if (changed.before.id !== seen) throw errors.changedApp();
      return present(changed.after);
    },

    async undoAvailability(request) {
      const { seen } = request.body;
      const undone = await availability.undo(authorOf(request), seen);
      if (!undone) throw errors.unchangedApp();
      if (undone.before.id !== seen) throw errors.changedApp();
      return present(undone.after);
    },
  } satisfies Partial<Handlers>;
}

function written(at: number): string {
  return new Date(at).toISOString();
}

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
