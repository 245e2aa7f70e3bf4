import { INVITED } from '../../contract/app-state.ts';
import { displayName } from '../../contract/inviters.ts';
import { VIA_QUERY } from '../../contract/mail.ts';
import { FROM_QUERY, inviteQuery, listedScreens } from '../../contract/screens.ts';
import type { Inviter } from '../../storage/invites/inviters.ts';
import type { App, AppParts } from '../app-parts.ts';
import { countInMemory } from '../http/request-source.ts';
import { type Resource, sendResource } from '../http/resource.ts';
import type { Build } from '../pages/build.ts';
import { createPage, fillPage, type PageParts, rebuiltOnChange } from '../pages/page.ts';
import { nameOfHome } from '../pages/site.ts';
import { findInviter } from './find-inviter.ts';
import { personalPages, unknownInviters, withNoindex } from './invite-page.ts';

/** With less effort the page would not fit into the first packets of a connection. */
const BEST = { brotli: 11, gzip: 9 };
const SLOT = /\{\{(home\w+)\}\}/g;
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
    return {
      page: createPage(pageOf(build.variants.get(name))),
      sendInvited: personalPages(
        pageOf(build.variants.get(`${name}${INVITED}`)),
        SLOT,
        slotsOf,
        BEST,
      ),
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
