import type { Page } from '@playwright/test';

const NOON = new Date(2026, 5, 14, 12).getTime();

/**
 * Stops the page's timers and `requestAnimationFrame`: their callbacks run only when the test advances or resumes
 * `page.clock`. So a toast stays until the test has read it, also on a slow machine. Loading, painting and CSS
 * animations do not depend on this clock. Call this before a page opens.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install({ time: NOON });
  // In the future, because a clock cannot be paused in the past.
  await page.clock.pauseAt(NOON + 60_000);
}
