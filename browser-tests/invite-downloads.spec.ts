import { expect, type Page } from '@playwright/test';
import { brand } from '../brand.ts';
import { EVENT_ID_PATTERN } from '../contract/invite-events.ts';
import { INVITE_PATH } from '../contract/screens.ts';
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

const ways = {
  'the mouse': async (page: Page) => await inviteOf(page).get.click(),
  'the keyboard': async (page: Page) => {
    await page.keyboard.press('Tab');
    await expect(inviteOf(page).get).toBeFocused();
    await page.keyboard.press('Enter');
  },
};

for (const [way, press] of Object.entries(ways)) {
  test(`with ${way}, the button opens the beta in a new tab, and the click is counted once`, {
    tag: '@main',
  }, async ({ page, context, site }) => {
    const { id } = await openInvite(page, site);
    const sent = watchRequests(page);
    const opened = context.waitForEvent('page');
    await press(page);
    const beta = await opened;
    await beta.waitForURL(brand.betaLink);
    expect(await beta.evaluate(() => [opener, document.referrer])).toEqual([null, '']);
    await expectCounts(site, id, { views: 1, downloads: 1 });
    expect(sent().events.map(({ action }) => action)).toEqual(['download_clicked']);
    await expect(inviteOf(page).heading('Mia')).toBeVisible();
  });
}

test('a click with the middle button is counted once', async ({ page, site }) => {
  const { id } = await openInvite(page, site);
  // The new background tab is not tested: in headless Chromium it sometimes hangs.
  await page.evaluate(() => addEventListener('auxclick', (event) => event.preventDefault()));
  const sent = watchRequests(page);
  await inviteOf(page).get.click({ button: 'middle' });
  await expectCounts(site, id, { views: 1, downloads: 1 });
  expect(sent().events.map(({ action }) => action)).toEqual(['download_clicked']);
});

test('the view and the click of a page load send the same id, and another load sends another id', async ({
  page,
  context,
  site,
}) => {
  const sent = watchRequests(page);
  const { link, id } = await openInvite(page, site);
  for (const _ of ['first', 'second']) {
    await inviteOf(page).get.click();
    await expect.poll(() => context.pages().length).toBeGreaterThan(1);
  }
  await expectCounts(site, id, { views: 1, downloads: 1 });
  const ids = new Set(sent().events.map(({ eventId }) => eventId));
  expect(ids.size).toBe(1);
  for (const eventId of ids) {
    expect(eventId).toMatch(new RegExp(EVENT_ID_PATTERN));
  }
  await page.goto(link);
  await expect(inviteOf(page).heading('Mia')).toBeVisible();
  await expectCounts(site, id, { views: 2, downloads: 1 });
  expect(new Set(sent().events.map(({ eventId }) => eventId)).size).toBe(2);
});

test('a right click is not counted as a download', async ({ page, site }) => {
  const { id } = await openInvite(page, site);
  const sent = watchRequests(page);
  await inviteOf(page).get.click({ button: 'right' });
  await page.keyboard.press('Escape');
  await page.goto('/privacy', { waitUntil: 'networkidle' });
  expect(sent().events).toEqual([]);
  await expectCounts(site, id, { views: 1, downloads: 0 });
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

test('the tracking call is sent with keepalive, so that the browser finishes it after the page is closed', async ({
  page,
  site,
}) => {
  await page.addInitScript(() => {
    const kept: unknown[] = [];
    const realFetch = window.fetch;
    window.fetch = (address, options) => {
      if (options?.method === 'POST') kept.push(options.keepalive);
      return realFetch(address, options);
    };
    Object.assign(window, { kept });
  });
  const { id } = await openInvite(page, site);
  await inviteOf(page).get.click();
  await expectCounts(site, id, { views: 1, downloads: 1 });
  const kept = await page.evaluate(() => (window as unknown as { kept: unknown[] }).kept);
  expect(kept).toEqual([true, true]);
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

test('downloads from event invites and invites without an inviter are not counted', async ({
  page,
  context,
}) => {
  const sent = watchRequests(page);
  for (const path of [`${INVITE_PATH}?plan=p&ref=mia`, INVITE_PATH]) {
    await page.goto(path);
    const opened = context.waitForEvent('page');
    await inviteOf(page).download.click();
    await (await opened).waitForURL(brand.betaLink);
  }
  await page.waitForLoadState('networkidle');
  expect(sent().events).toEqual([]);
});
