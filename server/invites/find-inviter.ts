import { displayName, MAX_INVITER_ID_CHARACTERS } from '../../contract/inviters.ts';
import { StorageUnavailable } from '../../storage/errors.ts';
import type { Inviter } from '../../storage/interface/invites.ts';
import type { App, AppParts } from '../app-parts.ts';

/**
 * Finds the inviter of a link. While the database is unavailable, an inviter counts as unknown unless the storage has
 * the profile in memory. Chat apps fetch a link only once, so a preview without a name is better than an error.
 *
 * @param id is any text, because strangers can put any text into a link
 */
export async function findInviter(
  app: App,
  { storage }: Pick<AppParts, 'storage'>,
  id: string,
): Promise<Inviter | undefined> {
  // The storage caches each id that is looked up, so a long id would take memory.
  if (id.length > 2 * MAX_INVITER_ID_CHARACTERS) return undefined;
  try {
    const inviter = await storage.inviters.find(id);
    return inviter && hasName(inviter) ? inviter : undefined;
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) {
      app.log.error({ err: error }, 'An invite page or its picture was shown without its inviter.');
    }
    return undefined;
  }
}

/** Whether an invite page can name the inviter. */
export function hasName(inviter: Inviter): boolean {
  return displayName(inviter) !== '';
}
