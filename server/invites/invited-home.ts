import { INVITED } from '../../contract/app-state.ts';
import { displayName } from '../../contract/inviters.ts';
import { inviteQuery, listedScreens } from '../../contract/screens.ts';
import type { Inviter } from '../../storage/invites/inviters.ts';
import type { App, AppParts } from '../app-parts.ts';
import { countInMemory } from '../http/request-source.ts';
import { type Resource, sendResource } from '../http/resource.ts';
import type { Build } from '../pages/build.ts';
import { fillPage, type PageParts, rebuiltOnChange } from '../pages/page.ts';
import { nameOfHome } from '../pages/site.ts';
import { findInviter } from './find-inviter.ts';
import { personalPages, unknownInviters } from './invite-page.ts';

/** With less effort the page would not fit into the first packets of a connection. */
const BEST = { brotli: 11, gzip: 9 };
const SLOT = /\{\{(home\w+)\}\}/g;

/** Serves the home page. By the link of a known inviter, it says who invited the visitor. */
export function registerInvitedHome(
  app: App,
  parts: AppParts & PageParts,
  build: Build,
  home: () => Resource,
): void {
  const unknown = countInMemory(parts, unknownInviters);
  const sendInvited = rebuiltOnChange(parts, (slots) => {
    const template = build.variants.get(`${nameOfHome(parts, slots)}${INVITED}`) ?? '';
    const page = fillPage(template, slots, { forms: true });
    const slotsOf = (inviter: Inviter) => ({
      homeInviter: displayName(inviter),
      homeRef: inviter.id,
    });
    return personalPages(page, SLOT, slotsOf, BEST);
  });

  app.get(listedScreens.home, async (request, reply) => {
    const [, query = ''] = /\?(.*)/.exec(request.url) ?? [];
    const ref = new URLSearchParams(query).get(inviteQuery.inviter);
    if (ref && !unknown.isUsedUp(request.network)) {
      const inviter = await findInviter(app, parts, ref);
      if (inviter) return sendInvited()(inviter, request, reply);
      unknown.count(request.network);
    }
    return sendResource(home(), request, reply);
  });
}
