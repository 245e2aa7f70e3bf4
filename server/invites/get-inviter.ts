import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';

/** How long browsers and caches may keep a profile. */
const PROFILE_CACHE = 'public, max-age=60';

/** The public profile of an inviter, for the invite page. */
export function getInviter({ storage }: AppParts): Handler<'getInviter'> {
  return async (request, reply) => {
    const inviter = await storage.inviters.find(request.params.id);
    // Not cached: the app may add the profile a moment later.
    if (!inviter) throw errors.unknownInviter();
    reply.header('cache-control', PROFILE_CACHE);
    return {
      profileImageUrl: inviter.profileImageUrl,
      username: inviter.username,
      firstName: inviter.firstName,
    };
  };
}
