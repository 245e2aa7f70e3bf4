import { displayName, MAX_INVITER_ID_CHARACTERS } from '../../contract/inviters.ts';
import { StorageUnavailable } from '../../storage/errors.ts';
import type { Inviter } from '../../storage/storage.ts';
import type { App, AppParts } from '../app-parts.ts';

/**
 * Finds the inviter of a link. If the database is unavailable, returns none: chat apps fetch a link once, and a
 * preview without a name is better than an error.
 *
 * @param id may be any text that a stranger put into a link
 */
export async function findInviter(
  app: App,
  { storage }: Pick<AppParts, 'storage'>,
  id: string,
): Promise<Inviter | undefined> {
  // Bound the length, because the database caches the ids that it was asked for.
  if (id.length > 2 * MAX_INVITER_ID_CHARACTERS) return undefined;
  try {
    const inviter = await storage.inviters.find(id);
    return inviter && displayName(inviter) !== '' ? inviter : undefined;
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) {
      app.log.error({ err: error }, 'An invite page was shown without its inviter.');
    }
    return undefined;
  }
}
