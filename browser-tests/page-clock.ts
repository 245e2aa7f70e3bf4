import type { Page } from '@playwright/test';

const NOON = new Date(2026, 5, 14, 12).getTime();

/**
 * Call it before a page opens. The page's timers then run only with `page.clock.runFor`, so on a slow machine
 * they do not fire before the test expects it: a toast stays until the test has read it. Loading, painting and
 * animations do not depend on this clock.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: NOON });
  // In the future, because a clock cannot be paused in the past.
  await page.clock.pauseAt(NOON + 60_000);
}
