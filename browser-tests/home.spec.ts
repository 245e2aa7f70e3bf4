// Long because the ways to join share the same set-up.
import { expect } from '@playwright/test';
import { brand } from '../brand.ts';
import { calls } from '../contract/calls.ts';
import { listedScreens } from '../contract/screens.ts';
import { errors } from '../server/http/errors.ts';
import { joinButton, waitlistToasts, waitlistTroubles } from '../web/design/waitlist-texts.ts';
import { stopClock, test } from './site.ts';
import {
  beginIntercepting,
  countJoinRequests,
  countOnWaitlist,
  hold,
  newEmail,
  textOf,
  waitlistOf,
} from './waitlist.ts';

const JOIN = `**${calls.joinWaitlist.path}`;

test('a visitor joins by mouse, a double click sends one request, the address is stored, and the page does not scroll', {
  tag: '@main',
}, async ({ page, site }) => {
  const { field, button, toasts } = waitlistOf(page);
  const email = newEmail();
  const sent = countJoinRequests(page);
  const answer = await hold(page, JOIN);
  await stopClock(page);
  await page.goto(listedScreens.home);
  await expect(button).toHaveText(joinButton.idle);
  await field.fill(email);
  await page.evaluate(() => scrollTo({ top: 60, behavior: 'instant' }));
  await button.dblclick();
  await expect(button).toHaveText(joinButton.submitting);
  await expect(button).toBeDisabled();
  await expect(field).toBeDisabled();
  answer();
  await expect(button).toHaveText(joinButton.joined);
  await expect(button.locator('svg')).toBeVisible();
  await expect(button).toBeDisabled();
  await expect(field).toBeDisabled();
  await expect(toasts).toHaveText([textOf(waitlistToasts.joined(brand.product))]);
  await expect(page.locator('form')).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(60);
  expect(sent()).toBe(1);
  expect(await countOnWaitlist(site, email)).toBe(1);
});

test('a visitor joins with the keyboard only, and Tab then leads to the next link; a second sign-up of two submits in the same task sends one request, gets the same answer, and does not move a focus that is outside the form', async ({
  page,
  site,
}) => {
  const { field, button } = waitlistOf(page);
  const email = newEmail();
  const next = page.getByRole('link', { name: 'Privacy policy', exact: true });
  const sent = countJoinRequests(page);
  await page.goto(listedScreens.home);
  await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(button).toHaveText(joinButton.joined);
  await expect(page.locator('form')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(next).toBeFocused();

  await page.goto(listedScreens.home);
  await field.fill(email);
  await expect(button).toBeEnabled();
  await next.focus();
  await field.evaluate((input: HTMLInputElement) => {
    input.form?.requestSubmit();
    input.form?.requestSubmit();
  });
  await expect(button).toHaveText(joinButton.joined);
  await expect(next).toBeFocused();
  expect(sent()).toBe(2);
  expect(await countOnWaitlist(site, email)).toBe(1);
});

test('an address without "@" is refused, kept and not sent; a sentence says why, nothing moves, and no window is lit', async ({
  page,
}) => {
  const { field, button, toasts } = waitlistOf(page);
  const sent = countJoinRequests(page);
  await stopClock(page);
  await page.goto(listedScreens.home);
  const fieldAt = await field.boundingBox();
  for (const [text, sentence] of [
    ['', waitlistTroubles.missing],
    ['ada.example.org', waitlistTroubles.withoutAt],
  ] as const) {
    await field.fill(text);
    await button.click();
    await expect(toasts).toHaveText([textOf(waitlistToasts.invalidEmail)]);
    await expect(button).toHaveText(joinButton.idle);
    await expect(button).toBeEnabled();
    await expect(field).toHaveValue(text);
    await expect(field).toBeFocused();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(field).toHaveAccessibleDescription(sentence);
    const note = await page.locator('.waitlist-note').boundingBox();
    const line = await page.getByText(sentence).boundingBox();
    await expect(page.locator('.waitlist-note')).toBeVisible();
    expect(line?.y, 'below the sentence about the age').toBeGreaterThan(
      (note?.y ?? 0) + (note?.height ?? 0),
    );
    expect(await field.boundingBox(), 'nothing moves').toEqual(fieldAt);
    await field.press('End');
    await page.keyboard.type('a');
    await expect(page.getByText(sentence)).toHaveCount(0);
    await expect(field).not.toHaveAttribute('aria-invalid');
    await expect(field).toHaveValue(`${text}a`);
    await expect(toasts, 'the toast stays').toHaveText([textOf(waitlistToasts.invalidEmail)]);
  }
  expect(sent()).toBe(0);
  await expect(page.locator('html')).not.toHaveAttribute('data-window');
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
});

test('after a refusal or an error of the server, without a connection, or without an answer within 15 s, the field has the text again and says why, and a retry works', async ({
  page,
  context,
  site,
  watch,
}) => {
  watch.allowComplaint(/status of (400|500)|ERR_INTERNET_DISCONNECTED/);
  const { field, button, toasts } = waitlistOf(page);
  const email = newEmail();
  await stopClock(page);
  await beginIntercepting(page);
  await page.goto(listedScreens.home);
  // The form only requires an "@"; the server checks the rest.
  for (const refused of ['a@b@c', 'ada@']) {
    await field.fill(refused);
    await field.press('Enter');
    await expect(toasts).toHaveText([textOf(waitlistToasts.invalidEmail)]);
    await expect(field).toHaveValue(refused);
  }
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await page.clock.runFor(6_000);
  await expect(toasts).toHaveCount(0);
  await expect(page.getByText(errors.invalidEmail().message)).toBeVisible();
  await expect(field).toHaveAccessibleDescription(errors.invalidEmail().message);

  const expectFailure = async (sentence: string) => {
    await expect(toasts).toHaveText([textOf(waitlistToasts.failed)]);
    await expect(button).toHaveText(joinButton.idle);
    await expect(field).toBeEnabled();
    await expect(field).toHaveValue(email);
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(sentence);
    await expect(field).not.toHaveAttribute('aria-invalid');
  };
  const broken = { status: 500, json: { error: 'Broken.' } };
  await page.route(JOIN, (route) => route.fulfill(broken), { times: 1 });
  await field.fill(email);
  await button.click();
  await expectFailure('Broken.');
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await expectFailure(waitlistTroubles.noAnswer);
  await context.setOffline(false);
  await page.route(JOIN, () => {});
  const request = page.waitForRequest(JOIN);
  await page.keyboard.press('Enter');
  await request;
  await page.clock.runFor(14_999);
  await expect(button).toHaveText(joinButton.submitting);
  await page.clock.runFor(1);
  await expectFailure(waitlistTroubles.noAnswer);
  await page.unroute(JOIN);
  await page.keyboard.press('Enter');
  await expect(button).toHaveText(joinButton.joined);
  await expect(page.getByText(waitlistTroubles.noAnswer)).toHaveCount(0);
  await expect(toasts).toHaveText([textOf(waitlistToasts.joined(brand.product))]);
  expect(await countOnWaitlist(site, email)).toBe(1);
});
