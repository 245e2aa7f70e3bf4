import { INVITE_PATH, inviteLink, listedScreens } from '../contract/screens.ts';
import { tooManyRequests } from '../web/design/screen-texts.ts';
import { MAX_VIEWS_PER_WINDOW } from '../web/design/view-limits.ts';
import { invalidInvite } from '../web/screens/invite/invite-texts.ts';
import { newInviter } from './invites.ts';
import { MISSING_PAGE, type Site } from './site.ts';

interface PublicPage {
  readonly path: string | ((site: Site) => Promise<string>);
  /** A text that the page shows only in this state. */
  readonly shows?: string;
  /** How often it is opened to bring it into this state. */
  readonly loads?: number;
}

/** The pages for visitors in each state that has another look, apart from the states of the home page's form. */
export const publicPages: Readonly<Record<string, PublicPage>> = {
  ...Object.fromEntries(Object.entries(listedScreens).map(([name, path]) => [name, { path }])),
  'the home page of a friend’s link': {
    path: async (site) => `${listedScreens.home}?ref=${(await newInviter(site)).id}`,
  },
  'the 404 page': { path: MISSING_PAGE },
  'a friend’s invite': {
    path: async (site) => (await newInviter(site)).link,
    shows: 'Mia wants you',
  },
  'an invite of an unknown inviter': { path: inviteLink('unknown'), shows: invalidInvite.title },
  'an invite to an event': { path: `${INVITE_PATH}?plan=p` },
  'an invite without an inviter': { path: INVITE_PATH },
  'an invite with too many views': {
    path: INVITE_PATH,
    shows: tooManyRequests.title,
    loads: MAX_VIEWS_PER_WINDOW + 1,
  },
};

/** @returns the text that the page shows when it is in its state */
export async function openPublicPage(
  name: string,
  site: Site,
  go: (path: string) => Promise<unknown>,
): Promise<string> {
  const { path = '', shows = '', loads = 1 } = publicPages[name] ?? {};
  const address = typeof path === 'string' ? path : await path(site);
  for (let load = 0; load < loads; load++) await go(address);
  return shows;
}
