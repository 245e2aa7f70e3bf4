import type { FastifyReply, FastifyRequest } from 'fastify';
import { INVITE_PATH, inviteModeOf, inviteQuery } from '../contract/screens.ts';
import type { App, AppParts } from './app-parts.ts';
import { findInviter } from './find-inviter.ts';
import { countInMemory, limits } from './limits.ts';
import { sendResource } from './resource.ts';
import type { Site } from './site.ts';

/**
 * Serves the invite page in the mode that its link asks for, so that no mode flashes another, and with
 * a head that names the inviter, where that is somebody. Whoever is not shares one page.
 */
export function registerInvitePage(app: App, parts: AppParts, site: () => Site): void {
  const unknown = countInMemory(parts, limits.unknownInviters);

  for (const path of [`${INVITE_PATH}/:id?`, `${INVITE_PATH}/:id/`]) app.get(path, show);

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [, query = ''] = /\?(.*)/.exec(request.url) ?? [];
    const asked = new URLSearchParams(query);
    const mode = inviteModeOf(asked);
    const { invites, personalInvite, notFound } = site();
    // Chats that follow robots.txt must come here; search engines, which show pages, must not.
    reply.header('x-robots-tag', 'noindex');
    if (mode === 'app-invite' && !unknown.isUsedUp(request)) {
      const inviter = await findInviter(app, parts, asked.get(inviteQuery.inviter) ?? '');
      if (inviter) return await personalInvite.send(inviter, request, reply);
      unknown.count(request);
    }
    return sendResource(invites.get(mode) ?? notFound, request, reply);
  }
}
