import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';

/** Erases an inviter: the profile and the counters. The next hourly retention deletes the inviter's events. */
export function eraseInviter({ storage, clock }: AppParts): Handler<'eraseInviter'> {
  return async (request) => {
    const erased = await storage.inviters.erase(request.params.id, clock());
    if (!erased) throw errors.unknownInviter();
    return { erased: true };
  };
}
