import { expect, type Page } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { joinButton, ON_THE_LIST, seat } from '../web/design/waitlist-texts.ts';
import { expectNoShift, watchShifts } from './layout-shifts.ts';
import { MISSING_PAGE } from './missing-page.ts';
import { stopClock } from './page-clock.ts';
import { test } from './site.ts';
import { newEmail, waitlistOf } from './waitlist.ts';

const LIT = 'rgb(252, 135, 49)';
const windowOf = (page: Page) => page.locator('.window-yours');

async function join(page: Page): Promise<void> {
  const { field, button } = waitlistOf(page);
  await field.fill(newEmail());
  await field.press('Enter');
  await expect(button).toHaveText(joinButton.joined);
}

test('a visitor who joins lights a window of the drawn city, which is still lit when the visitor comes back', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/status of 404/);
  await page.goto(listedScreens.home);
  await expect(windowOf(page)).not.toHaveCSS('fill', LIT);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await join(page);
  await expect(windowOf(page)).toHaveCSS('fill', LIT);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['lit_window']);
  await page.addInitScript(() => {
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    Object.assign(window, { firstFrame: promise });
    const look = () => {
      // On a busy machine the first frame can come before the element of the visitor's window is parsed.
      if (document.querySelector('.window-yours'))
        resolve(document.documentElement.dataset['window']);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (const path of [listedScreens.home, MISSING_PAGE]) {
    await page.goto(path);
    await expect(windowOf(page)).toHaveCSS('fill', LIT);
    // The check above makes the browser compute the style, so it can pass before the browser has drawn a frame.
    const first = await page.evaluate(
      () => (window as unknown as { firstFrame: unknown }).firstFrame,
    );
    expect(first, `the first frame of ${path}`).toBe('lit');
  }
  await page.goto(listedScreens.privacy);
  await expect(page.getByRole('code').filter({ hasText: 'lit_window' })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto(listedScreens.home);
  await expect(windowOf(page)).not.toHaveCSS('fill', LIT);
});

test('after joining and after a reload the page says that the address is on the list, and nothing moves', async ({
  page,
}) => {
  const lasting = page.getByText(ON_THE_LIST);
  await page.setViewportSize({ width: 360, height: 740 });
  await watchShifts(page);
  await page.goto(listedScreens.home);
  await expect(lasting).toBeHidden();
  await expect(page.getByRole('link', { name: seat.idle })).toBeVisible();
  const formAt = await page.locator('.waitlist-form').boundingBox();
  await join(page);
  for (const when of ['after joining', 'after a reload']) {
    if (when === 'after a reload') await page.reload();
    await expect(lasting, when).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(seat.joined), when).toBeVisible();
    await expect(page.getByRole('link', { name: seat.idle }), when).toHaveCount(0);
    expect(await page.locator('.waitlist-form').boundingBox(), when).toEqual(formAt);
    await expectNoShift(page, when);
  }
});

test('on a phone the toast does not cover the sun that rises after joining', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 640 });
  await stopClock(page);
  await page.goto(listedScreens.home);
  await join(page);
  const toast = await waitlistOf(page).toasts.boundingBox();
  const sun = await page.locator('.hero .moon > circle').boundingBox();
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(sun?.y ?? 0);
});

test('a refused address lights no window', async ({ page }) => {
  await page.goto(listedScreens.home);
  await waitlistOf(page).field.fill('ada');
  await waitlistOf(page).field.press('Enter');
  await expect(waitlistOf(page).field).toHaveAttribute('aria-invalid', 'true');
  await expect(windowOf(page)).not.toHaveCSS('fill', LIT);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

for (const [trouble, block] of [
  ['blocked', () => Object.defineProperty(window, 'localStorage', { get: refuse })],
  ['full', () => Object.defineProperty(Storage.prototype, 'setItem', { value: refuse })],
] as const) {
  test(`with local storage that is ${trouble}, joining works and the window is lit until the page is reloaded`, async ({
    page,
  }) => {
    await page.addInitScript(`${refuse};(${block})()`);
    await page.goto(listedScreens.home);
    await join(page);
    await expect(windowOf(page)).toHaveCSS('fill', LIT);
    await page.reload();
    await expect(windowOf(page)).not.toHaveCSS('fill', LIT);
    await join(page);
  });
}

function refuse(): never {
  throw new DOMException('The storage cannot be used.', 'SecurityError');
}
