import type { RouteHandlerMethod } from 'fastify';
import { addressMeantBy } from '../../contract/damaged-links.ts';
import { INVITE_PATH, type InviteMode, inviteModeOf, inviteModes } from '../../contract/screens.ts';
import type { AppParts } from '../app-parts.ts';
import { type Resource, sendResource } from '../http/resource.ts';
import type { Build } from '../pages/build.ts';
import { createPage, fillEach, fillPage, type PageParts, rebuiltOnChange } from '../pages/page.ts';
import type { ReadLink } from './find-inviter.ts';
import { type openPersonalPages, profileImages, withNoindex } from './personal-pages.ts';

/**
 * The invite page. The server chooses the mode from the link's query, so the page does not change its content
 * after loading. The page of a known inviter has the name in its head; all unknown inviters share one page.
 */
export function createInvitePage(
  parts: Pick<AppParts, 'profileImageHosts'> & PageParts,
  build: Build,
  readLink: ReadLink,
  sendPersonal: ReturnType<typeof openPersonalPages>,
  notFound: () => Resource,
): RouteHandlerMethod {
  const pages = openInvitePages(build, parts);

  return async (request, reply) => {
    const address = addressMeantBy(request.url);
    if (address !== undefined) return reply.redirect(address, 302);
    const { query, inviter, isDamaged } = await readLink(request);
    if (isDamaged) return reply.redirect(`${INVITE_PATH}?${query}`, 302);
    const mode = inviteModeOf(query);
    if (inviter && mode !== 'plain-invite') return sendPersonal()(mode, inviter, request, reply);
    return sendResource(pages().get(mode) ?? notFound(), request, reply);
  };
}

/** @returns a function that returns the current general pages, which change with the year and the state of the app */
function openInvitePages(
  build: Build,
  parts: PageParts & Pick<AppParts, 'profileImageHosts'>,
): () => ReadonlyMap<InviteMode, Resource> {
  return rebuiltOnChange(parts, (slots) => {
    const templates = inviteModes.map((mode) => [mode, build.page(mode, slots.cases)] as const);
    return fillEach(new Map(templates), (mode, template) => {
      const sources = mode === 'app-invite' ? profileImages(parts) : {};
      return createPage(withNoindex(fillPage(template, slots, sources)));
    });
  });
}
