import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { screens } from '../contract/screens.ts';
import { test } from './site.ts';

const PATHS = [...Object.values(screens), '/nobody-is-here'];
const WIDTHS = [320, 360, 768, 1440];
const HOURS = [1, 8, 18];

test.use({ timezoneId: 'UTC' });

for (const colorScheme of ['light', 'dark'] as const) {
  for (const hour of HOURS) {
    test.describe(`at ${hour}:00 in ${colorScheme} mode`, () => {
      test.use({ colorScheme });
      test.beforeEach(({ page, watch }) => {
        watch.expectComplaint(/status of 404/);
        return page.clock.setFixedTime(new Date(Date.UTC(2025, 5, 14, hour)));
      });

      for (const path of PATHS) {
        test(`${path} stands still and fits at every width`, async ({ page }) => {
          await watchShifts(page);
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            await page.goto(path);
            await page.evaluate(() => document.fonts.ready);
            expect(await widthOfContent(page), `content at ${width} px`).toBeLessThanOrEqual(width);
            expect(await sumOfShifts(page), `layout shift at ${width} px`).toBeLessThan(0.01);
          }
          await page.waitForLoadState('networkidle');
          expect(await sumOfShifts(page), 'layout shift when all has come').toBeLessThan(0.01);
          const { violations } = await new AxeBuilder({ page }).analyze();
          expect(violations.map(({ id }) => id)).toEqual([]);
        });
      }
    });
  }
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as { value?: number } & PerformanceEntry).value ?? 0);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

function sumOfShifts(page: Page): Promise<number> {
  return page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
  );
}

function widthOfContent(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
