import { expect } from '@playwright/test';
import { DAY_MS, isoDay } from '../contract/durations.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { actTexts, dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { openDashboard, test } from './analytics-site.ts';
import { expectNoFaults } from './find-faults.ts';
import { findViolations } from './violations.ts';

const { ranges: texts, allTime, table, change, inviter } = dashboardTexts;

test.beforeEach(async ({ context, analyticsSite, adminPhone }) => {
  await analyticsSite.signIn(context, adminPhone);
});

test('cards, chart, table, CSV and address follow the range, and all time is the default @main', async ({
  page,
  analyticsSite: { storage },
}) => {
  await openDashboard(page);
  await expect(page.getByRole('radio', { name: allTime })).toBeChecked();
  const today = Math.floor(Date.now() / DAY_MS);
  for (const [name, range, days] of [
    ['Today', 'today', 1],
    ['7 days', '7', 7],
    ['91 days', '91', 91],
  ] as const) {
    await page.getByText(name, { exact: true }).first().click();
    await expect(page).toHaveURL(`${ANALYTICS_PATH}?range=${range}`);
    const selection = { search: '', sort: 'pageViews', order: 'desc' } as const;
    const span = { from: today - days + 1, to: today };
    const { total } = (await storage.analytics.list({ ...selection, days: span })).totals;
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
    await expect(page.locator('.figure').nth(1)).toHaveText(
      total.pageViews.toLocaleString('en-US'),
    );
    // More days ago there were no visits, so there is nothing to compare.
    const note = days === 7 ? change.sameHours('7') : change.tooFew;
    if (days > 1) await expect(page.locator('.figures .note').nth(1)).toContainText(note);
    if (days > 1) await expect(page.locator('.plot-day')).toHaveCount(days);
    await expect(page.getByRole('link', { name: actTexts.download })).toHaveAttribute(
      'href',
      new RegExp(`range=${range}(&|$)`),
    );
  }
  await page.reload();
  await expect(page.getByRole('radio', { name: '91 days' })).toBeChecked();
  await page.getByText(allTime, { exact: true }).first().click();
  await expect(page).toHaveURL(ANALYTICS_PATH);
});

test('two days are chosen by keyboard, and impossible ones become the nearest, with a sentence', async ({
  page,
}) => {
  await openDashboard(page);
  await page.getByRole('radio', { name: allTime }).focus();
  await page.keyboard.press('ArrowLeft');
  const [from, to] = [
    page.getByLabel(texts.from, { exact: true }),
    page.getByLabel(texts.to, { exact: true }),
  ];
  const today = isoDay(Date.now());
  await expect(to).toHaveValue(today);
  const note = page.locator('.range-choice .note');
  const yesterday = isoDay(Date.now() - DAY_MS);
  await from.fill(yesterday);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${ANALYTICS_PATH}?range=${yesterday}..${today}`);
  await expect(note).toContainText(', in UTC.');
  expect(await findViolations(page)).toEqual([]);
  await from.fill('9999-12-31');
  await to.fill('2000-01-01');
  await page.getByRole('button', { name: texts.show, exact: true }).click();
  await expect(note).toContainText('Shown instead: ');
  await expect(page.getByRole('button', { name: texts.show, exact: true })).toBeFocused();

  // The browser's way back leads from other days of an inviter.
  await openDashboard(page, `?range=${yesterday}..${today}`);
  await page.locator('.username a').first().click();
  await from.fill(isoDay(Date.now() - 9 * DAY_MS));
  await page.keyboard.press('Enter');
  await expect(from).toBeFocused();
  await page.goBack();
  await expect(from).toHaveValue(yesterday);
});

test('a name leads to the inviter with days, link and QR code, and back to its row in the table', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openDashboard(page, '?sort=username');
  const name = page.locator('.username a').nth(20);
  await name.scrollIntoViewIfNeeded();
  const text = await name.innerText();
  await name.focus();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: text, exact: true });
  await expect(heading).toBeFocused();
  await expect(page.locator('.inviter .figures dd')).toHaveCount(6);
  await expect(page.locator('.plot-day')).toHaveCount(30);
  await expect(page.getByRole('img', { name: inviter.code })).toBeVisible();
  await page.getByRole('button', { name: inviter.copy }).click();
  await expect(page.getByText(inviter.copied)).toBeVisible();
  const link = await page.locator('.inviter code').innerText();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(new URL(link).pathname + new URL(link).search).toMatch(/^\/invite\?ref=.+/);
  expect(await findViolations(page)).toEqual([]);
  await page.reload();
  await expect(heading).toBeVisible();
  await page.goBack();
  await expect(name).toBeFocused();
  await name.press('Enter');
  await page.getByRole('button', { name: inviter.back }).click();
  await expect(name).toBeFocused();
  await expect(page).toHaveURL(`${ANALYTICS_PATH}?sort=username`);
  await expect(name).toBeInViewport({ ratio: 1 });
  await name.press('Enter');
  await expect(heading).toBeFocused();
  await expectNoFaults(page);
});

test('a single day of an inviter has figures and no chart, and days without events and an unknown inviter have a sentence', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/404/);
  const plot = page.locator('.plot');
  await page.goto(`${ANALYTICS_PATH}?inviter=demo-maya&range=today`);
  await expect(page.locator('.inviter .figures dd')).toHaveCount(6);
  await expect(plot).toHaveCount(0);
  expect(await findViolations(page)).toEqual([]);
  const day = isoDay(Date.now() - 170 * DAY_MS);
  await page.goto(`${ANALYTICS_PATH}?range=${day}..${day}`);
  await expect(page.getByText(dashboardTexts.chart.empty)).toBeVisible();
  await expect(page.getByText(table.empty)).toHaveCount(0);
  await page.goto(`${ANALYTICS_PATH}?inviter=unknown-id`);
  await expect(page.getByText(inviter.unknown)).toBeVisible();
});
