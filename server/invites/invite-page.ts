import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  INVITE_PATH,
  type InviteMode,
  inviteLink,
  inviteModeOf,
  inviteQuery,
} from '../../contract/screens.ts';
import type { App, AppParts } from '../app-parts.ts';
import { type AddressLimit, countInMemory } from '../http/limits.ts';
import { addressOf } from '../http/request-source.ts';
import { type Resource, sendResource } from '../http/resource.ts';
import { findInviter } from './find-inviter.ts';
import type { InvitePages } from './invite-pages.ts';

/** Each link with an unknown inviter causes queries. Above the limit, an address gets only general pages. */
export const unknownInviters: AddressLimit = {
  groupId: 'unknownInviters',
  max: 600,
  windowMs: 60_000,
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
  const general = (mode: InviteMode) => pages().byMode.get(mode) ?? notFound();

  app.get(`${INVITE_PATH}/:id?`, show);
  app.get(`${INVITE_PATH}/:id/`, show);

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { mode, inviterId, unescaped } = readLink(request.url);
    if (unescaped !== undefined) return leadTo(`${INVITE_PATH}?${unescaped}`, reply);
    const network = addressOf(request);
    if (mode === 'app-invite' && !unknown.isUsedUp(network)) {
      const inviter = await findInviter(app, parts, inviterId);
      // The page's scripts read the id from its address, so a link with another spelling of the id is redirected.
      if (inviter && inviter.id !== inviterId) return leadTo(inviteLink(inviter.id), reply);
      if (inviter) return pages().sendPersonal(inviter, request, reply);
      unknown.count(network);
    }
    return sendResource(general(mode), request, reply);
  }
}

/** Redirects to a path of this site. The app may soon add an inviter with exactly the id of the link. */
function leadTo(path: string, reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 302);
}

/** In a link that was copied from HTML. */
const ESCAPED_AND = /&(?:amp;)+/gi;

/** `unescaped` is the query of a link that was copied from HTML, without the escapes. */
function readLink(url: string): {
  mode: InviteMode;
  inviterId: string;
  unescaped: string | undefined;
} {
  const [, query = ''] = /\?(.*)/.exec(url) ?? [];
  const asked = new URLSearchParams(query);
  const plain = query.replaceAll(ESCAPED_AND, '&');
  return {
    mode: inviteModeOf(asked),
    inviterId: asked.get(inviteQuery.inviter) ?? '',
    unescaped: plain === query ? undefined : String(new URLSearchParams(plain)),
  };
}
