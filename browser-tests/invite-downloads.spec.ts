import { expect, type Page } from '@playwright/test';
import { brand } from '../brand.ts';
import { EVENT_ID_PATTERN } from '../contract/invite-events.ts';
import {
  DESKTOP_AGENT,
  expectCounts,
  inviteOf,
  newInviter,
  TRACK,
  watchRequests,
} from './invites.ts';
import { type Site, test } from './site.ts';
import { beginIntercepting, hold } from './waitlist.ts';

test.use({ userAgent: DESKTOP_AGENT });
// The beta's link points to Apple's site. The tests allow that request, and answer it themselves.
test.beforeEach(async ({ context, watch }) => {
  watch.allowComplaint(/third party: https:\/\/testflight\.apple\.com\//);
  await context.route(`${brand.betaLink}**`, (route) => route.fulfill({ body: 'The beta' }));
});

async function openInvite(page: Page, site: Site) {
  const inviter = await newInviter(site);
  await page.goto(inviter.link);
  await expect(inviteOf(page).heading('Mia')).toBeVisible();
  return inviter;
}

test('by mouse and by keyboard, the button opens the beta in a new tab; the view and the clicks of a page load have one id, and count once', {
  tag: '@main',
}, async ({ page, context, site }) => {
  const sent = watchRequests(page);
  const { link, id } = await openInvite(page, site);
  for (const way of ['the keyboard', 'the mouse']) {
    const opened = context.waitForEvent('page');
    if (way === 'the mouse') await inviteOf(page).get.click();
    else {
      await page.keyboard.press('Tab');
      await expect(inviteOf(page).get).toBeFocused();
      await page.keyboard.press('Enter');
    }
    const beta = await opened;
    await beta.waitForURL(brand.betaLink);
    expect(await beta.evaluate(() => [opener, document.referrer]), way).toEqual([null, '']);
    await expect(inviteOf(page).heading('Mia')).toBeVisible();
    await expectCounts(site, id, { views: 1, downloads: 1 });
  }
  const clicks = Array(2).fill('download_clicked');
  expect(sent().events.map(({ action }) => action)).toEqual(['page_view', ...clicks]);
  const ids = () => [...new Set(sent().events.map(({ eventId }) => eventId))];
  expect(ids()).toEqual([expect.stringMatching(new RegExp(EVENT_ID_PATTERN))]);
  await page.goto(link);
  await expect(inviteOf(page).heading('Mia')).toBeVisible();
  await expectCounts(site, id, { views: 2, downloads: 1 });
  expect(ids()).toHaveLength(2);
});

test('a right click is not counted, and a click with the middle button is', async ({
  page,
  site,
}) => {
  const { id } = await openInvite(page, site);
  // The new background tab is not tested: in headless Chromium it sometimes hangs.
  await page.evaluate(() => addEventListener('auxclick', (event) => event.preventDefault()));
  const sent = watchRequests(page);
  await inviteOf(page).get.click({ button: 'right' });
  await page.keyboard.press('Escape');
  await inviteOf(page).get.click({ button: 'middle' });
  await expectCounts(site, id, { views: 1, downloads: 1 });
  expect(sent().events.map(({ action }) => action)).toEqual(['download_clicked']);
});

test('a slow tracking call delays nothing, and reaches the server even if the page is closed', async ({
  page,
  context,
  site,
}) => {
  await beginIntercepting(page);
  const { id } = await openInvite(page, site);
  await expectCounts(site, id, { views: 1, downloads: 0 });
  const answer = await hold(page, TRACK);
  const opened = context.waitForEvent('page');
  const asked = page.waitForRequest(TRACK);
  await inviteOf(page).get.click();
  await (await opened).waitForURL(brand.betaLink);
  await asked;
  answer();
  await page.close();
  await expectCounts(site, id, { views: 1, downloads: 1 });
});

test('the button works even if the tracking call fails', async ({ page, context, site, watch }) => {
  watch.allowComplaint(/status of 503/);
  await beginIntercepting(page);
  await openInvite(page, site);
  await page.route(TRACK, (route) => route.fulfill({ status: 503, json: { error: 'Down.' } }));
  const opened = context.waitForEvent('page');
  const logged = page.waitForEvent('console', { predicate: (line) => line.type() === 'info' });
  await inviteOf(page).get.click();
  await (await opened).waitForURL(brand.betaLink);
  expect((await logged).text()).toMatch(/^download_clicked was not counted: .*Down/);
});
