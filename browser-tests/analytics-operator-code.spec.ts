import { expect } from '@playwright/test';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { runProgram } from '../testing/server-process.ts';
import { signInTexts } from '../web/screens/analytics/analytics-texts.ts';
import { analyticsScreen } from './analytics-site.ts';
import { test as base, startSite } from './site.ts';
import { findViolations } from './violations.ts';

const ADMIN = '+15550001111';

/** The real program in production, without a sender of codes. */
const test = base.extend({
  site: async ({ engine, share }, use) => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1', ADMIN_PHONES: ADMIN };
    await use(await share(`${engine}, no sender`, () => startSite(engine, env)));
  },
});

// `guessing.test.ts` and `admin.test.ts` test which browser can use the code.
test('without a sender the screen says who gives the code, and the command gives it', async ({
  page,
  site,
}) => {
  const { phone, code, heading } = analyticsScreen(page);
  await page.goto(ANALYTICS_PATH);
  await expect(phone).toHaveAccessibleDescription(
    `${signInTexts.phone.hint} ${signInTexts.operatorGivesCodes}`,
  );
  await phone.fill(ADMIN);
  await phone.press('Enter');
  await expect(code).toHaveAccessibleDescription(
    `${signInTexts.code.hint(ADMIN)} ${signInTexts.operatorGivesCodes}`,
  );
  expect(await findViolations(page)).toEqual([]);
  const env = { DATABASE_URL: site.databaseUrl };
  const { stdout } = await runProgram(['admin', 'code', ADMIN], env);
  await code.fill(stdout.slice(0, 6));
  await code.press('Enter');
  await expect(heading).toBeVisible();
});
