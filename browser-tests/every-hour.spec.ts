import { expect, type Page } from '@playwright/test';
import { screens } from '../contract/screens.ts';
import { test } from './site.ts';
import { findViolations } from './violations.ts';

const PATHS = [...Object.values(screens), '/nobody-is-here'];
const WIDTHS = [320, 360, 768, 1440];
const HOURS = [1, 8, 18];

/** Of what the browser reports, what TypeScript does not know. */
interface LayoutShift {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}
interface Shift {
  value: number;
  moved: string[];
}

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
            await expectNoShift(page, `at ${width} px`);
          }
          await page.waitForLoadState('networkidle');
          await expectNoShift(page, 'when all has come');
          expect(await findViolations(page)).toEqual([]);
        });
      }
    });
  }
}

/** Keeps what moves, and by how much: a failure that says only how much cannot be found again. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & LayoutShift;
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name = node?.parentElement?.outerHTML.slice(0, 80);
          return `${name} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`;
        });
        shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

async function expectNoShift(page: Page, when: string): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, `layout shift ${when}: ${JSON.stringify(shifts)}`).toBeLessThan(0.01);
}

function widthOfContent(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
