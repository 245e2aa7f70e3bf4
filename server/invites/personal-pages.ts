import type { FastifyReply, FastifyRequest } from 'fastify';
import { brand } from '../../brand.ts';
import { type Availability, platformsOf } from '../../contract/availability.ts';
import { displayName } from '../../contract/inviters.ts';
import { invitation, invitePictureAlt, invitePicturePath } from '../../contract/link-previews.ts';
import type { PageCase, PageName } from '../../contract/page-parts.ts';
import { inviteLink, inviteQuery } from '../../contract/screens.ts';
import type { Inviter } from '../../storage/invites/inviters.ts';
import type { AppParts } from '../app-parts.ts';
import { BoundedCache } from '../http/bounded-cache.ts';
import { compressAroundSlots, MAX_SLOT_BYTES } from '../http/compress-around-slots.ts';
import type { Sources } from '../http/headers.ts';
import {
  chooseEncoding,
  createVariant,
  createVariants,
  type Encoding,
  sendVariant,
  VARIES,
  type Variant,
} from '../http/resource.ts';
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

/** `bytes` is enough for about 600 compressed pages. Fewer links than that are popular at the same time. */
const BOUNDS = { entries: 2_000, bytes: 8 * 1024 * 1024, underWay: 16 };
const SLOT = /\{\{(invite\w+)\}\}/g;
/** A slot with what ends its element or attribute. A browser ignores spaces after it. */
const SLOT_WITH_END = /\{\{invite\w+\}\}(?:"|<\/bdi>)/g;
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
    const pages: Readonly<Record<PersonalPage, ReturnType<typeof personalPage>>> = {
      'app-invite': personalPage(pageOf('personal-invite', images)),
      'event-invite': personalPage(pageOf('event-invite')),
      home: personalPage(pageOf('home', { forms: true }, ['link', 'inviter']), compressOnce),
    };
    /** For an inviter without a name. */
    const nameless: Readonly<Partial<typeof pages>> = {
      'app-invite': personalPage(pageOf('app-invite', images)),
      home: personalPage(pageOf('home', { forms: true }, ['link']), compressOnce),
    };
    return async (
      name: PersonalPage,
      inviter: Inviter,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply> => {
      const send = (displayName(inviter) === '' && nameless[name]) || pages[name];
      return await send(inviter, inviteSlots(inviter, versionOf), request, reply);
    };
  });
}

type Texts = Readonly<Record<string, string>>;

/** @param compressor makes the page with these texts in its slots */
function personalPage(
  { html, headers }: FilledPage,
  compressor: typeof compressOnce = compressEach,
) {
  const variants = new BoundedCache<Variant>(BOUNDS, ({ body }) => body.length);
  const make = compressor(html);

  return async (inviter: Inviter, texts: Texts, request: FastifyRequest, reply: FastifyReply) => {
    const encoding = chooseEncoding(request.headers);
    const variant =
      (await variants.get(keyOf(inviter, encoding), () => make(texts, encoding))) ??
      // Too many pages are being compressed: send this one uncompressed.
      (await make(texts, 'identity'));
    return sendVariant(variant, { ...headers, ...VARIES }, request, reply);
  };
}

function compressEach(html: string) {
  return async (texts: Texts, encoding: Encoding): Promise<Variant> =>
    await createVariant(fillSlots(html, SLOT, texts), encoding);
}

/**
 * Compresses a page once, around its slots. To compress it for each inviter would be worse: at a quick level the home
 * page would not fit into the first packets of a connection, and at the best level each page would take 70 ms.
 */
export function compressOnce(html: string): ReturnType<typeof compressEach> {
  const slots = html.match(SLOT_WITH_END) ?? [];
  let compressed: ReturnType<typeof compressAroundSlots> | undefined;
  return async (texts, encoding) => {
    const filled = slots.map((slot) => Buffer.from(fillSlots(slot, SLOT, texts)));
    const hasRoom = filled.every(({ length }) => length <= MAX_SLOT_BYTES);
    if (encoding !== 'br' || !hasRoom) return await compressEach(html)(texts, encoding);
    compressed ??= compressAroundSlots(html.split(SLOT_WITH_END)).catch((error) => {
      // The next request tries again: the memory for the compression may be free then.
      compressed = undefined;
      throw error;
    });
    const withParts = await compressed;
    return createVariants(Buffer.from(fillSlots(html, SLOT, texts)))(encoding, withParts(filled));
  };
}

/** With the length of the id, two keys are equal only if their ids are. */
function keyOf(inviter: Inviter, encoding: Encoding): string {
  return `${encoding} ${inviter.id.length} ${inviter.id}${displayName(inviter)}`;
}

/** @returns the texts for the slots of the inviter. They are plain text, not HTML */
function inviteSlots(inviter: Inviter, pictureVersionOf: (name: string) => string): Texts {
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
