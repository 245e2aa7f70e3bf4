import { expect } from '@playwright/test';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { analyticsScreen, test } from './analytics-site.ts';

const { cards, chart, marks, notCounted, table } = dashboardTexts;

test.use({ hasInviters: false });

test('before the first event the dashboard says at once that there is nothing, without a chart, and the first event is shown live', async ({
  page,
  analyticsSite,
  admin: _,
}) => {
  const { card, live, rows, search } = analyticsScreen(page);
  await page.goto(ANALYTICS_PATH);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByText(table.empty)).toBeInViewport({ ratio: 1 });
    await expect(page.getByText(table.emptyHint)).toBeInViewport({ ratio: 1 });
  }
  for (const title of [chart.title, marks.title])
    await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
  await expect(page.getByText(notCounted.none)).toBeVisible();
  await expect(card(cards.overallWebConversionRate)).toHaveText('0.0');
  await expect(search).toHaveCount(0);
  await expect(live).toBeVisible();

  const first = { id: 'ana', username: 'ana_92', firstName: 'Ana', profileImageUrl: null };
  await analyticsSite.storage.inviters.put(first);
  await analyticsSite.storage.inviteEvents.visit({
    inviterId: first.id,
    action: 'download_clicked',
    eventId: undefined,
    at: Date.now(),
    excluded: undefined,
  });
  await expect(rows.locator('th, td')).toHaveText(['ana_92', '1', '1', '100.0', '0', '0', '–']);
  await expect(page.getByText(table.empty)).toHaveCount(0);
});
