import { expect } from '@playwright/test';
import { DAY_MS } from '../contract/durations.ts';
import { dashboardTexts } from '../web/screens/analytics/dashboard/dashboard-texts.ts';
import { analyticsScreen, openDashboard, test } from './analytics-site.ts';

const { chart: texts } = dashboardTexts;

test.beforeEach(async ({ context, analyticsSite, adminPhone }) => {
  await analyticsSite.signIn(context, adminPhone);
});

test('screen readers get the chart as a table with one row for each day (UTC) of the range, which ends today', async ({
  page,
  analyticsSite,
}) => {
  await openDashboard(page);
  await expect(page.getByText(texts.subtitle, { exact: true })).toBeVisible();
  const table = page.getByRole('table', { name: new RegExp(texts.title) });
  const rows = table.locator('tbody tr');
  await expect(table.locator('thead th')).toHaveText([
    ...['Day', 'Page Views', 'Downloads'],
    dashboardTexts.marks.title,
  ]);
  for (const days of [30, 90]) {
    await page.getByText(texts.range(days as 30 | 90)).click();
    await expect(rows).toHaveCount(days);
    const first = Math.floor(Date.now() / DAY_MS) - days + 1;
    const counted = await analyticsSite.storage.analytics.days({ from: first });
    const expected = Array.from({ length: days }, (_, n) => {
      const { pageViews = 0, downloads = 0 } = counted.find(({ day }) => day === first + n) ?? {};
      return [pageViews, downloads].map((figure) => figure.toLocaleString('en-US'));
    });
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].slice(0, 2).map((cell) => cell.textContent)),
    );
    expect(shown).toEqual(expected);
  }
  const today = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  await expect(rows.last().getByRole('rowheader')).toContainText(today.format());
});

test('the arrow keys, the mouse and a tap select a day; its figures are within the screen, and screen readers get them', async ({
  page,
}) => {
  await openDashboard(page);
  const day = page.getByRole('slider', { name: texts.day });
  const days = page.locator('.plot-day');
  const reading = page.locator('.reading');
  const sums = page.getByText(texts.allDays, { exact: true });
  await day.focus();
  await expect(day).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`${texts.today}: Page Views [\\d,]+, Downloads [\\d,]+$`),
  );
  await expect(reading).toContainText(texts.today);
  await page.keyboard.press('ArrowLeft');
  await expect(reading).not.toContainText(texts.today);
  await page.keyboard.press('Home');
  await expect(days.first()).toHaveAttribute('data-chosen');
  await page.keyboard.press('Tab');
  await expect(sums).toBeVisible();

  await page.locator('.plot-days').evaluate((plot) => plot.scrollIntoView({ block: 'center' }));
  const plot = await page.locator('.plot-days').boundingBox();
  if (!plot) throw new Error('There is no plot.');
  for (const x of [1, plot.width / 2, plot.width - 1]) {
    await page.locator('.plot-days').hover({ position: { x, y: 50 } });
    await expect(sums).toHaveCount(0);
    await expect(reading).toBeInViewport({ ratio: 1 });
  }
  await analyticsScreen(page).heading.hover();
  await expect(sums).toBeVisible();

  // A day that was tapped among 90 is no longer selected if the chart shows 30 days without it.
  await page.getByText(texts.range(90)).click();
  await expect(days).toHaveCount(90);
  const box = await days.nth(60).boundingBox();
  if (!box) throw new Error('There is no day.');
  const tap = { pointerType: 'touch', clientX: box.x + box.width / 2, bubbles: true };
  await days.nth(60).dispatchEvent('pointerdown', tap);
  await expect(sums).toHaveCount(0);
  await page.getByText(texts.range(30)).click();
  await expect(days).toHaveCount(30);
  await expect(sums).toBeVisible();
  await expect(day).toHaveAttribute('aria-valuetext', new RegExp(`${texts.today}: Page Views`));
});
