import { expect } from '@playwright/test';
import { brand } from '../brand.ts';
import { calls } from '../contract/calls.ts';
import { listedScreens } from '../contract/screens.ts';
import { TOAST_DURATION_MS } from '../web/design/toast-limits.ts';
import { joinButton, waitlistToasts, waitlistTroubles } from '../web/design/waitlist-texts.ts';
import { stopClock } from './page-clock.ts';
import { test } from './site.ts';
import { countOnWaitlist, hold, newEmail, textOf, waitlistOf } from './waitlist.ts';

const JOIN = `**${calls.joinWaitlist.path}`;

test.beforeEach(({ page }) => stopClock(page));

for (const [text, sentence] of [
  ['', waitlistTroubles.missing],
  ['ada', waitlistTroubles.withoutAt],
] as const) {
  test(`a sentence beside the field says what is wrong with the address "${text}"`, async ({
    page,
  }) => {
    const { field, toasts } = waitlistOf(page);
    await page.goto(listedScreens.home);
    const fieldAt = await field.boundingBox();
    await field.fill(text);
    await field.press('Enter');
    await expect(toasts).toHaveText([textOf(waitlistToasts.invalidEmail)]);
    await expect(page.getByText(sentence)).toBeVisible();
    expect(await field.boundingBox(), 'nothing moves').toEqual(fieldAt);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(sentence);
    await field.press('End');
    await page.keyboard.type('a');
    await expect(page.getByText(sentence)).toHaveCount(0);
    await expect(field).not.toHaveAttribute('aria-invalid');
    await expect(field).toHaveValue(`${text}a`);
    await expect(toasts, 'the toast stays').toHaveText([textOf(waitlistToasts.invalidEmail)]);
  });
}

test('an address that only the server refuses is reported, and the field is marked as invalid', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/status of 400/);
  const { field, toasts } = waitlistOf(page);
  await page.goto(listedScreens.home);
  await field.fill('ada@');
  await field.press('Enter');
  await expect(toasts).toHaveText([textOf(waitlistToasts.failed)]);
  await expect(field).toHaveValue('ada@');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await page.clock.runFor(TOAST_DURATION_MS + 1_000);
  await expect(toasts).toHaveCount(0);
  await expect(page.getByText(waitlistTroubles.refused)).toBeVisible();
  await expect(field).toHaveAccessibleDescription(waitlistTroubles.refused);
});

test('after a server error the field contains the text again, and a retry works', async ({
  page,
  site,
  watch,
}) => {
  watch.allowComplaint(/status of 500/);
  const { field, button, toasts } = waitlistOf(page);
  const email = newEmail();
  await page.route(JOIN, (route) => route.fulfill({ status: 500, json: { error: 'Broken.' } }), {
    times: 1,
  });
  await page.goto(listedScreens.home);
  await field.fill(email);
  await button.click();
  await expect(toasts).toHaveText([textOf(waitlistToasts.failed)]);
  await expect(button).toHaveText(joinButton.idle);
  await expect(field).toBeEnabled();
  await expect(field).toHaveValue(email);
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription('Broken.');
  await expect(field).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('Enter');
  await expect(button).toHaveText(joinButton.joined);
  await expect(page.getByText('Broken.')).toHaveCount(0);
  await expect(toasts).toHaveText([textOf(waitlistToasts.joined(brand.product))]);
  expect(await countOnWaitlist(site, email)).toBe(1);
});

test('without a connection an error appears, the text stays, and a retry works', async ({
  page,
  context,
  site,
  watch,
}) => {
  watch.allowComplaint(/ERR_INTERNET_DISCONNECTED/);
  const { field, button, toasts } = waitlistOf(page);
  const email = newEmail();
  await page.goto(listedScreens.home);
  const toastCode = page.waitForResponse('**/assets/toasts-*');
  await field.fill(email);
  await (await toastCode).finished();
  await context.setOffline(true);
  await field.press('Enter');
  await expect(toasts).toHaveText([textOf(waitlistToasts.failed)]);
  await expect(field).toHaveValue(email);
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(waitlistTroubles.noAnswer);
  await context.setOffline(false);
  await field.press('Enter');
  await expect(button).toHaveText(joinButton.joined);
  expect(await countOnWaitlist(site, email)).toBe(1);
});

test('an answer that does not come within 15 s is a failure', async ({ page }) => {
  const { field, button, toasts } = waitlistOf(page);
  await hold(page, JOIN);
  await page.goto(listedScreens.home);
  await field.fill(newEmail());
  const request = page.waitForRequest(JOIN);
  await field.press('Enter');
  await request;
  await page.clock.runFor(14_999);
  await expect(button).toHaveText(joinButton.submitting);
  await page.clock.runFor(1);
  await expect(toasts).toHaveText([textOf(waitlistToasts.failed)]);
  await expect(button).toHaveText(joinButton.idle);
});

test('an answer that is not our JSON is a failure', async ({ page }) => {
  const { field, toasts } = waitlistOf(page);
  await page.route(JOIN, (route) => route.fulfill({ status: 200, body: '<p>Log in to Wi-Fi</p>' }));
  await page.goto(listedScreens.home);
  await field.fill(newEmail());
  await field.press('Enter');
  await expect(toasts).toHaveText([textOf(waitlistToasts.failed)]);
});
