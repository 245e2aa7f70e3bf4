// Long because it goes through each step, error and message of the sign-in.
import { expect, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { signInErrors } from '../contract/identity.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { signInTexts } from '../web/screens/analytics/analytics-texts.ts';
import { analyticsScreen, test } from './analytics-site.ts';
import { countCalls } from './site.ts';
import { beginIntercepting, hold } from './waitlist.ts';

const { phone: phoneTexts, code: codeTexts } = signInTexts;

/** Opens the form and types a number. The caller presses Enter to send it. */
async function typePhone(page: Page, phone: string): Promise<void> {
  const { phone: field } = analyticsScreen(page);
  await page.goto(ANALYTICS_PATH);
  await expect(field).toBeFocused();
  await page.keyboard.type(phone);
}

async function typeCode(page: Page, code: string): Promise<void> {
  await expect(analyticsScreen(page).code).toBeFocused();
  await page.keyboard.type(code);
}

test('an admin signs in with the code from the log, with the keyboard only', {
  tag: '@main',
}, async ({ page, analyticsSite, adminPhone }) => {
  const { heading, rows } = analyticsScreen(page);
  const checks = countCalls(page, calls.verifyAdmin);
  await typePhone(page, `${adminPhone.slice(0, 5)} ${adminPhone.slice(5)}`);
  await page.keyboard.press('Enter');
  await typeCode(page, await analyticsSite.codeFor(adminPhone));
  await page.keyboard.press('Enter');
  await expect(heading).toBeFocused();
  await expect(rows.first()).toBeVisible();
  expect(checks()).toBe(1);
  await page.reload();
  await expect(rows.first()).toBeVisible();
});

test('a person who is not an admin is refused and signed out, even with a right code', {
  tag: '@main',
}, async ({ page, context, analyticsSite }) => {
  const { alert, phone } = analyticsScreen(page);
  const checks = countCalls(page, calls.verifyAdmin);
  await typePhone(page, '+15559990000');
  await page.keyboard.press('Enter');
  await typeCode(page, await analyticsSite.codeFor('+15559990000'));
  const out = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.keyboard.press('Enter');
  await expect(alert).toHaveText(signInErrors.notAdmin);
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue('');
  await out;
  const names = async () => (await context.cookies()).map(({ name }) => name);
  await expect.poll(names).not.toContain('session');
  expect(checks()).toBe(1);
  await page.reload();
  await expect(phone).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('both steps have the texts of the spec, and attributes for autofill', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/status of 401/);
  const { alert, phone, code } = analyticsScreen(page);
  await beginIntercepting(page);
  await page.goto(ANALYTICS_PATH);
  await expect(page.getByRole('heading')).toHaveText(signInTexts.title);
  await expect(page.getByText(phoneTexts.subtitle)).toBeVisible();
  await expect(phone).toHaveAttribute('placeholder', '+1234567890');
  await expect(phone).toHaveAttribute('autocomplete', 'tel');
  await expect(phone).toHaveAccessibleDescription(phoneTexts.hint);
  const releaseCode = await hold(page, `**${calls.sendCode.path}`);
  await phone.fill('+15559990001');
  await page.getByRole('button', { name: phoneTexts.button }).click();
  await expect(page.getByRole('button', { name: phoneTexts.busy })).toBeDisabled();
  releaseCode();

  await expect(page.getByText(codeTexts.subtitle)).toBeVisible();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await expect(code).toHaveAccessibleDescription('Enter the 6-digit code sent to +15559990001');
  await expect(code).toHaveCSS('text-align', 'center');
  await code.pressSequentially('1234567');
  await expect(code).toHaveValue('123456');
  const releaseSession = await hold(page, `**${calls.signIn.path}`);
  await page.getByRole('button', { name: codeTexts.button }).click();
  await expect(page.getByRole('button', { name: codeTexts.busy })).toBeDisabled();
  await expect(page.getByRole('button', { name: codeTexts.back })).toBeDisabled();
  releaseSession();
  await expect(alert).toHaveText(signInErrors.invalidCode);
});

// `sign-in-form-state.test.ts` tests which numbers are sent.
test('a number that the form or the server refuses shows an error; a character typed immediately replaces the number, and a second one is added to it', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/status of 400/);
  const { phone, alert } = analyticsScreen(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url());
  });
  await typePhone(page, '15550001111');
  await page.keyboard.press('Enter');
  await expect(alert).toHaveText(signInErrors.noCountryCode);
  await expect(phone).toBeFocused();
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await expect(phone).toHaveAccessibleDescription(
    `${phoneTexts.hint} ${signInErrors.noCountryCode}`,
  );
  expect(sent).toEqual([]);
  await phone.fill('+abcdefghij');
  await expect(alert).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(alert).toHaveText(signInErrors.invalidPhone);
  await phone.fill('+abcdefghik');
  await expect(alert).toHaveCount(0);
  await page.locator('.sign-in .problem').evaluate((error) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      document.execCommand('insertText', false, '+');
    });
    observer.observe(error, { childList: true, characterData: true, subtree: true });
  });
  await page.keyboard.press('Enter');
  await expect(phone).toHaveValue('+');
  await page.keyboard.type('1');
  await expect(phone).toHaveValue('+1');
});

test('a code with a space can be typed, pasted and filled in, and a number as a phone copies it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { alert, code } = analyticsScreen(page);
  await typePhone(page, '\u202d+1 (555) 999-0004\u202c');
  await page.keyboard.press('Enter');
  await expect(code).toBeFocused();
  await page.evaluate(() => navigator.clipboard.writeText('123 456\n'));
  await page.keyboard.press('ControlOrMeta+v');
  await expect(code).toHaveValue('123456');
  await code.fill('');
  await code.pressSequentially('65-43 21');
  await expect(code).toHaveValue('654321');
  await code.fill('\u2068246\u00a0802\u2069');
  await expect(code).toHaveValue('246802');
  await code.fill('12345');
  const checks = countCalls(page, calls.signIn);
  await page.keyboard.press('Enter');
  await expect(alert).toHaveText(signInErrors.invalidCode);
  expect(checks()).toBe(0);
});

test('if the request for a code fails, the form says why; if the check of a code gets no answer, the code stays, because it may be right', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/status of (429|502)|ERR_FAILED/);
  const { alert, code } = analyticsScreen(page);
  await beginIntercepting(page);
  await typePhone(page, '+15559990005');
  const ours = (status: number, error: string) => ({ status, json: { error } });
  for (const [answer, sentence] of [
    [ours(429, 'Later.'), signInErrors.tooManyRequests],
    [ours(502, 'The SMS service is unavailable.'), 'The SMS service is unavailable.'],
    [{ status: 502, body: 'Bad Gateway' }, signInErrors.sendFailed],
    [undefined, signInErrors.sendFailed],
  ] as const) {
    await page.route(`**${calls.sendCode.path}`, (route) =>
      answer ? route.fulfill(answer) : route.abort(),
    );
    await page.keyboard.press('Enter');
    await expect(alert).toHaveText(sentence);
    await expect(page.getByRole('button', { name: phoneTexts.button })).toBeEnabled();
    await page.unroute(`**${calls.sendCode.path}`);
  }
  await page.keyboard.press('Enter');
  await typeCode(page, '123456');
  await page.route(`**${calls.signIn.path}`, (route) => route.abort());
  await page.keyboard.press('Enter');
  await expect(alert).toHaveText(signInErrors.noAnswer);
  await expect(code).toHaveValue('123456');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says that it needs JavaScript', async ({ page }) => {
    await page.goto(ANALYTICS_PATH);
    await expect(page.getByText(signInTexts.checking)).toBeVisible();
    const line = page.locator('noscript p');
    await expect(line).toContainText('This page needs JavaScript.');
    await expect(line).toBeInViewport();
  });
});

test('if the script of the page cannot be loaded, the page shows an error', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/ERR_FAILED/);
  await page.route('**/assets/analytics-*', (route) => route.abort());
  await page.goto(ANALYTICS_PATH);
  await expect(page.getByRole('alert')).toContainText('The page could not be loaded.');
  await expect(page.getByRole('alert')).toBeInViewport();
});
