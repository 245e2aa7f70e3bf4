import type { Page } from '@playwright/test';
import { INVITE_PATH, inviteLink, listedScreens } from '../contract/screens.ts';
import { tooManyRequests } from '../web/design/screen-texts.ts';
import {
  INVITE_VIEWS_KEY_PREFIX,
  MAX_VIEWS_PER_WINDOW,
  UNKNOWN_INVITER,
} from '../web/design/view-limits.ts';
import { invalidInvite } from '../web/screens/invite/invite-texts.ts';
import { newInviter } from './invites.ts';
import { MISSING_PAGE, type Site } from './site.ts';

interface PublicPage {
  readonly path: string | ((site: Site) => Promise<string>);
  /** A text that the page shows only in this state. */
  readonly shows?: string;
  /** How many views the browser has stored before it opens the page. */
  readonly views?: number;
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
    views: MAX_VIEWS_PER_WINDOW,
  },
};

/** @returns the text that the page shows when it is in its state */
export async function openPublicPage(
  name: string,
  site: Site,
  page: Page,
  waitUntil: 'load' | 'domcontentloaded' | 'networkidle' = 'load',
): Promise<string> {
  const { shows = '', views = 0 } = publicPages[name] ?? {};
  const key = INVITE_VIEWS_KEY_PREFIX + UNKNOWN_INVITER;
  const storeViews = (list: [key: string, length: number]) =>
    localStorage.setItem(list[0], JSON.stringify(Array(list[1]).fill(Date.now())));
  // Opening it so often would take most of a test's time.
  if (views > 0) await page.addInitScript(storeViews, [key, views] as [string, number]);
  await page.goto(await addressOf(name, site), { waitUntil });
  return shows;
}

export async function addressOf(name: string, site: Site): Promise<string> {
  const { path = '' } = publicPages[name] ?? {};
  return typeof path === 'string' ? path : await path(site);
}
