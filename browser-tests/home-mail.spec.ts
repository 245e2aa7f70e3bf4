import { expect } from '@playwright/test';
import { listedScreens, WAITLIST_PATH } from '../contract/screens.ts';
import { errors } from '../server/http/errors.ts';
import { LOOK_FOR_LETTER, ON_THE_LIST, waitlistToasts } from '../web/design/waitlist-texts.ts';
import { positionTexts } from '../web/screens/waitlist/position-texts.ts';
import { test, waitlistPage } from './mail-site.ts';
import { newEmail, textOf, waitlistOf } from './waitlist.ts';

const { confirmed } = positionTexts;

test('a person whose address cannot get a letter can correct it; the note about the letter is seen, and is repeated until the sign-up is confirmed', async ({
  page,
  mail,
  watch,
}) => {
  watch.allowComplaint(/status of 400/);
  await page.setViewportSize({ width: 390, height: 664 });
  const { field, button, toasts } = waitlistOf(page);
  await page.goto(listedScreens.home);
  const email = newEmail();
  await field.fill(email.replace('.org', ''));
  await field.press('Enter');
  await expect(toasts).toHaveText(textOf(waitlistToasts.invalidEmail));
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(errors.unreachableEmail().message);
  await expect(page.locator('html')).not.toHaveAttribute('data-window');
  await field.fill(email);
  await field.press('Enter');
  await expect(button).toHaveText('Joined');
  const note = page.getByRole('status').filter({ hasText: LOOK_FOR_LETTER });
  await expect(note).toBeInViewport({ ratio: 1 });
  await expect(page.locator('html')).toHaveAttribute('data-window', 'lit');
  await page.reload();
  await expect(page.getByText(LOOK_FOR_LETTER)).toBeAttached();
  await page.goto(`${WAITLIST_PATH}#${mail.tokens.make('confirm', email)}`);
  await expect(waitlistPage(page).heading).toContainText(confirmed.title);
  // The page hides the token when it forgets that the sign-up has to be confirmed.
  await expect(page).toHaveURL(WAITLIST_PATH);
  await page.goto(listedScreens.home);
  await expect(page.getByText(ON_THE_LIST)).toBeAttached();
});

test('the note about the letter is seen in small and low windows', async ({ page }) => {
  for (const viewport of [
    { width: 320, height: 568 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(viewport);
    await page.goto(listedScreens.home);
    await waitlistOf(page).field.fill(newEmail());
    await waitlistOf(page).field.press('Enter');
    await expect(waitlistOf(page).button).toHaveText('Joined');
    await expect(page.getByText(LOOK_FOR_LETTER)).toBeInViewport({ ratio: 1 });
    await page.evaluate(() => localStorage.clear());
  }
});
