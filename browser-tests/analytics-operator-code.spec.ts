import { expect } from '@playwright/test';
import { MAX_CODE_ATTEMPTS, signInErrors } from '../contract/identity.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { runProgram } from '../testing/server-process.ts';
import { signInTexts } from '../web/screens/analytics/analytics-texts.ts';
import { analyticsScreen } from './analytics-site.ts';
import { test as base, startSite } from './site.ts';
import { findViolations } from './violations.ts';

const ADMIN = '+15550001111';
const STRANGER = '+15550002222';

/** The real program in production, without a sender of codes. */
const test = base.extend({
  site: async ({ engine, share }, use) => {
    const env = { NODE_ENV: 'production', PUBLIC_URL: 'http://127.0.0.1', ADMIN_PHONES: ADMIN };
    await use(await share(`${engine}, no sender`, () => startSite(engine, env)));
  },
});

test('without a sender the screen says who gives the code, the command gives it, and a stranger beside it gets none', async ({
  page,
  browser,
  site,
  watch,
}) => {
  watch.allowComplaint(/status of 401/);
  const { log } = site as Awaited<ReturnType<typeof startSite>>['server'];
  const ask = async (asking: typeof page, phone: string) => {
    const { phone: field, code } = analyticsScreen(asking);
    await asking.goto(`${site.url}${ANALYTICS_PATH}`);
    await expect(field).toHaveAccessibleDescription(
      `${signInTexts.phone.hint} ${signInTexts.operatorGivesCodes}`,
    );
    await field.fill(phone);
    await field.press('Enter');
    await expect(code).toHaveAccessibleDescription(
      `${signInTexts.code.hint(phone)} ${signInTexts.operatorGivesCodes}`,
    );
    expect(await findViolations(asking)).toEqual([]);
    return code;
  };
  const code = await ask(page, ADMIN);
  // Asks for the admin's number, too, and guesses.
  const strangers = await browser.newPage();
  for (const phone of [ADMIN, STRANGER]) {
    const field = await ask(strangers, phone);
    for (let guess = 0; guess < MAX_CODE_ATTEMPTS; guess++) {
      await field.fill(`00000${guess}`);
      await field.press('Enter');
      const isLast = guess === MAX_CODE_ATTEMPTS - 1;
      const error = isLast ? signInErrors.codeUsedUp : signInErrors.invalidCode;
      await expect(strangers.getByText(error)).toBeVisible();
    }
    // Otherwise the reloaded page would ask for the same code.
    await strangers.evaluate(() => sessionStorage.clear());
  }
  const { stdout } = await give();
  const [, later] = /They asked at ([\d:]+\.\d{3})/.exec(stdout) ?? [];
  const { stdout: own } = await give('--asked', later ?? '');
  await code.fill(own.slice(0, 6));
  await code.press('Enter');
  await expect(analyticsScreen(page).heading).toBeVisible();

  const lines = log.filter((line) => line.includes('admin code'));
  expect(lines).toHaveLength(1);
  expect(log.join('\n')).not.toMatch(/\+1555|\bcode[^"]*\b\d{6}\b/);

  async function give(...more: string[]) {
    const env = { DATABASE_URL: site.databaseUrl };
    return await runProgram(['admin', 'code', ADMIN, ...more], env);
  }
});
