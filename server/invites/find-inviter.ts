import { displayName, MAX_INVITER_ID_CHARACTERS } from '../../contract/inviters.ts';
import { StorageUnavailable } from '../../storage/errors.ts';
import type { Inviter } from '../../storage/storage.ts';
import type { App, AppParts } from '../app-parts.ts';

/**
 * Looks for the inviter whom a link names. Where the database cannot tell, there is nobody: chats
 * look at a link once, and a preview without a name is better than none.
 *
 * @param id whatever a stranger has written into a link
 */
export async function findInviter(
  app: App,
  { storage }: Pick<AppParts, 'storage'>,
  id: string,
): Promise<Inviter | undefined> {
  // The database keeps in mind whom it was asked for, so that must not be of any length.
  if (id.length > 2 * MAX_INVITER_ID_CHARACTERS) return undefined;
  try {
    const inviter = await storage.inviters.find(id);
    return inviter && displayName(inviter) !== '' ? inviter : undefined;
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) {
      app.log.error({ err: error }, 'An invite was shown without its inviter.');
    }
    return undefined;
  }
}
