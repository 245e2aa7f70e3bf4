import { expect } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { waitlistToasts } from '../web/design/waitlist-texts.ts';
import { analyticsScreen, openDashboard, test } from './analytics-site.ts';
import { test as mailTest, newSignUp, waitlistPage } from './mail-site.ts';
import { countOnWaitlist, newEmail, waitlistOf } from './waitlist.ts';

/** What the tests make built-ins throw, so that React cannot render. */
const BROKEN = /broken on purpose/;

test('if the dashboard fails, the page says to reload it', async ({ page, admin: _, watch }) => {
  watch.allowComplaint(BROKEN);
  const { alert, heading, rows } = analyticsScreen(page);
  await openDashboard(page);
  await page.evaluate(() => {
    Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
      get() {
        throw new Error('broken on purpose');
      },
    });
  });
  await page.getByText('91 days').click();
  await expect(alert).toContainText('could not be loaded');
  await expect(heading).toHaveCount(0);
  await page.reload();
  await expect(rows).toHaveCount(25);
});

test('if the form of the home page fails, the browser can still send it', async ({
  page,
  site,
  watch,
}) => {
  watch.allowComplaint(BROKEN);
  const { field, button } = waitlistOf(page);
  await page.goto(listedScreens.home);
  const loaded = page.waitForResponse('**/assets/toasts-*');
  await field.focus();
  await loaded;
  await field.fill('no address');
  await page.evaluate(() => {
    String.prototype.trim = () => {
      throw new Error('broken on purpose');
    };
  });
  const failed = page.waitForEvent('pageerror');
  await button.click();
  await failed;
  await expect(field).toHaveValue('no address');
  const email = newEmail();
  await field.fill(email);
  await button.click();
  const { title } = waitlistToasts.joined('');
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  expect(await countOnWaitlist(site, email)).toBe(1);
});

mailTest('if the page of a letter fails, it says so', async ({ page, mail, watch }) => {
  watch.allowComplaint(BROKEN);
  const { open } = await newSignUp(mail, { isConfirmed: true });
  await page.addInitScript(() => {
    Number.prototype.toLocaleString = () => {
      throw new Error('broken on purpose');
    };
  });
  await page.goto(open);
  await expect(page.getByRole('alert')).toContainText('could not be loaded');
  await expect(waitlistPage(page).heading).toHaveCount(0);
});
