import { calls } from '../../contract/calls.ts';
import { ErrorResponse } from '../../contract/schemas/errors.ts';
import { InviterParams, InviterResponse } from '../../contract/schemas/inviters.ts';
import type { App, AppParts } from '../app-parts.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';

/** So long a browser, or a cache in front of us, may go on showing a profile. */
const PROFILE_CACHE = 'public, max-age=60';

/** Tells an invite page who invites. */
export function getInviter(app: App, { storage }: AppParts): void {
  app.route({
    method: calls.getInviter.method,
    url: calls.getInviter.path,
    config: { rateLimit: limits.getInviter },
    schema: {
      summary: 'The public profile of an inviter',
      params: InviterParams,
      response: { 200: InviterResponse, '4xx': ErrorResponse, '5xx': ErrorResponse },
    },
    handler: async (request, reply) => {
      const inviter = await storage.inviters.find(request.params.id);
      // Not cached: the app may report the profile a moment later.
      if (!inviter) throw errors.unknownInviter();
      reply.header('cache-control', PROFILE_CACHE);
      return {
        profileImageUrl: inviter.profileImageUrl,
        username: inviter.username,
        firstName: inviter.firstName,
      };
    },
  });
}
