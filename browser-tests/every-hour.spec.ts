import { expect, type Page } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { expectNoShift, watchShifts } from './layout-shifts.ts';
import { MISSING_PAGE } from './missing-page.ts';
import { test } from './site.ts';
import { findViolations, type Rules } from './violations.ts';

const PATHS = [...Object.values(listedScreens), MISSING_PAGE];
const WIDTHS = [320, 360, 768, 1440];
const HOURS = [1, 8, 18];

test.use({ timezoneId: 'UTC' });

for (const path of PATHS) {
  test(`the content of ${path} does not move, and fits every width, at any hour`, async ({
    page,
    watch,
  }) => {
    watch.allowComplaint(/status of 404/);
    await watchShifts(page);
    let rules: Rules = 'all';
    for (const hour of HOURS) {
      await page.clock.setFixedTime(new Date(Date.UTC(2025, 5, 14, hour)));
      await page.emulateMedia({ colorScheme: 'light' });
      for (const width of WIDTHS) {
        const place = `at ${hour}:00, ${width} px`;
        await page.setViewportSize({ width, height: 800 });
        await page.goto(path);
        await page.evaluate(() => document.fonts.ready);
        expect(await widthOfContent(page), `content ${place}`).toBeLessThanOrEqual(width);
        await expectNoShift(page, place);
      }
      await page.waitForLoadState('networkidle');
      await expectNoShift(page, `after everything has loaded at ${hour}:00`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const place = `at ${hour}:00, ${colorScheme}`;
        expect(await findViolations(page, rules), place).toEqual([]);
        rules = 'of colours';
        // The page is not loaded again in dark mode, which may only change colours.
        await expectNoShift(page, place);
      }
    }
  });
}

function widthOfContent(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
