import { expect } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { INVITE_PATH } from '../contract/screens.ts';
import { query } from '../testing/databases/test-databases.ts';
import { BACK_TO_HOME } from '../web/design/screen-texts.ts';
import { joinButton } from '../web/design/waitlist-texts.ts';
import { appInvite } from '../web/screens/invite/invite-texts.ts';
import { test } from './analytics-site.ts';
import { ANDROID_AGENT, newInviter } from './invites.ts';
import { newEmail, waitlistOf } from './waitlist.ts';

const AFTER_SIGN_UP = /Joined|Success!/;

for (const [how, firstName] of [
  ['with JavaScript', 'مايا'],
  ['without JavaScript', '麻也'],
  ['without the page’s script', '<b>Zoë</b>'],
] as const) {
  test.describe(how, () => {
    test.use({ userAgent: ANDROID_AGENT, javaScriptEnabled: how !== 'without JavaScript' });

    // `invite-visitors.spec.ts` and `app-pages.test.ts` test the direct link to the waitlist.
    test('a friend who cannot get the app yet is named and kept by each page up to the sign-up, which counts for the inviter', async ({
      page,
      site,
      watch,
    }) => {
      watch.allowComplaint(/ERR_FAILED/);
      if (how === 'without the page’s script')
        await page.route('**/home-*.js', (route) => route.abort());
      const { id } = await newInviter(site, { firstName });
      await page.goto(`${INVITE_PATH}?plan=p1&ref=${id}`);
      await page.getByRole('link', { name: 'pop-up events' }).click();
      await page.getByRole('link', { name: joinButton.idle }).click();
      await expect(page).toHaveURL(`/?ref=${id}`);
      await expect(page.getByText(`${firstName} invited you`)).toBeVisible();
      await page.getByRole('link', { name: 'Privacy policy', exact: true }).click();
      await page.getByRole('link', { name: BACK_TO_HOME }).first().click();
      await expect(page).toHaveURL(`/?ref=${id}`);
      const { field } = waitlistOf(page);
      await field.fill(newEmail());
      await field.press('Enter');
      await expect(page.getByText(AFTER_SIGN_UP).first()).toBeVisible({ timeout: 30_000 });
      const text = `SELECT sign_ups FROM inviter_total JOIN inviter ON key = inviter_key WHERE user_id = '${id}'`;
      expect(await query(site.databaseUrl, text)).toEqual([{ sign_ups: 1 }]);
    });
  });
}

test('an admin who tries the link of a friend is not counted', async ({ page, site, admin: _ }) => {
  const { link, id } = await newInviter(site);
  const tracked = page.waitForResponse(`**${calls.trackInvite.path}`);
  await page.goto(link);
  await expect(page.getByRole('link', { name: appInvite.learnMore, exact: true })).toBeVisible();
  await tracked;
  const text = `SELECT page_views FROM inviter_total JOIN inviter ON key = inviter_key WHERE user_id = '${id}'`;
  expect(await query(site.databaseUrl, text)).toEqual([]);
});
