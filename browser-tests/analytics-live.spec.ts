import { expect, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { analyticsErrors, dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { analyticsScreen, openDashboard, test } from './analytics-site.ts';
import { DESKTOP_AGENT } from './invites.ts';
import { beginIntercepting, hold } from './waitlist.ts';

const { cards, cardNotes, live: liveTexts } = dashboardTexts;

test.beforeEach(async ({ context, analyticsSite, adminPhone }) => {
  await analyticsSite.signIn(context, adminPhone);
});

/** Sends the server a view of an invite link, without the cookies of the page: visits of admins do not count. */
async function openInvite(page: Page): Promise<void> {
  const { method, path } = calls.trackInvite;
  const body = JSON.stringify({ refUserId: 'demo-maya', action: 'page_view' });
  const headers = { 'user-agent': DESKTOP_AGENT, 'content-type': 'application/json' };
  const answer = await fetch(new URL(path, page.url()), { method, headers, body });
  expect(answer.status).toBe(200);
}

async function viewsOf(page: Page): Promise<number> {
  const text = analyticsScreen(page).card(cards.totalViews).innerText();
  return Number((await text).replaceAll(',', ''));
}

test('figures and chart change after an event, are requested once when the page opens and once after the event', {
  tag: '@main',
}, async ({ page }) => {
  const { live, noteOfCard } = analyticsScreen(page);
  const reads = countReads(page);
  await openDashboard(page);
  await expect(live).toBeVisible();
  const before = await viewsOf(page);
  const note = noteOfCard(cards.totalViews);
  // The chart's figures may arrive after the cards'.
  await expect(note).toHaveText(/\d/);
  const today = Number.parseInt((await note.innerText()).replaceAll(',', ''), 10);
  await openInvite(page);
  await expect.poll(() => viewsOf(page)).toBe(before + 1);
  await expect(note).toHaveText(cardNotes.today((today + 1).toLocaleString('en-US')));
  await expect.poll(reads).toEqual({ report: 2, days: 2 });
});

test('the icon of Refresh turns while the figures load, and then screen readers get a message', async ({
  page,
}) => {
  const { refresh } = analyticsScreen(page);
  await beginIntercepting(page);
  await openDashboard(page);
  const release = await hold(page, `**${calls.getAnalytics.path}?*`);
  await refresh.click();
  await expect(refresh.locator('.spins')).toBeVisible();
  release();
  await expect(refresh.locator('.spins')).toHaveCount(0);
  await expect(page.getByText(dashboardTexts.refreshed)).toBeAttached();
});

/** Counts the requests for figures and for days. */
function countReads(page: Page): () => { report: number; days: number } {
  const counts = { report: 0, days: 0 };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === calls.getAnalytics.path) counts.report += 1;
    if (pathname === calls.getAnalyticsDays.path) counts.days += 1;
  });
  return () => ({ ...counts });
}

test('figures that could not be read, and a lost connection, are shown; the figures follow with the next event, and with the connection', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/status of 503|ERR_FAILED/);
  const { alert, live } = analyticsScreen(page);
  const figures = `**${calls.getAnalytics.path}?*`;
  await beginIntercepting(page);
  await openDashboard(page);
  await expect(live).toBeVisible();
  await page.route(figures, (route) => route.fulfill({ status: 503, json: { error: 'Down.' } }));
  await openInvite(page);
  await expect(alert).toContainText(analyticsErrors.notOk);
  await expect(live, '“Live” beside an error').toHaveCount(0);
  await expect(page.getByText(liveTexts.behind)).toBeVisible();
  await page.unroute(figures);
  await openInvite(page);
  await expect(alert).toHaveCount(0);
  await expect(live).toBeVisible();

  const watching = `**${calls.getAnalyticsVersion.path}?*`;
  await page.route(watching, (route) => route.abort());
  await expect(page.getByText(liveTexts.lost)).toBeVisible();
  const before = await viewsOf(page);
  await openInvite(page);
  await page.unroute(watching);
  await expect(live).toBeVisible();
  await expect.poll(() => viewsOf(page)).toBe(before + 1);
});

/** Tells a page that another tab is in front of it, or no longer. Without this, all headless tabs are visible. */
async function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  await page.evaluate((visibilityState) => {
    const values = { visibilityState, hidden: visibilityState === 'hidden' };
    for (const [name, value] of Object.entries(values)) {
      Object.defineProperty(document, name, { value, configurable: true });
    }
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);
}

test('only a press, a key or scrolling is a use of the session, and each is reported once; a hidden tab asks nothing', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === calls.getAnalyticsVersion.path) asked.push(searchParams.get('used') ?? 'open');
  });
  await page.clock.install();
  await openDashboard(page);
  const pollsPass = async () => {
    await page.clock.runFor(2_000);
    return asked;
  };
  await expect.poll(async () => (await pollsPass()).slice(0, 2)).toEqual(['open', 'open']);
  const uses = [
    () => analyticsScreen(page).refresh.click(),
    () => page.keyboard.press('Tab'),
    () => page.mouse.wheel(0, 100),
  ];
  for (const use of uses) {
    asked.length = 0;
    await use();
    await expect
      .poll(async () => (await pollsPass()).includes('true') && asked.at(-1))
      .toBe('open');
    expect(asked.filter((one) => one === 'true')).toHaveLength(1);
  }
  asked.length = 0;
  await setVisibility(page, 'hidden');
  await page.clock.runFor(20_000);
  expect(asked, 'while it is hidden').toEqual([]);
  await setVisibility(page, 'visible');
  await expect.poll(pollsPass).not.toEqual([]);
});
