import type { AppParts } from '../app-parts.ts';
import type { Handler } from '../http/call.ts';
import { errors } from '../http/errors.ts';
import { findLinked } from './find-inviter.ts';

/** For how long browsers and caches may keep a profile. */
const PROFILE_KEPT = 'public, max-age=60, must-revalidate';

/** The public profile of an inviter, for the invite page. */
export function getInviter({ storage: { inviters } }: AppParts): Handler<'getInviter'> {
  return async (request, reply) => {
    const inviter = await findLinked(inviters, request.params.id);
    // The 404 must not be cached: the app may add the profile a moment later.
    if (!inviter) throw errors.unknownInviter();
    reply.header('cache-control', PROFILE_KEPT);
    const { profileImageUrl, username, firstName } = inviter;
    return { profileImageUrl, username, firstName };
  };
}
