import { expect, type Page } from '@playwright/test';
import { INVITE_PATH, inviteLink, listedScreens } from '../contract/screens.ts';
import { expectNoFaults } from './find-faults.ts';
import { DESKTOP_AGENT, inviteOf, newInviter, PROFILE } from './invites.ts';
import { MISSING_PAGE } from './missing-page.ts';
import { stopClock } from './page-clock.ts';
import { type Site, test } from './site.ts';
import { hold, newEmail, waitlistOf } from './waitlist.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, userAgent: DESKTOP_AGENT });

/** Brings the page into one of its states. */
type Reach = (page: Page, site: Site) => Promise<unknown>;

const goTo =
  (path: string): Reach =>
  (page) =>
    page.goto(path);

const states: Record<string, Reach> = {
  ...Object.fromEntries(Object.values(listedScreens).map((path) => [path, goTo(path)])),
  'the 404 page': goTo(MISSING_PAGE),
  'an invite without an inviter': goTo(INVITE_PATH),
  'an invite to an event': goTo(`${INVITE_PATH}?plan=p`),
  'an invite of an unknown inviter': async (page) => {
    await page.goto(inviteLink('nobody'));
    await expect(inviteOf(page).oops).toBeVisible();
  },
  'an invite that is loading': async (page, site) => {
    await hold(page, PROFILE);
    await page.goto((await newInviter(site)).link);
    await expect(inviteOf(page).loading).toBeVisible();
  },
  'a friend’s invite': async (page, site) => {
    await page.goto((await newInviter(site)).link);
    await expect(inviteOf(page).get).toBeVisible();
  },
  'an invite with a name of 100 characters': async (page, site) => {
    await page.goto((await newInviter(site, { firstName: 'Ana María '.repeat(10) })).link);
    await expect(inviteOf(page).get).toBeVisible();
  },
  'an invite with too many views': async (page) => {
    await page.goto('/robots.txt');
    await page.evaluate(() =>
      localStorage.setItem('invite_views_unknown', JSON.stringify(Array(10).fill(Date.now()))),
    );
    await page.goto(INVITE_PATH);
    await expect(inviteOf(page).limited).toBeVisible();
  },
  'the form with a refused address': async (page) => {
    const { field, toasts } = waitlistOf(page);
    await stopClock(page);
    await page.goto(listedScreens.home);
    await field.fill('ada');
    await field.press('Enter');
    await expect(toasts).toBeVisible();
  },
  'the form after joining': async (page) => {
    const { field, toasts } = waitlistOf(page);
    await stopClock(page);
    await page.goto(listedScreens.home);
    await field.fill(newEmail());
    await field.press('Enter');
    await expect(toasts).toBeVisible();
  },
};

for (const [state, reach] of Object.entries(states)) {
  test(`every control can be pressed and every text can be read: ${state}`, async ({
    page,
    site,
    watch,
  }) => {
    watch.allowComplaint(/status of 40[04]/);
    // At this time the words for the time on the home page are long: "twenty-five past two".
    await page.clock.setFixedTime(new Date(2026, 5, 14, 14, 25));
    await reach(page, site);
    await expectNoFaults(page);
  });
}
