import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { listedScreens } from '../contract/screens.ts';
import { joinButton, waitlistToasts } from '../web/design/waitlist-texts.ts';
import { stopClock, test } from './site.ts';
import { beginIntercepting, hold, newEmail, textOf, waitlistOf } from './waitlist.ts';

/** Makes a toast appear while the page's clock is paused. `toast-queue.test.ts` tests which toasts are shown. */
async function raiseToast(page: Page) {
  const { field, button, toasts } = waitlistOf(page);
  await stopClock(page);
  await beginIntercepting(page);
  await page.goto(listedScreens.home);
  await field.fill('ada');
  await field.press('Enter');
  await expect(toasts).toHaveText([textOf(waitlistToasts.invalidEmail)]);
  return { field, button, toast: toasts, close: toasts.getByRole('button', { name: 'Close' }) };
}

test('a toast stays for 5,000 ms, longer while the pointer is on it, and also after another was closed by a click', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const { field, toast, close } = await raiseToast(page);
  const expectFiveSeconds = async () => {
    await page.clock.runFor(4_999);
    await expect(toast).toHaveAttribute('data-state', 'open');
    await page.clock.runFor(1);
    await expect(toast).toBeHidden();
  };
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).toHaveAttribute('data-state', 'open');
  await page.mouse.move(0, 0);
  await expectFiveSeconds();
  await field.press('Enter');
  await close.click();
  await expect(toast).toBeHidden();
  await expect(field, 'it would open the keyboard of a phone').not.toBeFocused();
  await field.press('Enter');
  await page.mouse.move(0, 0);
  await expect(toast).toBeVisible();
  await expectFiveSeconds();
});

test('a new submit removes the toast; success has another colour; screen readers hear a failure immediately (assertive), and success when they are idle (polite)', async ({
  page,
}) => {
  const { field, button, toast } = await raiseToast(page);
  const announcement = page.locator('body > [role="status"][aria-live]');
  await expect(announcement).toHaveAttribute('aria-live', 'assertive');
  // Radix inserts the announcement some frames later, and removes it after a second.
  await page.clock.runFor(100);
  await expect(announcement).toContainText(waitlistToasts.invalidEmail.description);
  const [frame, title] = await coloursOf(toast);
  expect(title, 'the title has the colour of the frame').toBe(frame);
  const answer = await hold(page, `**${calls.joinWaitlist.path}`);
  await field.fill(newEmail());
  await field.press('Enter');
  await expect(button).toHaveText(joinButton.submitting);
  // The clock is paused, so the toast does not disappear because of its timeout.
  await expect(toast).toBeHidden();
  answer();
  await expect(toast).toContainText(['Success!']);
  await expect(announcement).toHaveAttribute('aria-live', 'polite');
  await page.clock.runFor(100);
  await expect(announcement).toContainText('Success!');
  expect((await coloursOf(toast))[0]).not.toBe(frame);
});

async function coloursOf(toast: Locator) {
  const frame = await toast.evaluate((element) => getComputedStyle(element).borderTopColor);
  const title = toast.getByText(waitlistToasts.invalidEmail.title).or(toast.getByText('Success!'));
  return [frame, await title.evaluate((element) => getComputedStyle(element).color)];
}

test('by keyboard: F8 leads to the toasts and Tab to the close button, Escape closes a toast from anywhere, and the focus returns', async ({
  page,
}) => {
  const { field, toast, close } = await raiseToast(page);
  const list = page.getByRole('region', { name: 'Notifications (F8)' }).locator('ol');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
  await field.press('Enter');
  await expect(toast).toBeVisible();
  await page.keyboard.press('F8');
  await expect(list).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(toast).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(close).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast).toBeHidden();
  await expect(field, 'after closing').toBeFocused();
  await field.fill(newEmail());
  await field.press('Enter');
  await expect(toast).toContainText('Success!');
  await page.keyboard.press('F8');
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
  await expect(page.locator('.waitlist-form'), 'the field is disabled').toBeFocused();
});

test('a swipe of 50 px closes a toast, and one of 49 px does not', async ({ page }) => {
  const { toast } = await raiseToast(page);
  const box = await toast.boundingBox();
  const x = Math.round((box?.x ?? 0) + 60);
  const y = Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
  for (const distance of [49, 50]) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + distance, y, { steps: 5 });
    await expect(toast).toHaveAttribute('data-swipe', 'move');
    await page.mouse.up();
    if (distance === 50) break;
    await expect(toast).toHaveAttribute('data-swipe', 'cancel');
    await expect(toast).toHaveAttribute('data-state', 'open');
  }
  await expect(toast).toBeHidden();
});
