import { expect, type Page } from '@playwright/test';

/** Of what the browser reports, what TypeScript does not know. */
interface LayoutShift {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}
interface Shift {
  value: number;
  moved: string[];
}

/** Keeps what moves, and by how much: a failure that says only how much cannot be found again. */
export async function watchShifts(page: Page): Promise<void> {
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

export async function expectNoShift(page: Page, when: string): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, `layout shift ${when}: ${JSON.stringify(shifts)}`).toBeLessThan(0.01);
}

/** Resolves when the page's fonts are there. They are asked for after the first paint; before it they would seem to be. */
export async function fontsOf(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-painted', '');
  await page.evaluate(() => document.body.getBoundingClientRect() && document.fonts.ready);
}
