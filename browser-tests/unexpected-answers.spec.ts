import { expect, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { analyticsScreen, openDashboard, test } from './analytics-site.ts';

/** Answers every request for the call with this body, until the returned function is called. */
async function intercept(page: Page, { path }: { path: string }, body: string) {
  const pattern = new RegExp(`${path.replaceAll('.', '\\.')}(\\?|$)`);
  await page.route(pattern, (route) =>
    route.fulfill({ body, contentType: body.startsWith('<') ? 'text/html' : 'application/json' }),
  );
  return () => page.unroute(pattern);
}

/** Only the fields of the specification (§3). */
const figures = {
  totalInviters: 1,
  totalViews: 20,
  totalDownloads: 5,
  overallWebConversionRate: 25,
  totalAppInvitesSent: 4,
  overallInviteAcceptanceRate: 50,
  userStats: [
    {
      userId: 'ada',
      username: 'ada_1815',
      pageViews: 20,
      downloads: 5,
      webConversionRate: 25,
      appInvitesSent: 4,
      acceptedInvites: 2,
      inviteAcceptanceRate: 50,
    },
  ],
};

test('the dashboard shows an answer with only the fields of the specification, each under its head, and one with other fields', async ({
  page,
  admin: _,
}) => {
  const { card, rows, table } = analyticsScreen(page);
  for (const further of [{}, { currency: 'EUR', next: null, matching: 1 }]) {
    const stop = await intercept(
      page,
      calls.getAnalytics,
      JSON.stringify({ ...figures, ...further }),
    );
    await openDashboard(page);
    const heads = await table.locator('thead th').allInnerTexts();
    const cells = await rows.locator('th, td').allInnerTexts();
    expect(heads.map((head, index) => `${head}: ${cells[index]}`)).toEqual([
      ...['Username: ada_1815', 'Page Views: 20', 'Downloads: 5', 'Web Conv. (%): 25.0'],
      ...['App Invites: 4', 'Accepted: 2', 'Inv. Rate (%): 50.0'],
    ]);
    expect(cells).toHaveLength(heads.length);
    await expect(card(dashboardTexts.cards.totalViews)).toHaveText('20');
    await expect(page.getByText(dashboardTexts.notCounted.title)).toHaveCount(0);
    await stop();
  }
  const empty = JSON.stringify({ ...figures, totalInviters: 0, userStats: [] });
  await intercept(page, calls.getAnalytics, empty);
  await page.reload();
  await expect(page.getByText(dashboardTexts.table.empty)).toBeVisible();
});
