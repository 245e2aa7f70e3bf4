import { expect } from '@playwright/test';
import { VIA_QUERY, WAITLIST_PATH } from '../contract/screens.ts';
import { positionTexts } from '../web/screens/waitlist/position-texts.ts';
import { letterTo, newSignUp, test, waitlistPage } from './mail-site.ts';
import { newEmail, waitlistOf } from './waitlist.ts';

const { confirmed } = positionTexts;

test('a friend joins through the shared link, opens the letter in the same browser, and sees a position without a token in the address; this lights a window of the member’s house', async ({
  page,
  mail,
}) => {
  const { open, position } = await newSignUp(mail, { isConfirmed: true });
  await page.goto(open);
  await expect(page.locator('html')).toHaveAttribute('data-friends', '0');
  const link = (await page.locator('code').textContent()) ?? '';
  expect(link).toContain(`/?${VIA_QUERY}=`);

  const email = newEmail();
  const { field, button } = waitlistOf(page);
  await page.goto(new URL(link).search ? `/${new URL(link).search}` : '/');
  await field.fill(email);
  await field.press('Enter');
  await expect(button).toHaveText('Joined');
  const letter = await letterTo(mail, email);
  await page.goto(/\/waitlist#[\w-]+/.exec(letter)?.[0] ?? '');
  await expect(waitlistPage(page).heading).toHaveText(/^You are number [\d,]+$/);
  await expect(page.locator('html')).toHaveAttribute('data-window', 'lit');
  expect((await mail.storage.members.position(email))?.state).toBe('confirmed');
  await expect(page).toHaveURL(WAITLIST_PATH);
  await page.reload();
  await expect(waitlistPage(page).heading).toContainText(confirmed.title);

  await page.goto(open);
  await expect(page.getByText('1 friend has confirmed through your link.')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-friends', '1');
  expect(await position()).toMatchObject({ friends: 1 });
});

test('the link is copied where the browser has no menu for sharing', async ({
  page,
  context,
  mail,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
  const { open } = await newSignUp(mail, { isConfirmed: true });
  await page.goto(open);
  await waitlistPage(page).button(confirmed.copy).click();
  await expect(page.getByText(confirmed.copied, { exact: true })).toBeVisible();
  await expect(waitlistPage(page).button(confirmed.copiedLink)).toBeInViewport();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await expect(page.locator('code')).toHaveText(copied);
});

test('the link is shared with the menu of the system if the browser can open it', async ({
  page,
  mail,
}) => {
  await page.addInitScript(() => {
    Navigator.prototype.share = async (data) => {
      document.documentElement.dataset['shared'] = data?.url ?? '';
    };
  });
  const { open } = await newSignUp(mail, { isConfirmed: true });
  await page.goto(open);
  await waitlistPage(page).button(confirmed.share).click();
  const link = (await page.locator('code').textContent()) ?? '';
  await expect(page.locator('html')).toHaveAttribute('data-shared', link);
});
