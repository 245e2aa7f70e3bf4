import { expect } from '@playwright/test';
import { dayOf } from '../contract/durations.ts';
import type { Storage } from '../storage/open.ts';
import { dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { analyticsScreen, openDashboard, test } from './analytics-site.ts';

const { chart: texts } = dashboardTexts;

test.beforeEach(async ({ context, analyticsSite, adminPhone }) => {
  await analyticsSite.signIn(context, adminPhone);
});

async function countsOfDay(storage: Storage, daysAgo: number) {
  const day = dayOf(Date.now()) - daysAgo;
  const [counted] = await storage.analytics.days({ from: day, to: day });
  return counted ?? { pageViews: 0, downloads: 0 };
}

test('the arrow keys, the mouse and a tap select a day; its figures are within the screen, and screen readers get them', async ({
  page,
  analyticsSite,
}) => {
  await openDashboard(page);
  const day = page.getByRole('slider', { name: texts.day });
  const days = page.locator('.plot-day');
  const reading = page.locator('.reading');
  const sums = page.getByText(texts.allDays, { exact: true });
  await day.focus();
  await expect(day).toHaveAttribute(
    'aria-valuetext',
    // The day may also have marks, of the app's changes in other tests.
    new RegExp(`${texts.soFar}: Page Views [\\d,]+, Downloads [\\d,]+(\\.|$)`),
  );
  await expect(reading).toContainText(texts.soFar);
  await page.keyboard.press('ArrowLeft');
  await expect(reading).not.toContainText(texts.soFar);
  const { pageViews, downloads } = await countsOfDay(analyticsSite.storage, 1);
  await expect(day).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`: Page Views ${pageViews}, Downloads ${downloads}(\\.|$)`),
  );
  for (const count of [pageViews, downloads]) await expect(reading).toContainText(`${count}`);
  await page.keyboard.press('Home');
  await expect(days.first()).toHaveAttribute('data-chosen');
  await analyticsScreen(page).search.focus();
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

  // A day that was tapped among 91 is no longer selected if the chart shows 28 days without it.
  await page.getByText('91 days').click();
  await expect(days).toHaveCount(91);
  const box = await days.nth(60).boundingBox();
  if (!box) throw new Error('There is no day.');
  const tap = { pointerType: 'touch', clientX: box.x + box.width / 2, bubbles: true };
  await days.nth(60).dispatchEvent('pointerdown', tap);
  await expect(sums).toHaveCount(0);
  await page.getByText('28 days').click();
  await expect(days).toHaveCount(28);
  await expect(sums).toBeVisible();
  await expect(day).toHaveAttribute('aria-valuetext', new RegExp(`${texts.soFar}: Page Views`));
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 700 } });

  test('a tap selects a day until the next tap elsewhere, a slide goes through the days, and the page still scrolls', async ({
    page,
  }) => {
    await openDashboard(page, '?range=28');
    const slider = page.getByRole('slider', { name: texts.day });
    const sums = page.getByText(texts.allDays, { exact: true });
    const chosen = page.locator('.plot-day[data-chosen]');
    await slider.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const plot = await page.locator('.plot-days').boundingBox();
    if (!plot) throw new Error('There is no plot.');
    const y = Math.round(plot.y + plot.height / 2);
    const at = (day: number) => Math.round(plot.x + (plot.width * (day + 0.5)) / 28);
    await page.touchscreen.tap(at(3), y);
    await expect(slider).toHaveValue('3');
    await expect(sums).toHaveCount(0);
    await analyticsScreen(page).table.tap({ position: { x: 5, y: 5 } });
    await expect(sums).toBeVisible();

    await slider.evaluate((one) => one.scrollIntoView({ block: 'center' }));
    const cdp = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: object[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints as [] });
    await touch('touchStart', { x: at(10), y });
    for (const day of [12, 15, 20]) await touch('touchMove', { x: at(day), y });
    await expect(slider).toHaveValue('20');
    await touch('touchEnd');
    await expect(chosen).toHaveCount(1);

    const before = await page.evaluate(() => scrollY);
    await touch('touchStart', { x: at(14), y });
    for (let up = 20; up <= 200; up += 20) await touch('touchMove', { x: at(14), y: y - up });
    await touch('touchEnd');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
  });
});

for (const [range, label] of [
  ['today', texts.hour],
  ['7', texts.day],
  ['91', texts.day],
] as const) {
  test(`the figures of a chosen time cover nothing and move nothing in the range ${range}, also on the narrowest screen`, async ({
    page,
  }) => {
    await openDashboard(page, `?range=${range}`);
    const slider = page.getByRole('slider', { name: label });
    const heightOfReading = async () => (await page.locator('.reading').boundingBox())?.height;
    for (const width of [1280, 390, 320]) {
      await page.setViewportSize({ width, height: 640 });
      const height = await heightOfReading();
      await slider.focus();
      await slider.press('ArrowLeft');
      expect(await heightOfReading()).toBe(height);
      await analyticsScreen(page).heading.click();
    }
    const [reading, drawing] = await Promise.all(
      ['.reading', '.plot'].map((part) => page.locator(part).boundingBox()),
    );
    expect((reading?.y ?? 0) + (reading?.height ?? 0)).toBeLessThanOrEqual(drawing?.y ?? 0);
  });
}
