import type { FastifyReply, FastifyRequest } from 'fastify';
import { LruMap } from 'toad-cache';
import { brand } from '../../brand.ts';
import { type Availability, platformsOf } from '../../contract/availability.ts';
import { displayName } from '../../contract/inviters.ts';
import { invitation, invitePictureAlt, invitePicturePath } from '../../contract/link-previews.ts';
import type { PageCase, PageName } from '../../contract/page-parts.ts';
import { inviteLink, inviteQuery } from '../../contract/screens.ts';
import type { Inviter } from '../../storage/invites/inviters.ts';
import type { AppParts } from '../app-parts.ts';
import type { Sources } from '../http/headers.ts';
import { createTextResource, QUICK, type Resource, sendResource } from '../http/resource.ts';
import type { Build } from '../pages/build.ts';
import {
  type FilledPage,
  fillPage,
  fillSlots,
  type PageParts,
  rebuiltOnChange,
} from '../pages/page.ts';

/** The pages that the link of an inviter opens. */
export type PersonalPage = 'app-invite' | 'event-invite' | 'home';

/** Some 13 MB. Fewer links than that are popular at the same time. */
const MAX_PAGES = 200;
const SLOT = /\{\{(invite\w+)\}\}/g;
/** Unicode's blocks for right-to-left scripts, and the right-to-left mark. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f]/u;
const OWN_ADDRESS =
  /<(?:link rel="canonical" href|meta property="og:url" content)="\{\{publicUrl\}\}\/[^>]*>/g;

/** Browsers and chats share the canonical address of a page, and so would lose the id of the inviter. */
export function withoutOwnAddress(template: string): string {
  return template.replaceAll(OWN_ADDRESS, '');
}

/** What an inviter's page may show besides the files of the site. */
export function profileImages({ profileImageHosts }: Pick<AppParts, 'profileImageHosts'>): Sources {
  return { images: profileImageHosts?.map((host) => `https://${host}`) ?? ['https:'] };
}

/** robots.txt must allow chat apps here; this header keeps the page out of search results. */
export function withNoindex({ html, headers }: FilledPage): FilledPage {
  return { html, headers: { ...headers, 'x-robots-tag': 'noindex' } };
}

/** Adds the inviter to the links to the home page and to the app on Google Play, and to the argument of the banner of iOS. */
function keepInviter(template: string, app: Availability): string {
  // Google Play's page of a test passes no referrer to the app.
  const referrer = platformsOf(app).android === 'test' ? '' : '&amp;referrer={{inviteReferrer}}';
  return template
    .replaceAll(/href="\/(#[^"]*)?"/g, 'href="/?{{inviteQuery}}$1"')
    .replaceAll('href="{{androidLink}}"', `href="{{androidLink}}${referrer}"`)
    .replace(/(?<=app-argument=\{\{publicUrl\}\})\/[^"]*/, '{{inviteLink}}');
}

/**
 * Makes the pages for the link of a known inviter, whose name and id the server fills in. A page is compressed on its
 * first request, outside of the event loop, and cached while it is requested often.
 *
 * @param versionOf returns the version of the picture for a name
 * @returns a function that returns how to send a current page
 */
export function openPersonalPages(
  build: Build,
  parts: PageParts & Pick<AppParts, 'profileImageHosts'>,
  versionOf: (name: string) => string,
) {
  return rebuiltOnChange(parts, (slots) => {
    const pageOf = (name: PageName, sources: Sources = {}, cases: PageCase[] = []) => {
      const template = withoutOwnAddress(build.page(name, [...slots.cases, ...cases]));
      return withNoindex(fillPage(keepInviter(template, slots.app), slots, sources));
    };
    const images = profileImages(parts);
    const pages: Readonly<Record<PersonalPage, FilledPage>> = {
      'app-invite': pageOf('personal-invite', images),
      'event-invite': pageOf('event-invite'),
      home: pageOf('home', { forms: true }, ['link', 'inviter']),
    };
    /** For an inviter without a name. */
    const nameless: Readonly<Partial<typeof pages>> = {
      'app-invite': pageOf('app-invite', images),
      home: pageOf('home', { forms: true }, ['link']),
    };
    const filled = new LruMap<Resource>(MAX_PAGES);
    return async (
      page: PersonalPage,
      inviter: Inviter,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> => {
      const name = displayName(inviter);
      // With the length of the id, two keys are equal only if their ids are.
      const key = `${page} ${inviter.id.length} ${inviter.id}${name}`;
      let resource = filled.get(key);
      if (!resource) {
        const { html, headers } = (name === '' && nameless[page]) || pages[page];
        const texts = inviteSlots(inviter, versionOf);
        resource = createTextResource(fillSlots(html, SLOT, texts), QUICK, headers);
        filled.set(key, resource);
      }
      return await sendResource(resource, request, reply);
    };
  });
}

/** @returns the texts for the slots of the inviter. They are plain text, not HTML */
function inviteSlots(inviter: Inviter, pictureVersionOf: (name: string) => string) {
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
