import { INVITED } from '../../contract/app-state.ts';
import { displayName } from '../../contract/inviters.ts';
import { VIA_QUERY } from '../../contract/mail.ts';
import { FROM_QUERY, inviteQuery, listedScreens } from '../../contract/screens.ts';
import type { Inviter } from '../../storage/invites/inviters.ts';
import type { App, AppParts } from '../app-parts.ts';
import { compressAround, MAX_BETWEEN_BYTES } from '../http/compress-around.ts';
import { countInMemory } from '../http/request-source.ts';
import {
  createVariant,
  createVariants,
  type Encoding,
  type Resource,
  sendResource,
  type Variant,
} from '../http/resource.ts';
import type { Build } from '../pages/build.ts';
import { createPage, fillPage, type PageParts, rebuiltOnChange } from '../pages/page.ts';
import { nameOfHome } from '../pages/site.ts';
import { findInviter } from './find-inviter.ts';
import { personalPages, unknownInviters, withNoindex } from './invite-page.ts';

const SLOT = /\{\{(home\w+)\}\}/g;
/** The line that names the inviter. */
const LINE = /\{\{home.*?(?=<\/p>)/s;
const OWN_ADDRESS = /<link rel="canonical"[^>]*>|<meta property="og:url"[^>]*>/g;

/**
 * Serves the home page. By the link of a known inviter, it says who invited the visitor. By every link of a friend or
 * of the team it names no address of its own: browsers and chats would share that address, without the friend.
 */
export function registerInvitedHome(
  app: App,
  parts: AppParts & PageParts,
  build: Build,
  home: () => Resource,
): void {
  const unknown = countInMemory(parts, unknownInviters);
  const byLink = rebuiltOnChange(parts, (slots) => {
    const name = nameOfHome(parts, slots);
    const pageOf = (template = '') =>
      withNoindex(fillPage(template.replaceAll(OWN_ADDRESS, ''), slots, { forms: true }));
    const slotsOf = (inviter: Inviter) => ({
      homeInviter: displayName(inviter),
      homeRef: inviter.id,
    });
    const invited = pageOf(build.variants.get(`${name}${INVITED}`));
    return {
      page: createPage(pageOf(build.variants.get(name))),
      sendInvited: personalPages(invited, SLOT, slotsOf, aroundLine(invited.html)),
    };
  });

  app.get(listedScreens.home, async (request, reply) => {
    const [, query = ''] = /\?(.*)/.exec(request.url) ?? [];
    const asked = new URLSearchParams(query);
    const ref = asked.get(inviteQuery.inviter);
    if (ref && !unknown.isUsedUp(request.network)) {
      const inviter = await findInviter(app, parts, ref);
      if (inviter) return byLink().sendInvited(inviter, request, reply);
      unknown.count(request.network);
    }
    const isLink = ref || asked.get(VIA_QUERY) || asked.get(FROM_QUERY);
    return sendResource(isLink ? byLink().page : home(), request, reply);
  });
}

/**
 * Compresses the page once, around the line that names the inviter: with the quick levels a page would not fit into the
 * first packets of a connection, and with the best one each page would take 70 ms.
 */
export function aroundLine(template: string) {
  const [before = '', after = ''] = template.split(LINE);
  let compressed: ReturnType<typeof compressAround> | undefined;
  return async (html: string, encoding: Encoding): Promise<Variant> => {
    const line = Buffer.from(html.slice(before.length, html.length - after.length));
    if (encoding !== 'br' || line.length > MAX_BETWEEN_BYTES)
      return await createVariant(html, encoding);
    compressed ??= compressAround(before, after).catch((error) => {
      // The next request tries again: the memory for the compression may be free then.
      compressed = undefined;
      throw error;
    });
    const withLine = await compressed;
    return createVariants(Buffer.from(html))(encoding, withLine(line));
  };
}
