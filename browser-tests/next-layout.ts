/**
 * Runs in the page. Waits until the page's resize observers have reacted to a new size, with the next frame. The
 * observer of this function is the newest, so it runs after the page's own, even while a test stops the page's clock.
 */
export function nextLayout(): Promise<void> {
  return new Promise((resolve) => {
    const observer = new ResizeObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(document.documentElement);
  });
}
