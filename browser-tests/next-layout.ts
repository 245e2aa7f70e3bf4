/**
 * Runs in the page. Waits until the page has reacted to a new size: its resize observers run with the next frame. The
 * observer that is made here runs after those of the page, and also while a test stops the page's clock.
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
