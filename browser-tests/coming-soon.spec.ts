import { expect } from '@playwright/test';
import { listedScreens, NOT_FOUND_TEXT } from '../contract/screens.ts';
import { BACK_TO_HOME } from '../web/design/screen-texts.ts';
import { joinButton } from '../web/design/waitlist-texts.ts';
import { MISSING_PAGE, test } from './site.ts';

const posters = {
  Sponti: {
    path: listedScreens.sponti,
    cards: ['Local Deals', 'Pop-up Events', 'Instant Booking', 'Exclusive Access'],
  },
  'Pop-up Events': {
    path: listedScreens.popups,
    cards: [
      ...['Real-time Alerts', 'Location-Based', 'Capacity Tracking', 'RSVP & Share'],
      ...['Live Music', 'Food Events', 'Art Shows', 'Rooftop Parties'],
      ...['Pop-up Shops', 'Performances', 'Fitness', 'Surprise Events'],
    ],
  },
};

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

  test('each shows what is planned, and links to the waitlist, on the first screen, and to the home page', async ({
    page,
  }) => {
    for (const [title, { path, cards }] of Object.entries(posters)) {
      await page.goto(path);
      await expect(page).toHaveTitle(new RegExp(`^${title} `));
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Coming Soon', exact: true })).toBeVisible();
      const items = page.getByRole('main').getByRole('listitem');
      for (const name of cards) {
        await expect(items.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
      }
      await expect(items).toHaveCount(cards.length);
      for (const name of [joinButton.idle, BACK_TO_HOME]) {
        const link = page.getByRole('link', { name, exact: true });
        await expect(link).toHaveAttribute('href', listedScreens.home);
      }
      await expect(page.getByRole('link', { name: joinButton.idle })).toBeInViewport({ ratio: 1 });
    }
  });
});

test('a missing page has the status 404 and its text, and its link works by mouse and by keyboard', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/status of 404/);
  const home = page.getByRole('link', { name: BACK_TO_HOME, exact: true });
  const response = await page.goto(MISSING_PAGE);
  expect(response?.status()).toBe(404);
  const text = `${NOT_FOUND_TEXT} ${BACK_TO_HOME}`;
  await expect(page.locator('body')).toHaveText(text, { useInnerText: true });
  await expect(page.getByRole('heading', { level: 1, name: NOT_FOUND_TEXT })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(home).toBeFocused();
  await expect(home).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(listedScreens.home);
  await page.goBack();
  await home.click();
  await expect(page).toHaveURL(listedScreens.home);
});
