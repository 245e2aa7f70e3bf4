import type { FastifyReply, FastifyRequest } from 'fastify';
import { INVITE_PATH, inviteModeOf, inviteQuery } from '../../contract/screens.ts';
import type { App, AppParts } from '../app-parts.ts';
import { type AddressLimit, countInMemory } from '../http/limits.ts';
import { type Resource, sendResource } from '../http/resource.ts';
import { findInviter } from './find-inviter.ts';
import type { InvitePages } from './invite-pages.ts';

/** Each link with an unknown inviter causes a query. Above the limit, all links get the general page without a query. */
export const unknownInviters: AddressLimit = {
  groupId: 'unknownInviters',
  max: 600,
  timeWindow: 60_000,
};

/**
 * Serves the invite page. The server chooses the mode from the link's query, so the page does not change its content
 * after loading. The page of a known inviter has the name in its head; all unknown inviters share one page.
 */
export function registerInvitePage(
  app: App,
  parts: AppParts,
  pages: () => InvitePages,
  notFound: () => Resource,
): void {
  const unknown = countInMemory(parts, unknownInviters);

  for (const path of [`${INVITE_PATH}/:id?`, `${INVITE_PATH}/:id/`]) app.get(path, show);

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const [, query = ''] = /\?(.*)/.exec(request.url) ?? [];
    const asked = new URLSearchParams(query);
    const mode = inviteModeOf(asked);
    const { byMode, personal } = pages();
    // robots.txt must allow chat apps here; this header keeps the page out of search results.
    reply.header('x-robots-tag', 'noindex');
    if (mode === 'app-invite' && !unknown.isUsedUp(request)) {
      const inviter = await findInviter(app, parts, asked.get(inviteQuery.inviter) ?? '');
      if (inviter) return await personal.send(inviter, request, reply);
      unknown.count(request);
    }
    return sendResource(byMode.get(mode) ?? notFound(), request, reply);
  }
}
