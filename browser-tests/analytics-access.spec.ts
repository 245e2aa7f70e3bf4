// Long because the tests of who may see the figures, and of when they disappear, use the same functions.
import { expect, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { signInErrors } from '../contract/identity.ts';
import { ANALYTICS_PATH, listedScreens } from '../contract/screens.ts';
import { hashToken } from '../server/http/credentials.ts';
import { BACK_TO_HOME } from '../web/design/screen-texts.ts';
import { signInTexts } from '../web/screens/analytics/analytics-texts.ts';
import { dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { analyticsScreen, openDashboard, test } from './analytics-site.ts';
import { countCalls } from './site.ts';

/** A name that is only in the figures. */
const NAME_IN_FIGURES = 'maya.onthego';

async function expectNoFigures(page: Page): Promise<void> {
  expect(await page.content()).not.toContain(NAME_IN_FIGURES);
  expect(await page.locator('body').innerText()).not.toContain(dashboardTexts.cards.totalInviters);
}

test('a restored session is checked once each time the page is loaded; removing an admin, or ending a session elsewhere, hides the figures without a reload', {
  tag: '@main',
}, async ({ page, context, analyticsSite: { storage, signIn }, adminPhone, watch }) => {
  watch.allowComplaint(/status of 40[13]/);
  const { alert, live } = analyticsScreen(page);
  const checks = countCalls(page, calls.verifyAdmin);
  for (const [end, sentence] of [
    [(token: string) => storage.sessions.end(hashToken(token)), signInErrors.sessionEnded],
    [() => storage.admins.remove(adminPhone, Date.now()), signInErrors.notAdminAnymore],
  ] as const) {
    const { token } = await signIn(context, adminPhone);
    await openDashboard(page, '?search=maya');
    const before = checks();
    await page.reload();
    await expect(live).toBeVisible();
    expect(checks()).toBe(before + 1);
    await end(token);
    await expect(alert).toHaveText(sentence);
    await expectNoFigures(page);
    expect(checks()).toBe(before + 1);
  }
  await expect.poll(() => context.cookies()).toEqual([]);
});

test('signing out ends the session on the server and in every tab, and the back button does not show the figures', async ({
  page,
  context,
  watch,
  admin: { userId, token },
}) => {
  // If the other tab asks for the version before the first tab has told it about the sign-out, it gets a 401.
  watch.allowComplaint(/status of 401/);
  await openDashboard(page, '?search=maya');
  const other = await context.newPage();
  await openDashboard(other, '?search=maya');
  // The end of the tab must not abort the call.
  await page.evaluate(() => {
    const { fetch } = window;
    window.fetch = (input, init) =>
      init?.method === 'DELETE' && !init.keepalive ? Promise.reject() : fetch(input, init);
  });
  await analyticsScreen(page).signOut.click();
  for (const tab of [page, other]) {
    await expect(analyticsScreen(tab).phone).toBeVisible();
    await expect(analyticsScreen(tab).alert).toHaveCount(0);
    await expectNoFigures(tab);
    await expect(tab).toHaveURL(ANALYTICS_PATH);
  }
  await expect.poll(() => context.cookies()).toEqual([]);
  const replayed = await page.request.get(`${calls.getAnalytics.path}?userId=${userId}`, {
    headers: { cookie: `session=${token}` },
  });
  expect(replayed.status()).toBe(401);
  await page.getByRole('link', { name: BACK_TO_HOME }).click();
  await page.waitForURL(listedScreens.home);
  await page.goBack();
  await expect(analyticsScreen(page).phone).toBeVisible();
  await expectNoFigures(page);
});

test('a page restored from the back/forward cache shows no figures until the session is checked', async ({
  page,
  analyticsSite,
  admin: { token },
}) => {
  await openDashboard(page);
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
  );
  await expect(page.getByText(signInTexts.checking)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(signInTexts.page);
  await expectNoFigures(page);
  await analyticsSite.storage.sessions.end(hashToken(token));
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expect(analyticsScreen(page).phone).toBeVisible();
});

test('a failed check of the session and a failed sign-out show an error, and can be repeated without a new code', async ({
  page,
  context,
  watch,
  admin: _,
}) => {
  watch.allowComplaint(/status of 503|ERR_FAILED/);
  const { alert, rows, signOut } = analyticsScreen(page);
  const again = page.getByRole('button', { name: signInTexts.tryAgain });
  const check = `**${calls.verifyAdmin.path}`;
  const session = `**${calls.getSession.path}`;
  await page.route(check, (route) => route.fulfill({ status: 503, json: { error: 'Down.' } }));
  await page.goto(ANALYTICS_PATH);
  await expect(alert).toContainText(signInErrors.adminCheckFailed);
  await page.unroute(check);
  await page.route(session, (route) => route.abort());
  await again.click();
  await expect(alert).toContainText(signInErrors.adminCheckFailed);
  await page.unroute(session);
  await again.click();
  await rows.first().waitFor();
  await page.route(`**${calls.signOut.path}`, (route) => route.abort(), { times: 1 });
  await signOut.click();
  await expect(alert).toContainText(signInErrors.signOutFailed);
  await expectNoFigures(page);
  await again.click();
  await expect(alert).toHaveCount(0);
  await expect.poll(() => context.cookies()).toEqual([]);
});
