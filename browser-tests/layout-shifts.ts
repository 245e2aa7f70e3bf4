import { expect, type Page } from '@playwright/test';

/** The fields of a layout-shift entry, which TypeScript's DOM types do not have. */
interface LayoutShift {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}
interface Shift {
  value: number;
  moved: string[];
}

/** Records which elements move, and how far, so that a failure names its cause. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        const { value, sources } = entry as PerformanceEntry & LayoutShift;
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          // A text has no outerHTML.
          const moving = node instanceof Element ? node : node?.parentElement;
          const name = moving?.outerHTML.slice(0, 80);
          return `${name} from ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`;
        });
        shifts.push({ value, moved });
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    const readShifts = () => {
      // The entries that the browser has not yet passed to the callback.
      add(observer.takeRecords());
      return shifts;
    };
    Object.assign(window, { readShifts });
  });
}

export async function expectNoShift(page: Page, when: string): Promise<void> {
  const shifts = await page.evaluate(() =>
    (window as unknown as { readShifts: () => Shift[] }).readShifts(),
  );
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, `layout shift ${when}: ${JSON.stringify(shifts)}`).toBeLessThan(0.01);
}

/** Resolves when the page's fonts have loaded. Pages with `fontsAfterPaint` request them only after the first paint. */
export async function fontsOf(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-painted', '');
  await page.evaluate(() => document.body.getBoundingClientRect() && document.fonts.ready);
}
