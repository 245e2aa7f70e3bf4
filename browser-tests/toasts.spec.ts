import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { listedScreens } from '../contract/screens.ts';
import { TOAST_HOTKEY } from '../web/design/toast-limits.ts';
import { joinButton, waitlistToasts } from '../web/design/waitlist-texts.ts';
import { stopClock } from './page-clock.ts';
import { test } from './site.ts';
import { beginIntercepting, hold, newEmail, textOf, waitlistOf } from './waitlist.ts';

/** Makes a toast appear while the page's clock is paused. */
async function raiseToast(page: Page) {
  const { field, button, toasts } = waitlistOf(page);
  await stopClock(page);
  await page.goto(listedScreens.home);
  await field.fill('ada');
  await field.press('Enter');
  await expect(toasts).toHaveText([textOf(waitlistToasts.invalidEmail)]);
  return { field, button, toast: toasts };
}

test('a toast disappears after 5,000 ms', async ({ page }) => {
  const { toast } = await raiseToast(page);
  await page.clock.runFor(4_999);
  await expect(toast).toHaveAttribute('data-state', 'open');
  await page.clock.runFor(1);
  await expect(toast).toBeHidden();
});

test('one toast is shown at a time: a new toast replaces the old one', async ({ page }) => {
  const { field, button, toast } = await raiseToast(page);
  await field.fill(newEmail());
  await field.press('Enter');
  await expect(button).toHaveText(joinButton.joined);
  await expect(toast).toHaveCount(1);
  await expect(toast).toContainText('Success!');
});

test('a new submit removes the toast of the previous submit', async ({ page }) => {
  await beginIntercepting(page);
  const { field, button, toast } = await raiseToast(page);
  const answer = await hold(page, `**${calls.joinWaitlist.path}`);
  await field.fill(newEmail());
  await field.press('Enter');
  await expect(button).toHaveText(joinButton.submitting);
  // The clock is paused, so the toast does not disappear because of its timeout.
  await expect(toast).toBeHidden();
  answer();
  await expect(toast).toContainText('Success!');
});

test('errors and successes have different colours', async ({ page }) => {
  const { field, toast } = await raiseToast(page);
  const [frame, title] = await coloursOf(toast);
  expect(title, 'the title has the colour of the frame').toBe(frame);
  await field.fill(newEmail());
  await field.press('Enter');
  await expect(toast).toContainText('Success!');
  expect((await coloursOf(toast))[0]).not.toBe(frame);
});

async function coloursOf(toast: Locator) {
  const frame = await toast.evaluate((element) => getComputedStyle(element).borderTopColor);
  const title = toast.getByText(waitlistToasts.invalidEmail.title).or(toast.getByText('Success!'));
  return [frame, await title.evaluate((element) => getComputedStyle(element).color)];
}

test('the drawn sun in a toast is visible in forced-colors mode', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const { toast } = await raiseToast(page);
  const sun = await toast.evaluate((element) => getComputedStyle(element, '::before').background);
  expect(sun).toContain('radial-gradient');
});

test('a toast stays while the pointer is on it', async ({ page }) => {
  const { toast } = await raiseToast(page);
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).toHaveAttribute('data-state', 'open');
  await page.mouse.move(0, 0);
  await page.clock.runFor(5_000);
  await expect(toast).toBeHidden();
});

test('F8 moves the focus to the list of toasts, and Tab to the toast and then to its close button', async ({
  page,
}) => {
  const { field, toast } = await raiseToast(page);
  await page.keyboard.press(TOAST_HOTKEY);
  await expect(
    page.getByRole('region', { name: 'Notifications (F8)' }).locator('ol'),
  ).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toast).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toast.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast).toBeHidden();
  await expect(field, 'after closing').toBeFocused();
});

test('Escape in the list of toasts moves the focus back to the form if the field is disabled', async ({
  page,
}) => {
  const { field, toast } = await raiseToast(page);
  await field.fill(newEmail());
  await field.press('Enter');
  await expect(toast).toContainText('Success!');
  await page.keyboard.press(TOAST_HOTKEY);
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
  await expect(page.locator('.waitlist-form')).toBeFocused();
});

test('closing a toast by a click does not focus the field, which would open the keyboard of a phone', async ({
  page,
}) => {
  const { field, toast } = await raiseToast(page);
  await toast.getByRole('button', { name: 'Close' }).click();
  await expect(toast).toBeHidden();
  await expect(field).not.toBeFocused();
});

test('Escape closes a toast, also if the focus is in the field', async ({ page }) => {
  const { field, toast } = await raiseToast(page);
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
});

test('a toast stays for 5,000 ms even if the previous toast was closed by a click', async ({
  page,
}) => {
  const { field, toast } = await raiseToast(page);
  await toast.getByRole('button', { name: 'Close' }).click();
  await expect(toast).toBeHidden();
  await field.press('Enter');
  await expect(toast).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(toast).toBeHidden();
});

for (const { distance, closes } of [
  { distance: 40, closes: false },
  { distance: 49, closes: false },
  { distance: 50, closes: true },
]) {
  test(`a swipe of ${distance} px ${closes ? 'closes' : 'does not close'} a toast`, async ({
    page,
  }) => {
    const { toast } = await raiseToast(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const box = await toast.boundingBox();
    const x = Math.round((box?.x ?? 0) + 60);
    const y = Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance, y, { steps: 5 });
    await expect(toast).toHaveAttribute('data-swipe', 'move');
    await page.mouse.up();
    if (closes) {
      await expect(toast).toBeHidden();
    } else {
      await expect(toast).toHaveAttribute('data-swipe', 'cancel');
      await expect(toast).toHaveAttribute('data-state', 'open');
    }
  });
}

test('screen readers read out a failure immediately (assertive), but a success when they are idle (polite)', async ({
  page,
}) => {
  const { field } = waitlistOf(page);
  await stopClock(page);
  const announcement = page.locator('body > [role="status"][aria-live]');
  await page.goto(listedScreens.home);
  await field.fill('ada');
  await field.press('Enter');
  await expect(announcement).toHaveAttribute('aria-live', 'assertive');
  // Radix inserts the announcement some frames later, and removes it after a second.
  await page.clock.runFor(100);
  await expect(announcement).toContainText(waitlistToasts.invalidEmail.description);
  await field.fill(newEmail());
  await field.press('Enter');
  await expect(announcement).toHaveAttribute('aria-live', 'polite');
  await page.clock.runFor(100);
  await expect(announcement).toContainText('Success!');
});
