import { expect, type Page } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { MISSING_PAGE } from './missing-page.ts';
import { stopClock } from './page-clock.ts';
import { test } from './site.ts';
import { findViolations } from './violations.ts';
import { newEmail, waitlistOf } from './waitlist.ts';

const paths = [...Object.values(listedScreens), MISSING_PAGE];

async function expectNoSidewaysScroll(page: Page) {
  const [content, window] = await page.evaluate(() => [
    Math.max(document.documentElement.scrollWidth, document.body.scrollWidth),
    document.documentElement.clientWidth,
  ]);
  expect(content, 'width of the content').toBeLessThanOrEqual(window ?? 0);
}

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  for (const path of paths) {
    test(`axe finds no violation on ${path}`, async ({ page, watch }) => {
      watch.allowComplaint(/status of 404/);
      // This test uses 13:00 only; `every-hour.spec.ts` tests other hours, with animations.
      await page.clock.setFixedTime('2026-06-14T13:00');
      await page.goto(path);
      expect(await findViolations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await findViolations(page, 'of colours'), 'in dark mode').toEqual([]);
    });
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds no violation after a refused and an accepted sign-up in ${colorScheme} mode`, async ({
      page,
      watch,
    }) => {
      watch.allowComplaint(/status of 400/);
      const { field, button, toasts } = waitlistOf(page);
      await page.emulateMedia({ colorScheme });
      await page.goto(listedScreens.home);
      await field.fill('ada');
      await field.press('Enter');
      await expect(toasts).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      await field.fill(newEmail());
      await field.press('Enter');
      await expect(toasts).toContainText('Success!');
      await expect(button).toHaveText('Joined');
      expect(await findViolations(page)).toEqual([]);
    });
  }
});

test('a toast fits a screen of 320 px', async ({ page }) => {
  const { field, toasts } = waitlistOf(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await stopClock(page);
  await page.goto(listedScreens.home);
  await field.fill('ada');
  await field.press('Enter');
  await expect(toasts).toBeInViewport({ ratio: 1 });
  await expectNoSidewaysScroll(page);
});
