import type { FastifyReply, FastifyRequest } from 'fastify';
import { brand } from '../../brand.ts';
import { displayName } from '../../contract/inviters.ts';
import { invitation, invitePictureAlt } from '../../contract/invites.ts';
import { invitePicturePath } from '../../contract/link-previews.ts';
import { inviteLink, inviteQuery } from '../../contract/screens.ts';
import type { Inviter } from '../../storage/invites/inviters.ts';
import type { AppParts } from '../app-parts.ts';
import { BoundedCache } from '../http/bounded-cache.ts';
import {
  chooseEncoding,
  compress,
  createVariants,
  type Encoding,
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
  refilledEachYear,
} from '../pages/page.ts';

/** Middle compression levels: compared with the best, they take a thirtieth of the time and make a tenth more bytes. */
const EFFORT = { brotli: 5, gzip: 6 };
/** `bytes` is enough for about 600 compressed pages. Fewer links than that are popular at the same time. */
const BOUNDS = { entries: 2_000, bytes: 8 * 1024 * 1024, underWay: 16 };
const SLOT = /\{\{(invite\w+)\}\}/g;
/** Unicode's blocks for right-to-left scripts, and the right-to-left mark. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f]/u;

/** The invite pages with their slots filled. */
export type InvitePages = ReturnType<ReturnType<typeof openInvitePages>>;

/**
 * @param versionOf returns the version of the picture for a name
 * @returns a function that returns the current pages. The pages contain the year, so they change with the year
 */
export function openInvitePages(
  build: Build,
  { origin, clock, profileImageHosts }: Pick<AppParts, 'origin' | 'clock' | 'profileImageHosts'>,
  versionOf: (name: string) => string,
) {
  const images = profileImageHosts?.map((host) => `https://${host}`) ?? ['https:'];
  return refilledEachYear(clock, (year) => {
    const slots = { year, publicUrl: origin };
    return {
      byMode: fillEach(build.invites, (mode, template) =>
        createPage(notListed(fillPage(template, slots, mode === 'app-invite' ? { images } : {}))),
      ),
      /** Sends the page of a known inviter. */
      sendPersonal: personalPages(
        notListed(fillPage(build.personalInvite, slots, { images })),
        versionOf,
      ),
    };
  });
}

/** robots.txt must allow chat apps here; this header keeps the page out of search results. */
function notListed({ html, headers }: FilledPage): FilledPage {
  return { html, headers: { ...headers, 'x-robots-tag': 'noindex' } };
}

/**
 * Makes the invite pages of known inviters, with the name in the head, which chat apps show. A page is compressed on
 * its first request, outside of the event loop, and cached while it is requested often.
 */
function personalPages(page: FilledPage, versionOf: (name: string) => string) {
  const variants = new BoundedCache<Variant>(BOUNDS, ({ body }) => body.length);
  const headers = { ...page.headers, ...VARIES };

  async function make(inviter: Inviter, encoding: Encoding): Promise<Variant> {
    const html = Buffer.from(fillSlots(page.html, SLOT, inviteSlots(inviter, versionOf)));
    const body = encoding === 'identity' ? html : await compress(html, encoding, EFFORT);
    return createVariants(html)(encoding, body);
  }

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
  return {
    inviteName: name,
    inviteQuery: String(new URLSearchParams({ [inviteQuery.inviter]: inviter.id })),
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
