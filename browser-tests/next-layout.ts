import type { Page } from '@playwright/test';

/**
 * Waits until the page has reacted to a new size: a page's resize observers run with the next frame, after the
 * size has changed. The observer made here runs after them, and also while a test stops the page's clock.
 */
export function nextLayout(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new ResizeObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.documentElement);
      }),
  );
}
