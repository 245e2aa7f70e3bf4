/**
 * Runs in the page. Waits for the next frame, in which the page's resize observers react to a new size. The observer of
 * this function was created last, so the browser calls it after the page's observers. This also works while a test has
 * stopped the page's clock.
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
