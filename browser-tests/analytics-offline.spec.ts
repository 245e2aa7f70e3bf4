import { expect, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import {
  actTexts,
  analyticsErrors,
  dashboardTexts,
} from '../web/screens/analytics/parts/dashboard-texts.ts';
import { analyticsScreen, openDashboard, test } from './analytics-site.ts';

const { retry, table: texts } = dashboardTexts;

// On a site that they shared with others, those could add inviters between two looks.
test.use({ ownSite: 'offline' });

test.beforeEach(async ({ context, analyticsSite, adminPhone, watch }) => {
  watch.allowComplaint(/ERR_FAILED|ERR_INTERNET_DISCONNECTED/);
  await analyticsSite.signIn(context, adminPhone);
});

/** What the page says about its rows and its chart, and the rows themselves. */
async function shownBy(page: Page) {
  const section = page.getByRole('region', { name: texts.title });
  return {
    range: await section.getByRole('status').innerText(),
    seenRange: await page.locator('.pager p').innerText(),
    download: await section.getByRole('link', { name: actTexts.download }).getAttribute('href'),
    rows: await analyticsScreen(page).rows.count(),
    plottedDays: await page.locator('.plot-day').count(),
  };
}

test('until the pager, the search or the choice of days has its figures, and after they could not be read, the page says what it shows, and Retry reads them', async ({
  page,
}) => {
  const { alert, table, search } = analyticsScreen(page);
  await openDashboard(page, '?page=1');
  await expect(page.locator('.plot-day').first()).toBeVisible();
  for (const [use, after] of [
    [
      () => page.getByRole('button', { name: texts.next }).click(),
      { range: '26 to 30 of 30', seenRange: '26 to 30 of 30', rows: 5 },
    ],
    [
      async () => {
        await search.fill('further');
        await search.press('Enter');
      },
      { range: '1 to 6 of 6 for “further”', seenRange: '1 to 6 of 6 for “further”', rows: 6 },
    ],
    [() => page.getByText('28 days').first().click(), { plottedDays: 28 }],
  ] as const) {
    const before = await shownBy(page);
    const refused = Promise.withResolvers<void>();
    const figures = new RegExp(`${calls.getAnalytics.path}(/days)?[?]`);
    await page.route(figures, async (route) => {
      await refused.promise;
      await route.abort();
    });
    const asked = page.waitForRequest(figures);
    await use();
    await asked;
    expect(await shownBy(page)).toEqual(before);
    refused.resolve();
    await expect(alert).toContainText(analyticsErrors.noAnswer);
    expect(await shownBy(page)).toEqual(before);
    await expect(table).toHaveAttribute('aria-busy', 'false');
    await page.unroute(figures);
    await page.getByRole('button', { name: retry }).press('Enter');
    await expect(alert).toHaveCount(0);
    await expect(analyticsScreen(page).heading).toBeFocused();
    await expect.poll(() => shownBy(page)).toMatchObject(after);
  }
});
