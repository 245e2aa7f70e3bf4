import { expect } from '@playwright/test';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { analyticsScreen, openDashboard, test } from './analytics-site.ts';
import { expectNoFaults } from './find-faults.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ watch }) => watch.allowComplaint(/status of 401/));

test('every control can be pressed and every text can be read: the sign-in', async ({ page }) => {
  const { alert, phone } = analyticsScreen(page);
  await page.goto(ANALYTICS_PATH);
  await expect(phone).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(alert).toBeVisible();
  await expectNoFaults(page);
});

test('every control can be pressed and every text can be read: a wrong code', async ({ page }) => {
  const { alert, code, phone } = analyticsScreen(page);
  await page.goto(ANALYTICS_PATH);
  await phone.fill('+15557770001');
  await page.keyboard.press('Enter');
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(alert).toBeVisible();
  await expectNoFaults(page);
});

for (const query of ['', '?search=nobody-has-this-name']) {
  test(`every control can be pressed and every text can be read: the dashboard${query}`, async ({
    page,
    admin: _,
  }) => {
    if (query) await page.goto(ANALYTICS_PATH + query);
    else await openDashboard(page);
    await expect(analyticsScreen(page).search).toBeVisible();
    await expectNoFaults(page);
  });
}
