import { expect, type Page } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { expectNoShift, watchShifts } from './layout-shifts.ts';
import { MISSING_PAGE } from './missing-page.ts';
import { test } from './site.ts';
import { findViolations, type Rules } from './violations.ts';

const PATHS = [...Object.values(listedScreens), MISSING_PAGE];
/** Dark mode is tested at one width, because only its colours differ. */
const WIDTHS = { light: [320, 360, 768, 1440], dark: [360] } as const;
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
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of WIDTHS[colorScheme]) {
          const place = `at ${hour}:00, ${colorScheme}, ${width} px`;
          await page.setViewportSize({ width, height: 800 });
          await page.goto(path);
          await page.evaluate(() => document.fonts.ready);
          expect(await widthOfContent(page), `content ${place}`).toBeLessThanOrEqual(width);
          await expectNoShift(page, place);
        }
        await page.waitForLoadState('networkidle');
        const place = `at ${hour}:00, ${colorScheme}`;
        await expectNoShift(page, `after everything has loaded ${place}`);
        await page.setViewportSize({ width: 1440, height: 800 });
        expect(await findViolations(page, rules), place).toEqual([]);
        rules = 'of colours';
      }
    }
  });
}

function widthOfContent(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
