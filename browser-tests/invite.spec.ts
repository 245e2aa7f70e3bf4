import { expect } from '@playwright/test';
import { brand } from '../brand.ts';
import { invitation } from '../contract/link-previews.ts';
import { INVITE_PATH, listedScreens } from '../contract/screens.ts';
import { platformsNote } from '../web/design/offer-texts.ts';
import { appInvite, inviteBlurbs } from '../web/screens/invite/invite-texts.ts';
import { DESKTOP_AGENT, expectCounts, inviteOf, newInviter, watchRequests } from './invites.ts';
import { test } from './site.ts';
import { hold } from './waitlist.ts';

test.use({ userAgent: DESKTOP_AGENT });

test('a friend’s link shows that it is loading, then the name of the friend, the message and the button', {
  tag: '@main',
}, async ({ page, site }) => {
  const { link, id } = await newInviter(site, { firstName: 'Mia' });
  const { title, loading, heading, get } = inviteOf(page);
  const answer = await hold(page, '**/api/users/*');
  await page.goto(link);
  await expect(title).toBeVisible();
  await expect(loading).toBeVisible();
  await expect(page.getByRole('img', { name: brand.product })).toBeVisible();
  await expect(page.getByText(brand.tagline, { exact: true })).toBeVisible();
  await expect(get).toBeHidden();
  answer();
  await expect(heading('Mia')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(title).toBeVisible();
  await expect(loading).toBeHidden();
  await expect(page.getByText(invitation.message(brand.product), { exact: true })).toBeVisible();
  for (const { name, text } of inviteBlurbs) {
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
    await expect(page.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(get).toHaveAttribute('href', brand.betaLink);
  await expect(get).toHaveAttribute('target', '_blank');
  await expect(get).toHaveAttribute('rel', 'noopener noreferrer');
  const learnMore = page.getByRole('link', { name: appInvite.learnMore, exact: true });
  await expect(learnMore).toHaveAttribute('href', `${listedScreens.home}?ref=${id}`);
  await expect(
    page.getByText(platformsNote({ ios: 'beta', android: 'soon' }), { exact: true }),
  ).toBeVisible();
  await expectCounts(site, id, { views: 1, downloads: 0 });
});

test('an inviter id with special characters is sent as one path segment; the id in the path and the token have no effect', async ({
  page,
  site,
}) => {
  const id = `a/b?c#d&e=f %41 “ö” ${Date.now()}`;
  const { link } = await newInviter(site, { id, firstName: 'Zoë' });
  const sent = watchRequests(page);
  await page.goto(`${link.replace(INVITE_PATH, `${INVITE_PATH}/abc`)}&token=t&plan=`);
  await expect(inviteOf(page).heading('Zoë')).toBeVisible();
  expect(sent().events.map(({ refUserId }) => refUserId)).toEqual([id]);
  await expectCounts(site, id, { views: 1, downloads: 0 });
});
