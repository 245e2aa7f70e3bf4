import { expect, type Page } from '@playwright/test';
import { inviterColumns } from '../contract/analytics.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { analyticsScreen, author, openDashboard, test } from './analytics-site.ts';
import { expectNoFaults } from './find-faults.ts';
import { expectNoViolations } from './violations.ts';

/** A phone of 360 px, zoomed to 200 %. */
async function expectToFitZoomedPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 180, height: 370 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(180);
}

test('the sign-in, with an error of each step, can be read and pressed at every size and scheme', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/status of 401/);
  const { alert, code, phone } = analyticsScreen(page);
  await page.goto(ANALYTICS_PATH);
  await expect(phone).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press('Enter');
  await expect(alert).toBeVisible();
  await expectNoViolations(page);
  await expectToFitZoomedPhone(page);
  await expectNoFaults(page);
  await phone.fill('+15557770000');
  await phone.press('Enter');
  await code.fill('000000');
  await code.press('Enter');
  await expect(alert).toBeVisible();
  await expectNoViolations(page);
  await expectToFitZoomedPhone(page);
  await expectNoFaults(page);
});

test('the dashboard can be read and pressed at every size and scheme, also without results', async ({
  page,
  admin: _,
}) => {
  await openDashboard(page);
  await expectNoViolations(page);
  await expectToFitZoomedPhone(page);
  await expectNoFaults(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await openDashboard(page, '?sort=username&range=91');
  await expectNoViolations(page);
  await page.goto(`${ANALYTICS_PATH}?search=nobody-has-this-name`);
  await expect(analyticsScreen(page).search).toBeVisible();
  await expectNoFaults(page);
});

test('the fields of a form are on one line with its button; on a phone all columns are seen without scrolling, each figure below its title, and with large text the cards are in one column; paper has every row and column whole', async ({
  page,
  admin: _,
  adminPhone,
  analyticsSite: { storage },
}) => {
  await storage.admins.setRight(adminPhone, true, author);
  await openDashboard(page);
  await page.getByRole('button', { name: dashboardTexts.marks.write }).click();
  const tops = await page
    .locator('form.row :is(.input, .key)')
    .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top)));
  expect(tops).toEqual(Array(3).fill(tops[0]));
  await page.setViewportSize({ width: 360, height: 740 });
  await openDashboard(page);
  const first = analyticsScreen(page).rows.first();
  await first.scrollIntoViewIfNeeded();
  await expect(first.locator('td').last()).toBeInViewport({ ratio: 1 });
  const box = page.locator('.table-box');
  expect(await box.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
  const titles = await first
    .locator('td')
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content));
  expect(titles).toEqual(inviterColumns.slice(1).map(({ title }) => JSON.stringify(title)));

  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const cards = page.locator('.figures > div');
  const [one, other] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()];
  expect(other?.x).toBe(one?.x);

  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(first).toHaveCSS('break-inside', 'avoid');
  // A4 with margins of 1 cm.
  await page.setViewportSize({ width: 673, height: 1000 });
  await page.evaluate(() => document.documentElement.removeAttribute('style'));
  const columns = await page.locator('thead th').last().boundingBox();
  expect((columns?.x ?? 0) + (columns?.width ?? 0)).toBeLessThanOrEqual(673);
  // On paper a sticky cell would cover lines of the table.
  const start = page.locator('.table tbody th').first();
  await expect(start).toHaveCSS('position', 'static');
  // In a table head that is repeated on the next sheet, Chromium does not paint a button's box with the text in it.
  // With `contents` the button has no box.
  await expect(page.locator('.sort-key').first()).toHaveCSS('display', 'contents');
  await expect(page.locator('.live')).toBeHidden();
  await expect(page.locator('[aria-sort] .small-icon')).toBeVisible();
});
