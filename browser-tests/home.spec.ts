import { expect } from '@playwright/test';
import { brand } from '../brand.ts';
import { calls } from '../contract/calls.ts';
import { listedScreens } from '../contract/screens.ts';
import { joinButton, waitlistToasts } from '../web/design/waitlist-texts.ts';
import { stopClock } from './page-clock.ts';
import { test } from './site.ts';
import {
  countJoinRequests,
  countOnWaitlist,
  hold,
  newEmail,
  textOf,
  waitlistOf,
} from './waitlist.ts';

const JOIN = `**${calls.joinWaitlist.path}`;

test('a visitor joins the waitlist by mouse, and the address is stored', { tag: '@main' }, async ({
  page,
  site,
}) => {
  const { field, button, toasts } = waitlistOf(page);
  const email = newEmail();
  const answer = await hold(page, JOIN);
  await stopClock(page);
  await page.goto(listedScreens.home);
  await expect(button).toHaveText(joinButton.idle);
  await field.fill(email);
  await button.click();
  await expect(button).toHaveText(joinButton.submitting);
  await expect(button).toBeDisabled();
  await expect(field).toBeDisabled();
  answer();
  await expect(button).toHaveText(joinButton.joined);
  await expect(button.locator('svg')).toBeVisible();
  await expect(button).toBeDisabled();
  await expect(field).toBeDisabled();
  await expect(toasts).toHaveText([textOf(waitlistToasts.joined(brand.product))]);
  expect(await countOnWaitlist(site, email)).toBe(1);
});

test('a visitor can join with the keyboard only', async ({ page, site }) => {
  const { field, button } = waitlistOf(page);
  const email = newEmail();
  await page.goto(listedScreens.home);
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(button).toHaveText(joinButton.joined);
  expect(await countOnWaitlist(site, email)).toBe(1);
});

test('an address that is already on the list gets the same answer', async ({ page, site }) => {
  const { field, button } = waitlistOf(page);
  const email = newEmail();
  for (const _ of ['first', 'second']) {
    await page.goto(listedScreens.home);
    await field.fill(email);
    await field.press('Enter');
    await expect(button).toHaveText(joinButton.joined);
  }
  expect(await countOnWaitlist(site, email)).toBe(1);
});

for (const wrong of ['', 'ada', 'ada.example.org']) {
  test(`"${wrong}" is refused, kept and not sent`, async ({ page }) => {
    const { field, button, toasts } = waitlistOf(page);
    const sent = countJoinRequests(page);
    await stopClock(page);
    await page.goto(listedScreens.home);
    await field.fill(wrong);
    await button.click();
    await expect(toasts).toHaveText([textOf(waitlistToasts.invalidEmail)]);
    await expect(button).toHaveText(joinButton.idle);
    await expect(button).toBeEnabled();
    await expect(field).toHaveValue(wrong);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    expect(sent()).toBe(0);
  });
}

test('two submits in the same task send one request', async ({ page, site }) => {
  const { field, button } = waitlistOf(page);
  const sent = countJoinRequests(page);
  const email = newEmail();
  await page.goto(listedScreens.home);
  await field.fill(email);
  await expect(button).toBeEnabled();
  await field.evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit();
    input.form?.requestSubmit();
  });
  await expect(button).toHaveText(joinButton.joined);
  expect(sent()).toBe(1);
  expect(await countOnWaitlist(site, email)).toBe(1);
});

test('a double click and Enter during the request send no other request', async ({ page }) => {
  const { field, button } = waitlistOf(page);
  const sent = countJoinRequests(page);
  const answer = await hold(page, JOIN);
  await page.goto(listedScreens.home);
  await field.fill(newEmail());
  await button.dblclick();
  await page.keyboard.press('Enter');
  answer();
  await expect(button).toHaveText(joinButton.joined);
  expect(sent()).toBe(1);
});

test('the footer has the year, the legal pages and four ways to reach us', async ({ page }) => {
  await page.goto(listedScreens.home);
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(`© ${new Date().getUTCFullYear()} ${brand.legalEntity}`);
  const links = {
    'Privacy Policy': listedScreens.privacy,
    'Terms of Service': listedScreens.terms,
    [`Write to ${brand.contactEmail}`]: `mailto:${brand.contactEmail}`,
    Instagram: brand.social.instagram,
    TikTok: brand.social.tiktok,
    Twitter: brand.social.twitter,
  };
  for (const [name, href] of Object.entries(links)) {
    await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  }
});
