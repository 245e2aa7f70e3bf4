import { expect } from '@playwright/test';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { dashboardTexts } from '../web/screens/analytics/dashboard/dashboard-texts.ts';
import { analyticsScreen, test } from './analytics-site.ts';

const { cards, chart, notCounted, table } = dashboardTexts;

test.use({ hasInviters: false });

test('before the first event the table, the chart and “Not counted” say that they are empty, and the first event is shown live', async ({
  page,
  analyticsSite,
  admin: _,
}) => {
  const { card, live, rows, search } = analyticsScreen(page);
  await page.goto(ANALYTICS_PATH);
  await expect(page.getByText(table.empty)).toBeVisible();
  await expect(page.getByText(table.emptyHint)).toBeVisible();
  await expect(page.getByText(chart.empty)).toBeVisible();
  await expect(page.getByText(notCounted.none)).toBeVisible();
  await expect(card(cards.overallWebConversionRate)).toHaveText('–');
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
