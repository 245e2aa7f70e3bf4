import { expect, type Page } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { expectNoShift, watchShifts } from './layout-shifts.ts';
import { MISSING_PAGE } from './missing-page.ts';
import { test } from './site.ts';
import { findViolations } from './violations.ts';

const PATHS = [...Object.values(listedScreens), MISSING_PAGE];
const WIDTHS = [320, 360, 768, 1440];
const HOURS = [1, 8, 18];

test.use({ timezoneId: 'UTC' });

for (const colorScheme of ['light', 'dark'] as const) {
  for (const hour of HOURS) {
    test.describe(`at ${hour}:00 in ${colorScheme} mode`, () => {
      test.use({ colorScheme });
      test.beforeEach(({ page, watch }) => {
        watch.allowComplaint(/status of 404/);
        return page.clock.setFixedTime(new Date(Date.UTC(2025, 5, 14, hour)));
      });

      for (const path of PATHS) {
        test(`the content of ${path} does not move, and fits every width`, async ({ page }) => {
          await watchShifts(page);
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            await page.goto(path);
            await page.evaluate(() => document.fonts.ready);
            expect(await widthOfContent(page), `content at ${width} px`).toBeLessThanOrEqual(width);
            await expectNoShift(page, `at ${width} px`);
          }
          await page.waitForLoadState('networkidle');
          await expectNoShift(page, 'after everything has loaded');
          expect(await findViolations(page)).toEqual([]);
        });
      }
    });
  }
}

function widthOfContent(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
