// Long because it goes through each step, error and message of the sign-in.
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import {
  CODE_LIFETIME_MS,
  FRESH_CODE_MS,
  MAX_CODE_ATTEMPTS,
  signInErrors,
} from '../contract/identity.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { signInTexts } from '../web/screens/analytics/analytics-texts.ts';
import { actTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { waitlistTexts } from '../web/screens/analytics/waitlist/waitlist-texts.ts';
import { type AnalyticsSite, analyticsScreen, author, test } from './analytics-site.ts';
import { countCalls } from './site.ts';
import { beginIntercepting, hold } from './waitlist.ts';

const { phone: phoneTexts, code: codeTexts } = signInTexts;
const { people } = waitlistTexts;

const newCode = (page: Page) => page.getByRole('button', { name: codeTexts.again });

/** Opens the form and types a number. The caller presses Enter to send it. */
async function typePhone(page: Page, phone: string): Promise<void> {
  const { phone: field } = analyticsScreen(page);
  await page.goto(ANALYTICS_PATH);
  await expect(field).toBeFocused();
  await page.keyboard.type(phone);
}

/** Asks for a code. @returns the code */
async function askForCode(page: Page, site: AnalyticsSite, phone: string): Promise<string> {
  await typePhone(page, phone);
  await page.keyboard.press('Enter');
  await expect(analyticsScreen(page).code).toBeFocused();
  return await site.codeFor(phone.replaceAll(' ', ''));
}

test('an admin signs in with the code from the log, with the keyboard only', {
  tag: '@main',
}, async ({ page, analyticsSite, adminPhone }) => {
  const { heading, rows } = analyticsScreen(page);
  const checks = countCalls(page, calls.verifyAdmin);
  const spaced = `${adminPhone.slice(0, 5)} ${adminPhone.slice(5)}`;
  await page.keyboard.type(await askForCode(page, analyticsSite, spaced));
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
  await page.keyboard.type(await askForCode(page, analyticsSite, '+15559990000'));
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
  await expect(code).toBeFocused();
  await page.keyboard.type('123456');
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

/** Sends a wrong code for these of all guesses, each time after the error of the last one. */
async function guessWrongly(page: Page, right: string, first: number, last: number): Promise<void> {
  const { alert, code } = analyticsScreen(page);
  for (let guesses = first; guesses <= last; guesses++) {
    await code.fill('');
    await expect(alert).toHaveCount(0);
    await code.fill(right === '000000' ? '000001' : '000000');
    await page.keyboard.press('Enter');
    const isLast = guesses === MAX_CODE_ATTEMPTS;
    await expect(alert).toHaveText(isLast ? signInErrors.codeUsedUp : signInErrors.invalidCode);
  }
}

/** Presses the button that requests a new code, and signs in with the new code. */
async function signInWithNewCode(
  page: Page,
  site: AnalyticsSite,
  phone: string,
  old: string,
): Promise<void> {
  const { code, alert, heading } = analyticsScreen(page);
  await newCode(page).click();
  await expect(code).toBeFocused();
  await expect(code).toHaveValue('');
  await expect(alert).toHaveCount(0);
  await expect(newCode(page)).toHaveCount(0);
  await expect.poll(() => site.codeFor(phone)).not.toBe(old);
  await code.fill(await site.codeFor(phone));
  await page.keyboard.press('Enter');
  await expect(heading).toBeVisible();
}

test(`a reload asks for the code that was sent, also after wrong codes; after ${MAX_CODE_ATTEMPTS} the form says so, and its button sends a new code, which is accepted`, async ({
  page,
  analyticsSite,
  adminPhone,
  watch,
}) => {
  watch.allowComplaint(/status of 401/);
  const { alert, code } = analyticsScreen(page);
  const right = await askForCode(page, analyticsSite, adminPhone);
  await guessWrongly(page, right, 1, MAX_CODE_ATTEMPTS - 1);
  await page.reload();
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(codeTexts.hint(adminPhone));
  await guessWrongly(page, right, MAX_CODE_ATTEMPTS, MAX_CODE_ATTEMPTS);
  await page.reload();
  await expect(alert).toHaveText(signInErrors.codeUsedUp);
  await signInWithNewCode(page, analyticsSite, adminPhone, right);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a reload asks for the number after Back, after the code has expired, and in another tab', async ({
  page,
  context,
  analyticsSite,
  adminPhone,
}) => {
  const { phone, alert } = analyticsScreen(page);
  await page.clock.install();
  await askForCode(page, analyticsSite, adminPhone);
  const other = await context.newPage();
  await other.goto(ANALYTICS_PATH);
  await expect(analyticsScreen(other).phone).toBeFocused();
  await page.getByRole('button', { name: codeTexts.back }).click();
  await page.reload();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue('');
  await askForCode(page, analyticsSite, adminPhone);
  await page.clock.fastForward(CODE_LIFETIME_MS);
  await expect(alert).toHaveText(signInErrors.codeExpired);
  await page.reload();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue(adminPhone);
  await phone.fill('+1 555');
  await page.reload();
  await expect(phone).toHaveValue('+1 555');
});

/** Removes the cookies of answers at this path, as a browser that refuses cookies does. */
async function refuseCookies(page: Page, context: BrowserContext, path: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    const response = await route.fetch();
    await context.clearCookies();
    const { 'set-cookie': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}

for (const [cookie, path] of [
  ['the cookie of the code', calls.sendCode.path],
  ['the cookie of the session', calls.signIn.path],
] as const) {
  test(`if the browser refuses ${cookie}, the form says so after a right code, and a new code works when cookies are allowed`, async ({
    page,
    context,
    analyticsSite,
    adminPhone,
    watch,
  }) => {
    watch.allowComplaint(/status of 401/);
    const { alert, code, phone } = analyticsScreen(page);
    await refuseCookies(page, context, path);
    const right = await askForCode(page, analyticsSite, adminPhone);
    await code.fill(right);
    await page.keyboard.press('Enter');
    await expect(alert).toHaveText(signInErrors.noCookie);
    await page.unroute(`**${path}`);
    if (path === calls.sendCode.path) {
      await signInWithNewCode(page, analyticsSite, adminPhone, right);
    } else await expect(phone).toBeVisible();
  });
}

test('a browser that knows that it refuses cookies says so before a code is sent', async ({
  page,
}) => {
  const { alert, phone } = analyticsScreen(page);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'cookieEnabled', { value: false }),
  );
  await page.goto(ANALYTICS_PATH);
  await phone.fill('+15559990020');
  await page.keyboard.press('Enter');
  await expect(alert).toHaveText(signInErrors.noCookie);
  await expect(newCode(page)).toHaveCount(0);
});

test('the tab whose code was replaced by one for another tab says so, and can replace that one; its sign-in also opens the dashboard in the other tab, with the search in its address', async ({
  page,
  context,
  analyticsSite,
  adminPhone,
  watch,
}) => {
  watch.allowComplaint(/status of 401/);
  const { alert, code } = analyticsScreen(page);
  const old = await askForCode(page, analyticsSite, adminPhone);
  const other = await context.newPage();
  await other.goto(`${ANALYTICS_PATH}?search=maya`);
  await analyticsScreen(other).phone.fill(adminPhone);
  await other.keyboard.press('Enter');
  await expect.poll(() => analyticsSite.codeFor(adminPhone)).not.toBe(old);
  for (const typed of [old, await analyticsSite.codeFor(adminPhone)]) {
    await code.fill(typed);
    await page.keyboard.press('Enter');
    await expect(alert).toHaveText(signInErrors.codeReplaced);
    await code.fill('');
  }
  await signInWithNewCode(page, analyticsSite, adminPhone, await analyticsSite.codeFor(adminPhone));
  await expect(analyticsScreen(other).rows).toHaveCount(1);
  await expect(other).toHaveURL(/search=maya/);
});

test('a code that replaces the session does not end the dashboard, whenever calls with the replaced session are answered', async ({
  page,
  context,
  analyticsSite,
  adminPhone,
  watch,
}) => {
  watch.allowComplaint(/status of 40[13]/);
  await analyticsSite.storage.admins.setRight(adminPhone, true, author);
  const old = await analyticsSite.signIn(context, adminPhone, Date.now() - FRESH_CODE_MS);
  await page.goto(`${ANALYTICS_PATH}?tab=waitlist`);
  await page.getByRole('button', { name: people.show }).click();
  await page.getByRole('button', { name: /^Send a Code/ }).click();
  await page.getByLabel(codeTexts.label).fill(await analyticsSite.codeFor(adminPhone));
  await page.route(`**${calls.signIn.path}`, async (route) => {
    if (route.request().method() !== calls.signIn.method) return route.continue();
    const response = await route.fetch();
    // The browser gets its answer later than those to two other calls.
    await context.addCookies([{ name: 'session', value: old.token, url: analyticsSite.url }]);
    const refused = () => page.waitForResponse((answer) => answer.status() === 401);
    await refused();
    await refused();
    await route.fulfill({ response });
  });
  await page.keyboard.press('Enter');
  await expect(page.getByText(actTexts.renewed)).toBeVisible();
});
