import type { FastifyReply, RouteHandlerMethod } from 'fastify';
import { inviteVariant } from '../../contract/app-state.ts';
import {
  INVITE_PATH,
  type InviteMode,
  inviteLink,
  inviteModeOf,
  inviteModes,
  inviteQuery,
} from '../../contract/screens.ts';
import type { AppParts } from '../app-parts.ts';
import { type Resource, sendResource } from '../http/resource.ts';
import type { Build } from '../pages/build.ts';
import { createPage, fillEach, fillPage, type PageParts, rebuiltOnChange } from '../pages/page.ts';
import type { FindLinked } from './find-inviter.ts';
import { type openPersonalPages, profileImages, withNoindex } from './personal-pages.ts';

/**
 * The invite page. The server chooses the mode from the link's query, so the page does not change its content
 * after loading. The page of a known inviter has the name in its head; all unknown inviters share one page.
 */
export function createInvitePage(
  parts: Pick<AppParts, 'profileImageHosts'> & PageParts,
  build: Build,
  find: FindLinked,
  sendPersonal: ReturnType<typeof openPersonalPages>,
  notFound: () => Resource,
): RouteHandlerMethod {
  const pages = openInvitePages(build, parts);

  return async (request, reply) => {
    const { mode, inviterId, unescaped } = readLink(request.url);
    if (unescaped !== undefined) return redirectTo(`${INVITE_PATH}?${unescaped}`, reply);
    const inviter = inviterId && (await find(request, inviterId));
    if (inviter && mode !== 'plain-invite') {
      // The page's scripts read the id from its address, so a link with another spelling of the id is redirected.
      if (mode === 'app-invite' && inviter.id !== inviterId)
        return redirectTo(inviteLink(inviter.id), reply);
      return sendPersonal()(mode, inviter, request, reply);
    }
    return sendResource(pages().get(mode) ?? notFound(), request, reply);
  };
}

/** Redirects to a path of this site. The app may soon add an inviter with exactly the id of the link. */
function redirectTo(path: string, reply: FastifyReply): FastifyReply {
  return reply.redirect(path, 302);
}

/** In a link that was copied from HTML. */
const ESCAPED_AND = /&(?:amp;)+/gi;

/** `unescaped` is the query of a link that was copied from HTML, without the escapes. */
function readLink(url: string) {
  const [, query = ''] = /\?(.*)/.exec(url) ?? [];
  const asked = new URLSearchParams(query);
  const plain = query.replaceAll(ESCAPED_AND, '&');
  return {
    mode: inviteModeOf(asked),
    inviterId: asked.get(inviteQuery.inviter) ?? '',
    unescaped: plain === query ? undefined : String(new URLSearchParams(plain)),
  };
}

/** @returns a function that returns the current general pages, which change with the year and the state of the app */
function openInvitePages(
  build: Build,
  parts: PageParts & Pick<AppParts, 'profileImageHosts'>,
): () => ReadonlyMap<InviteMode, Resource> {
  return rebuiltOnChange(parts, (slots) => {
    const templateOf = (mode: InviteMode) =>
      build.variants.get(`${mode}${inviteVariant(slots.app)}`) ?? '';
    const templates = new Map(inviteModes.map((mode) => [mode, templateOf(mode)]));
    return fillEach(templates, (mode, template) => {
      const sources = mode === 'app-invite' ? profileImages(parts) : {};
      return createPage(withNoindex(fillPage(template, slots, sources)));
    });
  });
}
