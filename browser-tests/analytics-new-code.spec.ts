import { expect, type Page } from '@playwright/test';
import { CODE_LIFETIME_MS, MAX_CODE_ATTEMPTS, signInErrors } from '../contract/identity.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { signInTexts } from '../web/screens/analytics/sign-in-texts.ts';
import { type AnalyticsSite, analyticsScreen, test } from './analytics-site.ts';

const newCode = (page: Page) => page.getByRole('button', { name: signInTexts.code.again });

async function askForCode(page: Page, site: AnalyticsSite, phone: string): Promise<string> {
  await page.goto(ANALYTICS_PATH);
  await analyticsScreen(page).phone.fill(phone);
  await page.keyboard.press('Enter');
  await expect(analyticsScreen(page).code).toBeFocused();
  return await site.codeFor(phone);
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

test(`after ${MAX_CODE_ATTEMPTS} wrong codes the form says so, and its button sends a new code, which is accepted`, async ({
  page,
  analyticsSite,
  adminPhone,
  watch,
}) => {
  watch.allowComplaint(/status of 401/);
  const { alert, code } = analyticsScreen(page);
  const right = await askForCode(page, analyticsSite, adminPhone);
  const wrong = right === '000000' ? '000001' : '000000';
  for (let guesses = 1; guesses <= MAX_CODE_ATTEMPTS; guesses++) {
    await expect(newCode(page)).toHaveCount(0);
    const answered = page.waitForResponse((response) => response.status() === 401);
    await code.fill(wrong);
    await page.keyboard.press('Enter');
    await answered;
    const isLast = guesses === MAX_CODE_ATTEMPTS;
    await expect(alert).toHaveText(isLast ? signInErrors.codeUsedUp : signInErrors.invalidCode);
  }
  await signInWithNewCode(page, analyticsSite, adminPhone, right);
});

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
