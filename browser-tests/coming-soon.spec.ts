import { expect, type Page } from '@playwright/test';
import { INVITE_PATH, inviteLink, listedScreens } from '../contract/screens.ts';
import { BACK_TO_HOME } from '../web/design/link-texts.ts';
import { joinButton } from '../web/design/waitlist-texts.ts';
import { test } from './site.ts';

const posters = [
  {
    path: listedScreens.sponti,
    title: 'Sponti',
    features: ['Local Deals', 'Pop-up Events', 'Instant Booking', 'Exclusive Access'],
    eventTypes: [],
  },
  {
    path: listedScreens.popups,
    title: 'Pop-up Events',
    features: ['Real-time Alerts', 'Location-Based', 'Capacity Tracking', 'RSVP & Share'],
    eventTypes: [
      'Live Music',
      'Food Events',
      'Art Shows',
      'Rooftop Parties',
      'Pop-up Shops',
      'Performances',
      'Fitness',
      'Surprise Events',
    ],
  },
];

const NO_BOX = { x: 0, y: 0, width: 1, height: 1 };

/** The heading of a card. Cards are list items, so the same words in other text do not match. */
function card(page: Page, name: string) {
  return page.getByRole('listitem').getByRole('heading', { level: 2, name, exact: true });
}

test('the dot at the start of the drawn route is round at every width', async ({ page }) => {
  await page.goto(listedScreens.sponti);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const { width: across, height } = (await page.locator('.route-start').boundingBox()) ?? {};
    expect([across, height], `at ${width} px`).toEqual([22, 22]);
  }
});

test('the pin in the name of Sponti looks the same at night as at noon', async ({ page }) => {
  const pictures: Buffer[] = [];
  // With reduced motion the eyes of the pin do not move.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const hour of [12, 23]) {
    await page.clock.setFixedTime(new Date(2026, 5, 14, hour));
    await page.goto(listedScreens.sponti);
    // The pin has another place and size until the font of the name is loaded.
    await page.evaluate(() => document.fonts.ready);
    const { x, y, width, height } = (await page.locator('.bay-title .pin').boundingBox()) ?? NO_BOX;
    // The middle of the pin's disc, without the sky around the disc.
    const clip = {
      x: x + width * 0.3,
      y: y + height * 0.15,
      width: width * 0.4,
      height: height * 0.2,
    };
    pictures.push(await page.screenshot({ clip, animations: 'disabled' }));
  }
  expect(pictures[0]?.equals(pictures[1] ?? Buffer.alloc(0))).toBe(true);
});

for (const path of [
  listedScreens.home,
  INVITE_PATH,
  `${INVITE_PATH}?plan=p`,
  inviteLink('nobody'),
]) {
  test(`${path} links to both pages`, async ({ page, watch }) => {
    watch.allowComplaint(/status of 404/);
    await page.goto(path);
    for (const { path } of posters) {
      await expect(page.locator(`main a[href="${path}"]`)).toBeVisible();
    }
  });
}

for (const { path, title, features, eventTypes } of posters) {
  test.describe(path, () => {
    test('shows the planned features, and links to the waitlist and the home page', async ({
      page,
    }) => {
      await page.goto(path);
      await expect(page).toHaveTitle(new RegExp(`^${title} `));
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
      for (const name of [...features, ...eventTypes]) {
        await expect(card(page, name)).toBeVisible();
      }
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(
        features.length + eventTypes.length,
      );
      await expect(page.getByRole('heading', { name: 'Coming Soon', exact: true })).toBeVisible();
      for (const name of [joinButton.idle, BACK_TO_HOME]) {
        const link = page.getByRole('link', { name, exact: true });
        await expect(link).toHaveAttribute('href', listedScreens.home);
      }
    });

    test('shows the link to the waitlist on the first screen of a phone', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(path);
      await expect(page.getByRole('link', { name: joinButton.idle })).toBeInViewport({ ratio: 1 });
    });

    test('requests no script', async ({ page }) => {
      const scripts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(request.url());
      });
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(scripts).toEqual([]);
    });

    test('has no animation with prefers-reduced-motion', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(path);
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
    });

    test('ends its animations within five seconds', async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await page.goto(path);
      const ends = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ timeline }) => timeline === document.timeline)
          .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
      );
      expect(ends.length, 'animations that do not depend on scrolling').toBeGreaterThan(0);
      for (const end of ends) expect(end, 'milliseconds').toBeLessThanOrEqual(5_000);
    });

    test.describe('without JavaScript', () => {
      test.use({ javaScriptEnabled: false });

      test('shows all its content', async ({ page }) => {
        await page.goto(path);
        for (const name of [title, 'Coming Soon', ...features, ...eventTypes]) {
          await expect(page.getByRole('heading', { name, exact: true }).first()).toBeVisible();
        }
        await expect(page.getByRole('link', { name: joinButton.idle })).toBeVisible();
      });
    });
  });
}
