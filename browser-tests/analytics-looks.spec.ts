import { expect, type Page } from '@playwright/test';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { analyticsScreen, openDashboard, test } from './analytics-site.ts';
import { findViolations } from './violations.ts';

/** Widths in px: a small phone zoomed to 200 %, phones, a tablet, a desktop. */
const WIDTHS = [180, 320, 360, 768, 1440];

async function expectToFit(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const content = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(content, `content at ${width} px`).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 640, height: 800 });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const content = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(content, 'content at twice the text size').toBeLessThanOrEqual(640);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} mode`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('the form fits every width, and axe finds no violation', async ({ page, watch }) => {
      watch.allowComplaint(/status of 401/);
      const { alert, code, phone } = analyticsScreen(page);
      await page.goto(ANALYTICS_PATH);
      await expect(phone).toBeFocused();
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await expect(alert).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      await phone.fill('+15557770000');
      await page.keyboard.press('Enter');
      await code.fill('000000');
      await page.keyboard.press('Enter');
      await expect(alert).toBeVisible();
      expect(await findViolations(page)).toEqual([]);
      await expectToFit(page);
    });

    test('the dashboard fits every width, and axe finds no violation', async ({
      page,
      admin: _,
    }) => {
      await openDashboard(page);
      expect(await findViolations(page)).toEqual([]);
      await expectToFit(page);
      await openDashboard(page, '?sort=username&days=90');
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await findViolations(page)).toEqual([]);
    });
  });
}

test('the names stay visible while the table is scrolled sideways on a phone', async ({
  page,
  admin: _,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openDashboard(page);
  const name = analyticsScreen(page).rows.first().getByRole('rowheader');
  await name.scrollIntoViewIfNeeded();
  const before = await name.boundingBox();
  await page.locator('.table-box').evaluate((box) => box.scrollTo(box.scrollWidth, 0));
  expect(await name.boundingBox()).toEqual(before);
  await expect(analyticsScreen(page).rows.first().locator('td').last()).toBeInViewport();
});

test('the bars of a column of rates are aligned, regardless of the length of the rates', async ({
  page,
  admin: _,
}) => {
  await page.setViewportSize({ width: 1440, height: 800 });
  await openDashboard(page);
  const bars = page.locator('tbody td:nth-child(4) .rate-bar');
  const starts = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().x));
  expect(starts.length).toBeGreaterThan(1);
  expect(new Set(starts).size).toBe(1);
});

test('on paper no row is split between sheets, the names cover no text, each sheet has the column heads, the sort order is shown, and “Live” is hidden', async ({
  page,
  admin: _,
}) => {
  await openDashboard(page);
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.performers-table tbody tr').first()).toHaveCSS(
    'break-inside',
    'avoid',
  );
  // On paper a sticky cell would cover lines of the table.
  await expect(page.locator('.performers-table tbody .table-start').first()).toHaveCSS(
    'position',
    'static',
  );
  // In a table head that is repeated on the next sheet, Chromium does not paint a button's box with the text in it.
  // With `contents` the button has no box.
  await expect(page.locator('.sort-key').first()).toHaveCSS('display', 'contents');
  await expect(page.locator('.live')).toBeHidden();
  await expect(page.locator('[aria-sort] .small-icon')).toBeVisible();
});

test('at twice the text size a phone shows the cards of the summary in one column', async ({
  page,
  admin: _,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openDashboard(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const cards = page.locator('.summary-figures > div');
  const first = await cards.nth(0).boundingBox();
  const second = await cards.nth(1).boundingBox();
  expect(second?.x).toBe(first?.x);
});
