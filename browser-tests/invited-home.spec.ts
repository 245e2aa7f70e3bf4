import { expect } from '@playwright/test';
import { INVITE_PATH } from '../contract/screens.ts';
import { query } from '../testing/databases/test-databases.ts';
import { BACK_TO_HOME } from '../web/design/screen-texts.ts';
import { joinButton } from '../web/design/waitlist-texts.ts';
import { ANDROID_AGENT, newInviter } from './invites.ts';
import { test } from './site.ts';
import { newEmail, waitlistOf } from './waitlist.ts';

const AFTER_SIGN_UP = /Joined|Success!/;

for (const [how, firstName] of [
  ['with', 'مايا'],
  ['without', '<b>Zoë</b>'],
] as const) {
  test.describe(`${how} JavaScript`, () => {
    test.use({ userAgent: ANDROID_AGENT, javaScriptEnabled: how === 'with' });

    // `kept-inviter.test.ts` follows every other way from an invite to the sign-up.
    test('a friend who cannot get the app yet is named and kept by each page up to the sign-up, which counts for the inviter', async ({
      page,
      site,
    }) => {
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
