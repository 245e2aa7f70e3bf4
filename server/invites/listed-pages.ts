import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { parametersOf, readQuery } from '../../contract/damaged-links.ts';
import type { PageCase } from '../../contract/page-parts.ts';
import {
  FROM_QUERY,
  inviteQuery,
  listedScreens,
  MEMBER_CODE,
  VIA_QUERY,
} from '../../contract/screens.ts';
import type { AppParts } from '../app-parts.ts';
import { type Resource, sendResource } from '../http/resource.ts';
import type { Build } from '../pages/build.ts';
import { createPage, fillPage, type PageParts, rebuiltOnChange } from '../pages/page.ts';
import type { Site } from '../pages/site.ts';
import type { ReadLink } from './find-inviter.ts';
import { type openPersonalPages, withNoindex, withoutOwnAddress } from './personal-pages.ts';

/** The query parameters that name a friend or a link of the team. A repaired link keeps them. */
const linkQueries: readonly string[] = [inviteQuery.inviter, VIA_QUERY, FROM_QUERY];

/**
 * The pages that search engines list. When the home page is opened by a link of a friend or of the team, it has no
 * canonical address, so that people share the whole link again. Links from one page of the site to another do not name
 * the friend, because the pages are the same for all visitors. So the friend is read from `Referer`, the address of the
 * page before.
 */
export function createListedPages(
  parts: AppParts & PageParts,
  build: Build,
  readLink: ReadLink,
  sendPersonal: ReturnType<typeof openPersonalPages>,
  site: () => Site,
): (path: string) => RouteHandlerMethod {
  const homeByLink = rebuiltOnChange(parts, (slots) => {
    const pageOf = (...cases: readonly PageCase[]) => {
      const template = withoutOwnAddress(build.page('home', [...slots.cases, 'link', ...cases]));
      return createPage(withNoindex(fillPage(template, slots, { forms: true })));
    };
    return { member: pageOf('member'), other: pageOf() };
  });
  const isByMember = (query: URLSearchParams) =>
    parts.mail && MEMBER_CODE.test(query.get(VIA_QUERY) ?? '');

  async function openHome(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { query, inviter, isDamaged } = await readLink(request);
    if (isDamaged) return reply.redirect(`${listedScreens.home}?${query}`, 302);
    if (inviter) return sendPersonal()('home', inviter, request, reply);
    const { member, other } = homeByLink();
    return sendResource(isByMember(query) ? member : other, request, reply);
  }

  return (path) => async (request, reply) => {
    const query = readQuery(request.url);
    const link = linkIn(query);
    const before = link ? undefined : linkBefore(request);
    if (before) return reply.redirect(`${path}?${before}`, 302);
    if (link && path === listedScreens.home) return await openHome(request, reply);
    const page: Resource = site().pages.get(path) ?? site().notFound;
    return sendResource(page, request, reply);
  };
}

/** @returns the link in the query of the page that `Referer` names, if it is a page of this site */
function linkBefore({ headers: { referer = '' }, host }: FastifyRequest) {
  const [, from, query = ''] = /^https?:\/\/([^/?#]*)(?:\/[^?#]*)?\?([^#]*)/.exec(referer) ?? [];
  return from === host ? linkIn(parametersOf(query)) : undefined;
}

/** @returns the part of the query that names the friend or the team's link, if there is one */
function linkIn(query: URLSearchParams): URLSearchParams | undefined {
  const kept = [...query].filter(([name, value]) => value && linkQueries.includes(name));
  return kept.length > 0 ? new URLSearchParams(kept) : undefined;
}
