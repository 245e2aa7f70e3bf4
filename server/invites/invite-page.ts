import type { FastifyReply, FastifyRequest } from 'fastify';
import { brand } from '../../brand.ts';
import { inviteVariant } from '../../contract/app-state.ts';
import { displayName } from '../../contract/inviters.ts';
import { invitation, invitePictureAlt, invitePicturePath } from '../../contract/link-previews.ts';
import {
  INVITE_PATH,
  type InviteMode,
  inviteLink,
  inviteModeOf,
  inviteModes,
  inviteQuery,
} from '../../contract/screens.ts';
import type { Inviter } from '../../storage/invites/inviters.ts';
import type { App, AppParts } from '../app-parts.ts';
import { BoundedCache } from '../http/bounded-cache.ts';
import { type AddressLimit, countInMemory } from '../http/request-source.ts';
import {
  chooseEncoding,
  createVariant,
  type Encoding,
  type Resource,
  sendResource,
  sendVariant,
  VARIES,
  type Variant,
} from '../http/resource.ts';
import type { Build } from '../pages/build.ts';
import {
  createPage,
  type FilledPage,
  fillEach,
  fillPage,
  fillSlots,
  type PageParts,
  rebuiltOnChange,
} from '../pages/page.ts';
import { findInviter } from './find-inviter.ts';

/** Each link with an unknown inviter causes queries. Above the limit, an address gets only general pages. */
export const unknownInviters: AddressLimit = {
  groupId: 'unknownInviters',
  max: 600,
  windowMs: 60_000,
};

/** `bytes` is enough for about 600 compressed pages. Fewer links than that are popular at the same time. */
const BOUNDS = { entries: 2_000, bytes: 8 * 1024 * 1024, underWay: 16 };
const SLOT = /\{\{(invite\w+)\}\}/g;
/** Unicode's blocks for right-to-left scripts, and the right-to-left mark. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f]/u;

/**
 * Serves the invite page. The server chooses the mode from the link's query, so the page does not change its content
 * after loading. The page of a known inviter has the name in its head; all unknown inviters share one page.
 *
 * @param versionOf returns the version of the picture for a name
 */
export function registerInvitePage(
  app: App,
  parts: AppParts & PageParts,
  build: Build,
  versionOf: (name: string) => string,
  notFound: () => Resource,
): void {
  const pages = openInvitePages(build, parts, versionOf);
  const unknown = countInMemory(parts, unknownInviters);
  const general = (mode: InviteMode) => pages().byMode.get(mode) ?? notFound();

  // The id of the path is ignored (spec §2): the query has the id of the inviter.
  app.get(`${INVITE_PATH}/:id?`, show);
  app.get(`${INVITE_PATH}/:id/`, show);

  async function show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { mode, inviterId, unescaped } = readLink(request.url);
    if (unescaped !== undefined) return redirectTo(`${INVITE_PATH}?${unescaped}`, reply);
    const { network } = request;
    if (mode === 'app-invite' && !unknown.isUsedUp(network)) {
      const inviter = await findInviter(app, parts, inviterId);
      // The page's scripts read the id from its address, so a link with another spelling of the id is redirected.
      if (inviter && inviter.id !== inviterId) return redirectTo(inviteLink(inviter.id), reply);
      if (inviter) return pages().sendPersonal(inviter, request, reply);
      unknown.count(network);
    }
    return sendResource(general(mode), request, reply);
  }
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

/** @returns a function that returns the current pages, which change with the year and the state of the app */
function openInvitePages(
  build: Build,
  parts: PageParts & Pick<AppParts, 'profileImageHosts'>,
  versionOf: (name: string) => string,
) {
  const images = parts.profileImageHosts?.map((host) => `https://${host}`) ?? ['https:'];
  return rebuiltOnChange(parts, (slots) => {
    const variant = inviteVariant(slots.app);
    const templateOf = (page: InviteMode | 'personal-invite') =>
      build.variants.get(`${page}${variant}`) ?? '';
    const templates = new Map(inviteModes.map((mode) => [mode, templateOf(mode)]));
    return {
      byMode: fillEach(templates, (mode, template) =>
        createPage(withNoindex(fillPage(template, slots, mode === 'app-invite' ? { images } : {}))),
      ),
      /** Sends the page of a known inviter. */
      sendPersonal: personalPages(
        withNoindex(fillPage(templateOf('personal-invite'), slots, { images })),
        SLOT,
        (inviter) => inviteSlots(inviter, versionOf),
      ),
    };
  });
}

/** robots.txt must allow chat apps here; this header keeps the page out of search results. */
export function withNoindex({ html, headers }: FilledPage): FilledPage {
  return { html, headers: { ...headers, 'x-robots-tag': 'noindex' } };
}

/**
 * Makes pages that name a known inviter: the invite page, with the name in its head, and the home page. A page is
 * compressed on its first request, outside of the event loop, and cached while it is requested often.
 */
export function personalPages(
  page: FilledPage,
  slot: RegExp,
  slotsOf: (inviter: Inviter) => Readonly<Record<string, string>>,
  create: (html: string, encoding: Encoding) => Promise<Variant> = createVariant,
) {
  const variants = new BoundedCache<Variant>(BOUNDS, ({ body }) => body.length);
  const headers = { ...page.headers, ...VARIES };

  const make = (inviter: Inviter, encoding: Encoding) =>
    create(fillSlots(page.html, slot, slotsOf(inviter)), encoding);

  return async (inviter: Inviter, request: FastifyRequest, reply: FastifyReply) => {
    const encoding = chooseEncoding(request.headers);
    const variant =
      (await variants.get(keyOf(inviter, encoding), () => make(inviter, encoding))) ??
      // Too many pages are being compressed: send this one uncompressed.
      (await make(inviter, 'identity'));
    return sendVariant(variant, headers, request, reply);
  };
}

/** With the length of the id, two keys are equal only if their ids are. */
function keyOf(inviter: Inviter, encoding: Encoding): string {
  return `${encoding} ${inviter.id.length} ${inviter.id}${displayName(inviter)}`;
}

/** @returns the texts for the slots that name the inviter. They are plain text, not HTML */
function inviteSlots(
  inviter: Inviter,
  pictureVersionOf: (name: string) => string,
): Readonly<Record<string, string>> {
  const name = displayName(inviter);
  const shown = isolate(name);
  const query = String(new URLSearchParams({ [inviteQuery.inviter]: inviter.id }));
  return {
    inviteName: name,
    inviteQuery: query,
    // Google Play decodes the value once and gives it to the app.
    inviteReferrer: encodeURIComponent(query),
    inviteTitle: `${shown} ${invitation.wantsYou(brand.product)}`,
    inviteDescription: `${shown}: “${invitation.message(brand.product)}”`,
    inviteLink: inviteLink(inviter.id),
    invitePicture: `${invitePicturePath(inviter.id)}?v=${pictureVersionOf(name)}`,
    invitePictureAlt: invitePictureAlt(brand.product, shown),
  };
}

/** Isolates a right-to-left name, so that it does not reorder the sentence. Other names need no isolates. */
function isolate(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}
