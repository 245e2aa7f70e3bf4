import { expect, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { signInErrors } from '../contract/identity.ts';
import { ANALYTICS_PATH, listedScreens } from '../contract/screens.ts';
import { waitlistToasts } from '../web/design/waitlist-texts.ts';
import { dashboardTexts } from '../web/screens/analytics/dashboard/dashboard-texts.ts';
import { analyticsErrors } from '../web/screens/analytics/figures-texts.ts';
import { analyticsScreen, openDashboard, passPauses, test } from './analytics-site.ts';
import { stopClock } from './page-clock.ts';
import { newEmail, textOf, waitlistOf } from './waitlist.ts';

/**
 * What an older or newer server, a proxy or a captive portal may send with status 200. `call-api.test.ts` tests further
 * answers to each call.
 */
const bodies = ['{}', '{"error":"Upstream says no."}', '<!doctype html><title>Log in</title>'];

/** Answers every request for the call with this body, until the returned function is called. */
async function intercept(page: Page, { path }: { path: string }, body: string) {
  const pattern = new RegExp(`${path.replaceAll('.', '\\.')}(\\?|$)`);
  await page.route(pattern, (route) =>
    route.fulfill({ body, contentType: body.startsWith('<') ? 'text/html' : 'application/json' }),
  );
  return () => page.unroute(pattern);
}

test('a sign-up whose answer is unexpected has failed, and can be sent again', async ({ page }) => {
  const { field, button, toasts } = waitlistOf(page);
  await page.goto(listedScreens.home);
  for (const body of bodies) {
    const stop = await intercept(page, calls.joinWaitlist, body);
    await field.fill(newEmail());
    await button.click();
    await expect(toasts, body).toHaveText([textOf(waitlistToasts.failed)]);
    await expect(button).toBeEnabled();
    await stop();
  }
});

for (const call of [calls.getAnalytics, calls.getAnalyticsDays]) {
  test(`an unexpected answer of ${call.path} shows an error, and the shown figures stay`, async ({
    page,
    admin: _,
  }) => {
    const { alert, heading, rows, signOut } = analyticsScreen(page);
    const stop = await intercept(page, call, '{}');
    await page.goto(ANALYTICS_PATH);
    await expect(alert).toContainText(analyticsErrors.notOk);
    await expect(heading).toBeVisible();
    await expect(signOut).toBeVisible();
    await stop();
    for (const body of bodies) {
      await refreshUntil(page, 0);
      await expect(rows).toHaveCount(25);
      const stopAgain = await intercept(page, call, body);
      await refreshUntil(page, 1);
      await expect(alert, body).toContainText(analyticsErrors.notOk);
      await expect(rows).toHaveCount(25);
      await stopAgain();
    }
  });
}

/** A press of Refresh does nothing while figures are still read, so it is repeated. */
async function refreshUntil(page: Page, errors: 0 | 1): Promise<void> {
  const { alert, refresh } = analyticsScreen(page);
  await expect(async () => {
    await refresh.click();
    await expect(alert).toHaveCount(errors, { timeout: 3_000 });
  }).toPass();
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

test('dates that are none are shown as they are', async ({ page, admin: _ }) => {
  const { heading, rows } = analyticsScreen(page);
  const days = [{ day: 'yesterday', pageViews: 1, downloads: 0 }];
  await intercept(page, calls.getAnalyticsDays, JSON.stringify({ days }));
  const body = { ...figures, notCounted: { bot: 1 }, retentionRanAt: 'never' };
  await intercept(page, calls.getAnalytics, JSON.stringify(body));
  await page.goto(ANALYTICS_PATH);
  await expect(rows).toHaveCount(1);
  await expect(heading).toBeVisible();
});

test('only the answer true opens the dashboard', async ({ page, admin: _ }) => {
  const { alert, heading } = analyticsScreen(page);
  for (const body of [...bodies, '{"isAdmin":"true"}', 'true']) {
    const stop = await intercept(page, calls.verifyAdmin, body);
    await page.goto(ANALYTICS_PATH);
    await expect(alert, body).toContainText(signInErrors.adminCheckFailed);
    await expect(heading).toHaveCount(0);
    await stop();
  }
});

test('an unexpected answer about the session is no session', async ({ page, admin: _ }) => {
  const { alert, phone } = analyticsScreen(page);
  for (const body of [...bodies, '{"userId":1}']) {
    const stop = await intercept(page, calls.getSession, body);
    await page.goto(ANALYTICS_PATH);
    await expect(alert, body).toContainText(signInErrors.adminCheckFailed);
    await expect(phone).toBeVisible();
    await stop();
  }
});

test('the session is not over if the answer to the sign-out is unexpected', async ({
  page,
  admin: _,
}) => {
  const { alert, signOut } = analyticsScreen(page);
  await openDashboard(page);
  await intercept(page, calls.signOut, '{}');
  await signOut.click();
  await expect(alert).toContainText(signInErrors.signOutFailed);
});

for (const call of [calls.getChallenge, calls.sendCode]) {
  test(`no code was sent if the answer of ${call.path} is unexpected`, async ({ page }) => {
    const { alert, phone } = analyticsScreen(page);
    await page.goto(ANALYTICS_PATH);
    await phone.fill('+15559990010');
    for (const body of [...bodies, '{"verificationId":7}']) {
      const stop = await intercept(page, call, body);
      await phone.press('Enter');
      await expect(alert, body).toHaveText(signInErrors.sendFailed);
      await phone.fill('');
      await phone.fill('+15559990011');
      await expect(alert).toHaveCount(0);
      await stop();
    }
  });
}

test('no code can be sent if the answer about the provider is unexpected', async ({ page }) => {
  const { alert, phone, code } = analyticsScreen(page);
  await stopClock(page);
  for (const body of ['{}', '{"provider":"other"}']) {
    const stop = await intercept(page, calls.getSignInSettings, body);
    await page.goto(ANALYTICS_PATH);
    await phone.fill('+15559990013');
    await phone.press('Enter');
    await passPauses(page, alert);
    await expect(alert, body).toHaveText(signInErrors.sendFailed);
    await expect(code).toHaveCount(0);
    await stop();
  }
});

test('a code is not accepted if the answer is unexpected', async ({ page }) => {
  const { alert, phone, code } = analyticsScreen(page);
  await page.goto(ANALYTICS_PATH);
  await phone.fill('+15559990012');
  await phone.press('Enter');
  // One fewer than the guesses that a code allows.
  for (const body of ['{}', 'null', '<p>Log in</p>', '{"userId":5}']) {
    const stop = await intercept(page, calls.signIn, body);
    await code.fill('123456');
    await code.press('Enter');
    await expect(alert, body).toHaveText(signInErrors.invalidCode);
    await expect(code).toBeEditable();
    await stop();
    await code.fill('');
  }
});

test('a page in place of the live stream is not live', async ({ page, admin: _ }) => {
  const { live, rows } = analyticsScreen(page);
  await intercept(page, calls.watchAnalytics, '<!doctype html>\ndata: 5\n\n');
  await page.goto(ANALYTICS_PATH);
  await expect(page.getByText(dashboardTexts.live.lost)).toBeVisible();
  await expect(rows).toHaveCount(25);
  await expect(live).toHaveCount(0);
});
