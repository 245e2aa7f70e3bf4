import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { VIA_QUERY } from '../../contract/mail.ts';
import { FROM_QUERY, inviteQuery, listedScreens } from '../../contract/screens.ts';
import type { AppParts } from '../app-parts.ts';
import { type Resource, sendResource } from '../http/resource.ts';
import type { Build } from '../pages/build.ts';
import { createPage, fillPage, type PageParts, rebuiltOnChange } from '../pages/page.ts';
import { nameOfHome, type Site } from '../pages/site.ts';
import { type FindLinked, queryOf } from './find-inviter.ts';
import { type openPersonalPages, withNoindex, withoutOwnAddress } from './personal-pages.ts';

/** The queries of links whose friend, or whose name of the team, must not get lost. */
const LINK_QUERIES = [inviteQuery.inviter, VIA_QUERY, FROM_QUERY];

/**
 * The pages that search engines list. By every link of a friend or of the team the home page names no address of
 * its own, so that the whole link is shared again. A link of the site to one of these pages keeps the friend, although
 * all visitors get the same link: the browser says from which of our pages it comes.
 */
export function createListedPages(
  parts: AppParts & PageParts,
  build: Build,
  find: FindLinked,
  sendPersonal: ReturnType<typeof openPersonalPages>,
  site: () => Site,
): (path: string) => RouteHandlerMethod {
  const homeByLink = rebuiltOnChange(parts, (slots) => {
    const template = build.variants.get(nameOfHome(parts, slots)) ?? '';
    return createPage(withNoindex(fillPage(withoutOwnAddress(template), slots, { forms: true })));
  });

  return (path) => async (request, reply) => {
    const query = queryOf(request);
    const before = isLink(query) ? undefined : queryBefore(request);
    if (before) return reply.redirect(`${path}?${before}`, 302);
    if (path !== listedScreens.home || !isLink(query)) {
      const page: Resource = site().pages.get(path) ?? site().notFound;
      return sendResource(page, request, reply);
    }
    const ref = query.get(inviteQuery.inviter);
    const inviter = ref && (await find(request, ref));
    if (inviter) return sendPersonal()('home', inviter, request, reply);
    return sendResource(homeByLink(), request, reply);
  };
}

function isLink(query: URLSearchParams): boolean {
  return LINK_QUERIES.some((name) => query.get(name));
}

/** @returns the friend in the address of our page from which the browser comes */
function queryBefore({ headers: { referer = '' }, host }: FastifyRequest) {
  const address = URL.parse(referer);
  if (address?.host !== host) return undefined;
  const kept = [...address.searchParams].filter(
    ([name, value]) => value && LINK_QUERIES.includes(name),
  );
  return kept.length > 0 ? new URLSearchParams(kept) : undefined;
}
