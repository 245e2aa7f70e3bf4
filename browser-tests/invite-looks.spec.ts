import { expect, type Page } from '@playwright/test';
import { INVITE_PATH, inviteLink } from '../contract/screens.ts';
import { nextLayout } from './find-faults.ts';
import { DESKTOP_AGENT, inviteOf, newInviter, PROFILE } from './invites.ts';
import { type Site, test } from './site.ts';
import { findViolations, type Rules } from './violations.ts';

test.use({ userAgent: DESKTOP_AGENT, timezoneId: 'UTC' });
test.beforeEach(({ watch }) => watch.allowComplaint(/status of 404/));

const LOADING = 'that is loading';

/** Each function brings the page into one of its states. */
const states: Record<string, (page: Page, site: Site) => Promise<void>> = {
  [LOADING]: async (page, site) => {
    await page.route(PROFILE, () => {});
    await page.goto((await newInviter(site)).link);
    await expect(inviteOf(page).loading).toBeVisible();
  },
  'with an initial': async (page, site) => {
    await page.goto((await newInviter(site)).link);
    await expect(inviteOf(page).get).toBeVisible();
  },
  'with a picture': async (page, site) => {
    const inviter = await newInviter(site, { profileImageUrl: '/icon-192.png' });
    await page.goto(inviter.link);
    await expect(page.locator('.portrait img')).toBeVisible();
  },
  'that is invalid': async (page) => {
    await page.goto(inviteLink('nobody'));
    await expect(inviteOf(page).oops).toBeVisible();
  },
  'that was viewed too often': async (page) => {
    await page.goto('/robots.txt');
    await page.evaluate(() =>
      localStorage.setItem('invite_views_unknown', JSON.stringify(Array(10).fill(Date.now()))),
    );
    await page.goto(INVITE_PATH);
    await expect(inviteOf(page).limited).toBeVisible();
  },
  'to an event': async (page) => {
    await page.goto(`${INVITE_PATH}?plan=p`);
    await expect(inviteOf(page).download).toBeVisible();
  },
  'without an inviter': async (page) => {
    await page.goto(INVITE_PATH);
    await expect(inviteOf(page).download).toBeVisible();
  },
};

for (const [state, reach] of Object.entries(states)) {
  test.describe(`an invite ${state}`, () => {
    test('has no violation that axe finds at any hour, in light and dark mode', async ({
      page,
      site,
    }) => {
      let rules: Rules = 'all';
      for (const hour of [1, 8, 18]) {
        await page.clock.setFixedTime(new Date(Date.UTC(2026, 5, 14, hour)));
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await reach(page, site);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          for (const width of [360, 1440]) {
            await page.setViewportSize({ width, height: 800 });
            const violations = await findViolations(page, rules);
            expect(violations, `at ${hour}:00, ${colorScheme}, ${width} px`).toEqual([]);
          }
          rules = 'of colours';
        }
      }
    });

    test('fits narrow and low screens, and twice the text size', async ({ page, site }) => {
      await reach(page, site);
      for (const [width, height, fontSize] of [
        [180, 370, '100%'],
        [320, 640, '100%'],
        [740, 360, '100%'],
        [640, 800, '200%'],
        [1440, 900, '200%'],
      ] as const) {
        await page.setViewportSize({ width, height });
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size;
        }, fontSize);
        await page.evaluate(nextLayout);
        const content = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(content, `${width} px at ${fontSize}`).toBeLessThanOrEqual(width);
      }
    });

    test('ends its animations within five seconds unless it is loading, and has none with prefers-reduced-motion', async ({
      page,
      site,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await reach(page, site);
      expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
      // A line moves around the portrait until the profile has loaded.
      if (state === LOADING) return;
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const ends = await page.evaluate(() =>
        document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
      );
      for (const end of ends) expect(end, 'milliseconds').toBeLessThanOrEqual(5_000);
    });
  });
}

test('straight and curly apostrophes look the same in the display font', async ({ page, site }) => {
  await page.goto((await newInviter(site)).link);
  await expect(inviteOf(page).title).toBeVisible();
  const pictures = await page.evaluate(async () => {
    const font = '800 64px "Bricolage Grotesque"';
    await document.fonts.load(font);
    return ["You're", 'You’re', 'You-re'].map((text) => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context) throw new Error('There is no canvas.');
      context.font = font;
      context.fillText(text, 0, 100);
      return canvas.toDataURL();
    });
  });
  const [straight, curly, other] = pictures;
  expect(straight === curly).toBe(true);
  expect(straight === other, 'pictures of different texts are equal').toBe(false);
});

test('the drawn friend on the roof waves when the page opens, and does not move with prefers-reduced-motion', async ({
  page,
  site,
}) => {
  const arm = page.locator('.roof-wave');
  const isMoving = () => arm.evaluate((path) => path.getAnimations().length > 0);
  const { link } = await newInviter(site);
  for (const [reducedMotion, moves] of [
    ['no-preference', true],
    ['reduce', false],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto(link);
    await expect(arm).toBeInViewport();
    expect(await isMoving()).toBe(moves);
  }
});

test('in forced-colors mode, shapes that otherwise have only a fill have a border', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  for (const [state, shapes] of Object.entries({
    'with an initial': ['.portrait', '.message'],
    'that was viewed too often': ['.breath'],
    'that is invalid': ['.sunk'],
  })) {
    await states[state]?.(page, site);
    for (const shape of shapes) {
      await expect(page.locator(shape)).toHaveCSS('border-bottom-style', 'solid');
    }
  }
});
