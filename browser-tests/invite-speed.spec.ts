import { expect } from '@playwright/test';
import { INVITE_PATH } from '../contract/screens.ts';
import {
  DESKTOP_AGENT,
  expectCounts,
  inviteOf,
  newInviter,
  PROFILE,
  TRACK,
  watchRequests,
} from './invites.ts';
import { test } from './site.ts';
import { hold } from './waitlist.ts';

test.use({ userAgent: DESKTOP_AGENT, viewport: { width: 360, height: 740 } });

const PAGE_SCRIPT = '**/assets/invite-*';

test('the calls for profile and view run in parallel, before the page’s script has loaded', async ({
  page,
  site,
}) => {
  const { link, id } = await newInviter(site);
  const arrive = await hold(page, PAGE_SCRIPT);
  const answer = await hold(page, PROFILE);
  const asked = page.waitForRequest(PROFILE);
  await page.goto(link, { waitUntil: 'commit' });
  await asked;
  await expectCounts(site, id, { views: 1, downloads: 0 });
  answer();
  arrive();
  await expect(inviteOf(page).heading('Mia')).toBeVisible();
});

test('a slow tracking call for the view delays nothing', async ({ page, site }) => {
  const { link } = await newInviter(site);
  const answer = await hold(page, TRACK);
  await page.goto(link);
  await expect(inviteOf(page).heading('Mia')).toBeVisible();
  answer();
});

test('a hidden tab makes no call until it is visible, and then makes each call once', async ({
  page,
  site,
}) => {
  const { link, id } = await newInviter(site);
  const sent = watchRequests(page);
  await page.addInitScript(() => {
    Object.assign(window, { state: 'hidden' });
    Object.defineProperty(document, 'visibilityState', {
      get: () => (window as unknown as { state: string }).state,
    });
  });
  await page.goto(link, { waitUntil: 'networkidle' });
  expect(sent()).toMatchObject({ profiles: 0, events: [] });
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  for (const state of ['visible', 'hidden', 'visible']) {
    await page.evaluate((now) => {
      Object.assign(window, { state: now });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  }
  await expect(inviteOf(page).heading('Mia')).toBeVisible();
  await expectCounts(site, id, { views: 1, downloads: 0 });
  expect(sent()).toMatchObject({ profiles: 1, events: [{ action: 'page_view' }] });
});

test('a page that the browser prerenders makes no call until it is opened', async ({
  page,
  site,
}) => {
  const { link, id } = await newInviter(site);
  const sent = watchRequests(page);
  await page.addInitScript(() => {
    Object.assign(window, { ahead: true });
    Object.defineProperty(document, 'prerendering', {
      get: () => (window as unknown as { ahead: boolean }).ahead,
    });
  });
  await page.goto(link, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  expect(sent()).toMatchObject({ profiles: 0, events: [] });
  await page.evaluate(() => {
    Object.assign(window, { ahead: false });
    document.dispatchEvent(new Event('prerenderingchange'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(inviteOf(page).heading('Mia')).toBeVisible();
  await expectCounts(site, id, { views: 1, downloads: 0 });
  expect(sent()).toMatchObject({ profiles: 1, events: [{ action: 'page_view' }] });
});

test('a phone loads one script for a friend’s link, and none for other invites', async ({
  page,
  site,
}) => {
  const { link } = await newInviter(site);
  const sent = watchRequests(page);
  for (const [path, scripts] of [
    [`${INVITE_PATH}?plan=p`, 0],
    [INVITE_PATH, 0],
    [link, 1],
  ] as const) {
    await page.goto(path, { waitUntil: 'networkidle' });
    // When the page sets this attribute, it also requests its scripts.
    await expect(page.locator('html')).toHaveAttribute('data-painted', '');
    expect(sent().scripts, path).toBe(scripts);
  }
});
