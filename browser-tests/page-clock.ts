import type { Page } from '@playwright/test';

const NOON = new Date(2026, 5, 14, 12).getTime();

/**
 * Call it before a page opens. The page's timers then run only with `page.clock.runFor`, so a slow machine
 * cannot make them fire early: a toast stays until the test has read it. The browser still loads, paints
 * and animates.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: NOON });
  // In the future, because a clock cannot be paused in the past.
  await page.clock.pauseAt(NOON + 60_000);
}
