import type { Page } from '@playwright/test';

const NOON = new Date(2026, 5, 14, 12).getTime();

/**
 * To be called before a page opens. What the page does in time then waits for `page.clock.runFor`, and a
 * machine that is late makes nothing due: a toast stays until it has been read. What the browser does
 * by itself goes on: it loads, paints and animates.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: NOON });
  // Later than it can be by now.
  await page.clock.pauseAt(NOON + 60_000);
}
