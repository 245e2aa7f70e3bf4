import { expect } from '@playwright/test';
import { brand } from '../brand.ts';
import { invitation } from '../contract/link-previews.ts';
import { INVITE_PATH, listedScreens } from '../contract/screens.ts';
import {
  appInvite,
  eventInvite,
  inviteBlurbs,
  PLATFORMS_NOTE,
  plainInvite,
} from '../web/screens/invite/invite-texts.ts';
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
  await expect(learnMore).toHaveAttribute('href', listedScreens.home);
  await expect(page.getByText(PLATFORMS_NOTE, { exact: true })).toBeVisible();
  await expectCounts(site, id, { views: 1, downloads: 0 });
});

test('the name in an invite is the inviter’s first name, else the username', async ({
  page,
  site,
}) => {
  const { heading } = inviteOf(page);
  for (const firstName of [null, '']) {
    const { link } = await newInviter(site, { firstName, username: 'mia_92' });
    await page.goto(link);
    await expect(heading('mia_92')).toBeVisible();
  }
});

test('an inviter id with special characters is sent as one path segment', async ({
  page,
  site,
}) => {
  const id = `a/b?c#d&e=f %41 “ö” ${Date.now()}`;
  const { link } = await newInviter(site, { id, firstName: 'Zoë' });
  const sent = watchRequests(page);
  await page.goto(link);
  await expect(inviteOf(page).heading('Zoë')).toBeVisible();
  expect(sent().events.map(({ refUserId }) => refUserId)).toEqual([id]);
  await expectCounts(site, id, { views: 1, downloads: 0 });
});

test('the id in the path and the token have no effect', async ({ page, site }) => {
  const { link, id } = await newInviter(site);
  await page.goto(`${link.replace(INVITE_PATH, `${INVITE_PATH}/abc`)}&token=t&plan=`);
  await expect(inviteOf(page).heading('Mia')).toBeVisible();
  await expectCounts(site, id, { views: 1, downloads: 0 });
});

for (const query of ['?plan=p', '?plan=p&ref=mia', '?ref=mia&plan=p&token=t', '?ref=&plan=p']) {
  test(`${query} is an invite to an event, and requests no profile`, async ({ page }) => {
    const sent = watchRequests(page);
    await page.goto(`${INVITE_PATH}${query}`, { waitUntil: 'networkidle' });
    await expect(
      page.getByRole('heading', { level: 1, name: eventInvite.title, exact: true }),
    ).toBeVisible();
    await expect(page.getByText(eventInvite.message(brand.product), { exact: true })).toBeVisible();
    await expectBetaLink(inviteOf(page).download);
    expect(sent()).toMatchObject({ profiles: 0, events: [] });
  });
}

for (const query of ['', '?', '?ref=', '?plan=', '?ref=&plan=&token=t', '?token=t']) {
  test(`"${query}" is an invite without an inviter`, async ({ page }) => {
    const sent = watchRequests(page);
    await page.goto(`${INVITE_PATH}${query}`, { waitUntil: 'networkidle' });
    const title = plainInvite.title(brand.product);
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.getByText(plainInvite.message(brand.product), { exact: true })).toBeVisible();
    await expectBetaLink(inviteOf(page).download);
    const home = page.getByRole('link', { name: plainInvite.home, exact: true });
    await expect(home).toHaveAttribute('href', listedScreens.home);
    expect(sent()).toMatchObject({ profiles: 0, events: [] });
  });
}

test('each kind of invite shows one level-1 heading at a time', async ({ page, site }) => {
  const { link } = await newInviter(site);
  for (const path of [link, `${INVITE_PATH}?plan=p`, INVITE_PATH]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  }
});

async function expectBetaLink(link: ReturnType<typeof inviteOf>['download']): Promise<void> {
  await expect(link).toBeVisible();
  await expect(link).toHaveAttribute('href', brand.betaLink);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
}
