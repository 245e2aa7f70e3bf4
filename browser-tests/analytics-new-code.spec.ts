import { type BrowserContext, expect, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { CODE_LIFETIME_MS, MAX_CODE_ATTEMPTS, signInErrors } from '../contract/identity.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { signInTexts } from '../web/screens/analytics/analytics-texts.ts';
import { type AnalyticsSite, analyticsScreen, test } from './analytics-site.ts';

const newCode = (page: Page) => page.getByRole('button', { name: signInTexts.code.again });

async function askForCode(page: Page, site: AnalyticsSite, phone: string): Promise<string> {
  await page.goto(ANALYTICS_PATH);
  await analyticsScreen(page).phone.fill(phone);
  await page.keyboard.press('Enter');
  await expect(analyticsScreen(page).code).toBeFocused();
  return await site.codeFor(phone);
}

/** Sends a wrong code several times, each time after the error of the last one. */
async function guessWrongly(page: Page, right: string, times: number): Promise<void> {
  const { alert, code } = analyticsScreen(page);
  for (let guesses = 1; guesses <= times; guesses++) {
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

test('when a code expires the form says so, and its button sends a new code, which is accepted', async ({
  page,
  analyticsSite,
  adminPhone,
}) => {
  const { alert } = analyticsScreen(page);
  await page.clock.install();
  const old = await askForCode(page, analyticsSite, adminPhone);
  await page.clock.fastForward(CODE_LIFETIME_MS);
  await expect(alert).toHaveText(signInErrors.codeExpired);
  await signInWithNewCode(page, analyticsSite, adminPhone, old);
});

test('a reload asks for the code that was sent, also after a wrong code, and the code is accepted', async ({
  page,
  analyticsSite,
  adminPhone,
  watch,
}) => {
  watch.allowComplaint(/status of 401/);
  const { code, heading } = analyticsScreen(page);
  const right = await askForCode(page, analyticsSite, adminPhone);
  await page.reload();
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription(signInTexts.code.hint(adminPhone));
  await guessWrongly(page, right, MAX_CODE_ATTEMPTS - 1);
  await page.reload();
  await code.fill(right);
  await page.keyboard.press('Enter');
  await expect(heading).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test(`after ${MAX_CODE_ATTEMPTS} wrong codes the form says so, also after a reload, and its button sends a new code, which is accepted`, async ({
  page,
  analyticsSite,
  adminPhone,
  watch,
}) => {
  watch.allowComplaint(/status of 401/);
  const { alert } = analyticsScreen(page);
  const right = await askForCode(page, analyticsSite, adminPhone);
  await guessWrongly(page, right, MAX_CODE_ATTEMPTS);
  await page.reload();
  await expect(alert).toHaveText(signInErrors.codeUsedUp);
  await signInWithNewCode(page, analyticsSite, adminPhone, right);
});

test('a reload asks for the number after Back, after the code has expired, and in another tab', async ({
  page,
  context,
  analyticsSite,
  adminPhone,
}) => {
  const { phone } = analyticsScreen(page);
  await page.clock.install();
  await askForCode(page, analyticsSite, adminPhone);
  const other = await context.newPage();
  await other.goto(ANALYTICS_PATH);
  await expect(analyticsScreen(other).phone).toBeFocused();
  await page.getByRole('button', { name: signInTexts.code.back }).click();
  await page.reload();
  await expect(phone).toBeFocused();
  await expect(phone).toHaveValue('');
  await askForCode(page, analyticsSite, adminPhone);
  await page.clock.fastForward(CODE_LIFETIME_MS);
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

test('the tab whose code was replaced by one for another tab says so, and can replace that one', async ({
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
  await other.goto(ANALYTICS_PATH);
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
  await expect(analyticsScreen(other).heading).toBeVisible();
});

test('a call that began before a new code replaced the session, and is answered after it, does not end the dashboard', async ({
  page,
  context,
  analyticsSite,
  adminPhone,
  watch,
}) => {
  watch.allowComplaint(/status of 401/);
  const { heading } = analyticsScreen(page);
  const version = `**${calls.getAnalyticsVersion.path}?*`;
  await analyticsSite.signIn(context, adminPhone);
  await page.goto(ANALYTICS_PATH);
  await expect(heading).toBeVisible();
  await page.route(
    version,
    async (route) => {
      // The server knows the session of this call no longer.
      const headers = { ...route.request().headers(), cookie: 'session=replaced' };
      await route.fulfill({ response: await route.fetch({ headers }) });
    },
    { times: 1 },
  );
  await page.waitForResponse((answer) => answer.status() === 401);
  await page.waitForResponse(version);
  await expect(heading).toBeVisible();
});
