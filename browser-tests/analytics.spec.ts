// Long because it is the whole first screen of the dashboard, with its strings.
import { expect, type Page } from '@playwright/test';
import { inviterColumns, rateInPercent, type SortField } from '../contract/analytics.ts';
import { calls } from '../contract/calls.ts';
import { ANALYTICS_PATH, listedScreens } from '../contract/screens.ts';
import { BACK_TO_HOME } from '../web/design/screen-texts.ts';
import { analyticsErrors, dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { analyticsScreen, openDashboard, test } from './analytics-site.ts';

const { cards, chart, marks, notCounted, table: texts } = dashboardTexts;
const count = new Intl.NumberFormat('en-US');
const rate = (percent: number) => percent.toFixed(1);

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

test.beforeEach(async ({ context, analyticsSite, adminPhone }) => {
  await analyticsSite.signIn(context, adminPhone);
});

test('the dashboard has the texts of the specification, and its figures equal a recount of the stored events', {
  tag: '@main',
}, async ({ page, analyticsSite }) => {
  const recount = await analyticsSite.storage.recount();
  expect(recount.differences).toEqual([]);
  const { total } = await analyticsSite.storage.analytics.totals();
  const { card, heading, refresh, rows, signOut, table } = analyticsScreen(page);
  await openDashboard(page);
  for (const part of [
    ...[heading, refresh, signOut, page.getByText(dashboardTexts.subtitle)],
    ...[page.getByRole('heading', { name: texts.title }), page.getByText(texts.subtitle)],
  ]) {
    await expect(part).toBeVisible();
  }
  const home = page.getByRole('link', { name: BACK_TO_HOME });
  await expect(heading).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(home).toBeFocused();
  await expect(table.getByRole('columnheader')).toHaveText(
    inviterColumns.map(({ title }) => title),
  );
  await expect(home).toHaveAttribute('href', listedScreens.home);
  await expect(card(cards.totalInviters)).toHaveText('30');
  await expect(card(cards.totalViews)).toHaveText(count.format(total.pageViews));
  await expect(card(cards.totalDownloads)).toHaveText(count.format(total.downloads));
  await expect(card(cards.overallWebConversionRate)).toHaveText(
    rate(rateInPercent(total.downloads, total.pageViews)),
  );
  await expect(card(cards.totalAppInvitesSent)).toHaveText(count.format(total.appInvitesSent));
  await expect(card(cards.overallInviteAcceptanceRate)).toHaveText(
    rate(rateInPercent(total.acceptedInvites, total.appInvitesSent)),
  );
  const [first] = (
    await analyticsSite.storage.analytics.read({
      search: '',
      sort: 'pageViews',
      order: 'desc',
      limit: 1,
      offset: 0,
    })
  ).rows;
  if (!first) throw new Error('The demo has no inviter.');
  const ofSpecification = rows.first().locator(':nth-child(-n + 7)');
  await expect(ofSpecification.and(page.locator('th, td'))).toHaveText([
    first.username,
    count.format(first.pageViews),
    count.format(first.downloads),
    rate(rateInPercent(first.downloads, first.pageViews)),
    count.format(first.appInvitesSent),
    count.format(first.acceptedInvites),
    rate(rateInPercent(first.acceptedInvites, first.appInvitesSent)),
  ]);
});

// `view-in-address.test.ts` tests the usual order, and `analytics.test.ts` in `storage` that of each column.
test('each column can be sorted in both orders, by mouse and by keyboard', async ({
  page,
  analyticsSite,
}) => {
  const { column, rows } = analyticsScreen(page);
  await openDashboard(page);
  const namesBy = async (sort: SortField, order: 'asc' | 'desc') => {
    const part = { search: '', limit: 25, offset: 0 };
    const report = await analyticsSite.storage.analytics.read({ ...part, sort, order });
    return report.rows.map(({ username }) => username);
  };
  for (const { field, title } of inviterColumns.toReversed()) {
    const head = column(title);
    await head.getByRole('button').click();
    const order = field === 'username' ? 'asc' : 'desc';
    await expect(head).toHaveAttribute('aria-sort', `${order}ending`);
    await expect(rows.getByRole('rowheader')).toHaveText(await namesBy(field, order));
  }
  await page.keyboard.press('Enter');
  await expect(column('Username')).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.getByRole('rowheader')).toHaveText(await namesBy('username', 'desc'));
});

test('pager and search: the view is kept in the address, a reload shows it again, the pressed button keeps the focus, and screen readers hear which rows are shown', async ({
  page,
}) => {
  const { column, rows, search } = analyticsScreen(page);
  const status = page.getByRole('region', { name: texts.title }).getByRole('status');
  const [next, previous] = [texts.next, texts.previous].map((name) =>
    page.getByRole('button', { name }),
  );
  if (!next || !previous) throw new Error('There is no pager.');
  await openDashboard(page);
  expect(new URL(page.url()).search).toBe('');
  await expect(status).toHaveText('1 to 25 of 30');
  for (const [button, range] of [
    [next, '26 to 30 of 30'],
    [previous, '1 to 25 of 30'],
  ] as const) {
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(seenText(page, range)).toBeVisible();
    await expect(button).toBeDisabled();
    await expect(button).toBeFocused();
  }
  await column('Downloads').getByRole('button').click();
  await next.click();
  await expect(seenText(page, '26 to 30 of 30')).toBeVisible();
  await expect(page).toHaveURL(/\?sort=downloads&page=2$/);
  await expect(rows).toHaveCount(5);
  const shown = await rows.allInnerTexts();
  await page.reload();
  await expect(seenText(page, '26 to 30 of 30')).toBeVisible();
  expect(await rows.allInnerTexts()).toEqual(shown);
  await search.focus();
  await page.keyboard.type('MAYA');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/\?search=MAYA&sort=downloads$/);
  await expect(seenText(page, '1 to 1 of 1 for “MAYA”')).toBeVisible();
  await expect(status).toHaveText('1 to 1 of 1 for “MAYA”');
  await search.fill('bold');
  await search.press('Enter');
  await expect(rows.getByRole('rowheader'), 'as text').toHaveText(['<b>bold</b>&amp;']);
  await search.fill('nobody at all');
  await search.press('Enter');
  await expect(seenText(page, texts.noMatch('nobody at all'))).toBeVisible();
  await expect(status).toHaveText(texts.noMatch('nobody at all'));
  await page.getByRole('button', { name: texts.clearSearch }).click();
  await expect(rows).toHaveCount(25);
  await expect(search).toHaveValue('');
  // A page number that is too high shows the last page.
  await page.goto(`${ANALYTICS_PATH}?page=9`);
  await expect(seenText(page, '26 to 30 of 30')).toBeVisible();
  await expect(page).toHaveURL(/\?page=2$/);
  await expect(next).toBeDisabled();
});

/** The second of two equal texts: screen readers announce the first one, which is not seen. */
function seenText(page: Page, text: string) {
  return page.getByText(text, { exact: true }).nth(1);
}

test('while figures load, the page shows a text, and nothing moves when the figures arrive', async ({
  page,
}) => {
  const { card, rows } = analyticsScreen(page);
  const release = Promise.withResolvers<void>();
  await page.route(`**${calls.getAnalytics.path}?*`, async (route) => {
    await release.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(`**${calls.getAnalytics.path}?*`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(ANALYTICS_PATH);
  await expect(page.getByText(dashboardTexts.loading)).toBeInViewport({ ratio: 1 });
  expect([...new URL((await asked).url()).searchParams.keys()]).toEqual([
    'userId',
    'limit',
    'offset',
  ]);
  const before = await card(cards.totalViews).boundingBox();
  release.resolve();
  await rows.first().waitFor();
  expect(await card(cards.totalViews).boundingBox()).toEqual(before);
});

test('a first load that fails shows the error alone, without grey bars, and Retry then an answer with only the fields of the specification, each under its head, or one with other fields', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/ERR_FAILED/);
  const { alert, card, rows, table } = analyticsScreen(page);
  const calling = `**${calls.getAnalytics.path}?*`;
  await page.route(calling, (route) => route.abort());
  await page.goto(ANALYTICS_PATH);
  await expect(alert).toContainText(analyticsErrors.noAnswer);
  await expect(page.locator('.pending')).toHaveCount(0);
  await expect(page.getByText(dashboardTexts.loading)).toHaveCount(0);
  for (const further of [{}, { currency: 'EUR', next: null, matching: 1 }]) {
    await page.unroute(calling);
    await page.route(calling, (route) => route.fulfill({ json: { ...figures, ...further } }));
    if ('next' in further) await page.reload();
    else await page.getByRole('button', { name: dashboardTexts.retry }).click();
    await rows.first().waitFor();
    await expect(alert).toHaveCount(0);
    const heads = await table.locator('thead th').allInnerTexts();
    const cells = await rows.locator('th, td').allInnerTexts();
    expect(heads.map((head, index) => `${head}: ${cells[index]}`)).toEqual([
      ...['Username: ada_1815', 'Page Views: 20', 'Downloads: 5', 'Web Conv. (%): 25.0'],
      ...['App Invites: 4', 'Accepted: 2', 'Inv. Rate (%): 50.0'],
    ]);
    expect(cells).toHaveLength(heads.length);
    await expect(card(cards.totalViews)).toHaveText('20');
    await expect(page.getByText(dashboardTexts.notCounted.title)).toHaveCount(0);
  }
});

test.describe('on a site without inviters', () => {
  test.use({ hasInviters: false });

  test('before the first event the dashboard says at once that there is nothing, without a chart, and the first event is shown live', async ({
    page,
    analyticsSite,
  }) => {
    const { card, live, rows, search } = analyticsScreen(page);
    await page.goto(ANALYTICS_PATH);
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect(page.getByText(texts.empty)).toBeInViewport({ ratio: 1 });
      await expect(page.getByText(texts.emptyHint)).toBeInViewport({ ratio: 1 });
    }
    for (const title of [chart.title, marks.title])
      await expect(page.getByRole('heading', { name: title })).toHaveCount(0);
    await expect(page.getByText(notCounted.none)).toBeVisible();
    await expect(card(cards.overallWebConversionRate)).toHaveText('0.0');
    await expect(search).toHaveCount(0);
    await expect(live).toBeVisible();

    const first = { id: 'ana', username: 'ana_92', firstName: 'Ana', profileImageUrl: null };
    await analyticsSite.storage.inviters.put(first);
    const visit = { inviterId: first.id, eventId: undefined, at: Date.now() };
    for (const excluded of ['link-preview', undefined] as const)
      await analyticsSite.storage.visits.record({
        ...visit,
        action: 'download_clicked',
        excluded,
      });
    await expect(rows.locator('th, td')).toHaveText(['ana_92', '1', '1', '100.0', '0', '0', '–']);
    await expect(page.getByText(texts.empty)).toHaveCount(0);
    await expect(page.getByText('Link previews of chats')).toBeVisible();
    await expect(page.getByText('Old events have not been removed yet.')).toBeVisible();
  });
});
