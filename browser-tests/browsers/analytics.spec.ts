import { expect } from '@playwright/test';
import { brand } from '../../brand.ts';
import { inviterColumns } from '../../contract/analytics.ts';
import { calls } from '../../contract/calls.ts';
import { signInErrors } from '../../contract/identity.ts';
import { invitation } from '../../contract/link-previews.ts';
import { ANALYTICS_PATH, inviteLink } from '../../contract/screens.ts';
import { signInTexts } from '../../web/screens/analytics/analytics-texts.ts';
import { dashboardTexts } from '../../web/screens/analytics/parts/dashboard-texts.ts';
import { expectText, inEachBrowser, test } from './browser-test.ts';
import { firefox } from './firefox.ts';

const { table: tableTexts } = dashboardTexts;

inEachBrowser(() => {
  test('an admin signs in by keyboard, and sees the right figures, search results, order and live updates', async ({
    visitor,
    analyticsSite,
    adminPhone,
  }) => {
    await visitor.go(ANALYTICS_PATH);
    await expect.poll(visitor.focused).toBe(signInTexts.phone.label);
    await visitor.type('12');
    await visitor.key('Enter');
    await expectText(visitor, 'must include country code');
    await visitor.press(signInTexts.phone.label);
    await visitor.evaluate(() => (document.activeElement as HTMLInputElement).select());
    await visitor.type(adminPhone);
    await visitor.key('Enter');
    await expect.poll(visitor.focused).toBe(signInTexts.code.label);
    await visitor.type(await analyticsSite.codeFor(adminPhone));
    await visitor.key('Enter');
    await expectText(visitor, dashboardTexts.subtitle);

    const expectViews = async () => {
      const { total } = await analyticsSite.storage.analytics.totals();
      const views = total.pageViews.toLocaleString('en-US');
      await expectText(visitor, `${dashboardTexts.cards.totalViews} ${views}`, '.figures');
    };
    await expectViews();
    await expectText(visitor, dashboardTexts.live.live);
    await fetch(analyticsSite.url + calls.trackInvite.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refUserId: 'demo-maya', action: 'page_view' }),
    });
    await expectViews();

    const names = async () => (await visitor.read('.table tbody th')).split(' | ');
    await visitor.press(inviterColumns[0].title);
    const part = { search: '', sort: 'username', order: 'asc', limit: 25, offset: 0 } as const;
    const { rows } = await analyticsSite.storage.analytics.read(part);
    await expect.poll(names).toEqual(rows.map(({ username }) => username));
    await visitor.press(tableTexts.search);
    await visitor.type('MAYA');
    await visitor.press(tableTexts.find);
    await expect.poll(names).toHaveLength(1);
    await visitor.press(dashboardTexts.signOut);
    await expectText(visitor, signInTexts.title);
  });
});

test.describe('Firefox without cookies', () => {
  // biome-ignore lint/suspicious/noSkippedTests: `say-missing-browsers.ts` reports it
  test.skip(!firefox.isInstalled, firefox.absence);
  test.use({ browserOfTest: firefox, refusesCookies: true });

  test('the sign-in says that it needs a cookie, and an invite works', async ({
    visitor,
    adminPhone,
  }) => {
    await visitor.go(inviteLink('demo-maya'));
    await expectText(visitor, invitation.wantsYou(brand.product));
    await visitor.go(ANALYTICS_PATH);
    await expect.poll(visitor.focused).toBe(signInTexts.phone.label);
    await visitor.type(adminPhone);
    await visitor.key('Enter');
    await expectText(visitor, signInErrors.noCookie);
  });
});
