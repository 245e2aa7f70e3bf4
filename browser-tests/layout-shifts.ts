import { expect, type Page } from '@playwright/test';

/** A layout-shift entry, which TypeScript's DOM types do not have. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** Records which elements move, and how far. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: PerformanceEntryList = [];
    const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const readShifts = () => {
      // The entries that the browser has not yet passed to the callback.
      shifts.push(...observer.takeRecords());
      return shifts;
    };
    Object.assign(window, { readShifts });
  });
}

export async function expectNoShift(page: Page, when: string): Promise<void> {
  const shifts = await page.evaluate(() =>
    (window as unknown as { readShifts: () => LayoutShift[] })
      .readShifts()
      .map(({ value, sources }) => ({
        value,
        moved: sources.map(({ node, previousRect, currentRect }) => {
          const name = (node as Element | null)?.outerHTML ?? node?.textContent;
          return [name?.slice(0, 80), previousRect, currentRect];
        }),
      })),
  );
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, `layout shift ${when}: ${JSON.stringify(shifts)}`).toBeLessThan(0.01);
}

/** Resolves when the page's fonts have loaded. Pages with `fontsAfterPaint` request them only after the first paint. */
export async function fontsOf(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-fonts', '');
  await page.evaluate(() => document.body.getBoundingClientRect() && document.fonts.ready);
}
