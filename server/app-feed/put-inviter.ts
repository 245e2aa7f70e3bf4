import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import { checkInviter } from './inviter-checks.ts';

/** Creates or replaces the profile of an inviter. */
export function putInviter({ storage, profileImageHosts }: AppParts): Handler<'putInviter'> {
  return async (request) => {
    const inviter = checkInviter(request.params.id, request.body, profileImageHosts);
    await storage.inviters.put(inviter);
    return { stored: true };
  };
}
