/**
 * The throttle allows ten views of an invite in a minute. The page stores the times of the views in local storage.
 * `view-limits.test.ts` tests the edges, and `boot-script.test.ts` under which name the views are stored.
 */
import { expect, type Page } from '@playwright/test';
import { INVITE_PATH, inviteLink } from '../contract/screens.ts';
import { tooManyRequests } from '../web/design/screen-texts.ts';
import { INVITE_VIEWS_KEY_PREFIX } from '../web/design/view-limits.ts';
import { DESKTOP_AGENT, expectCounts, inviteOf, newInviter, watchRequests } from './invites.ts';
import { test } from './site.ts';

const NOON = new Date(2026, 5, 14, 12);

test.use({ userAgent: DESKTOP_AGENT });

test('ten views are allowed in all tabs together; the eleventh makes no call, and is not recorded; other inviters are counted separately', async ({
  page,
  context,
  site,
}) => {
  const { link, id } = await newInviter(site);
  const { heading, limited, title } = inviteOf(page);
  const sent = watchRequests(page);
  await store(page, id, JSON.stringify(Array(8).fill(Date.now())));
  for (const tab of [page, await context.newPage()]) {
    await tab.goto(link);
    await expect(inviteOf(tab).heading('Mia')).toBeVisible();
  }
  const stored = await storedTimes(page, id);
  expect(stored).toHaveLength(10);
  const { scripts } = sent();
  await page.goto(link, { waitUntil: 'networkidle' });
  await expect(limited).toBeVisible();
  await expect(page.getByText(tooManyRequests.message, { exact: true })).toBeVisible();
  await expect(title).toBeHidden();
  expect(await storedTimes(page, id)).toEqual(stored);
  expect(sent().profiles).toBe(2);
  expect(sent().events).toHaveLength(2);
  expect(sent().scripts, 'no further script is loaded').toBe(scripts);
  await expectCounts(site, id, { views: 2, downloads: 0 });
  await page.goto((await newInviter(site, { firstName: 'Jo' })).link);
  await expect(heading('Jo')).toBeVisible();
});

test('a reload counts as a view, and so does going back or forward if the browser loads the page again', async ({
  page,
  site,
}) => {
  const { link, id } = await newInviter(site);
  const { heading } = inviteOf(page);
  await page.goto(link);
  await expect(heading('Mia')).toBeVisible();
  await page.reload();
  await expect(heading('Mia')).toBeVisible();
  expect(await storedTimes(page, id)).toHaveLength(2);
  await page.goto('/privacy');
  const loads = watchLoads(page);
  await page.goBack();
  await expect(heading('Mia')).toBeVisible();
  expect(await storedTimes(page, id)).toHaveLength(2 + loads());
  await page.goForward();
  await page.goBack();
  await expect(heading('Mia')).toBeVisible();
  expect(await storedTimes(page, id)).toHaveLength(2 + loads());
  await expectCounts(site, id, { views: 2 + loads(), downloads: 0 });
});

test('a page restored from the back/forward cache is not counted again', async ({ page, site }) => {
  const { link, id } = await newInviter(site);
  const sent = watchRequests(page);
  await page.goto(link);
  await expect(inviteOf(page).heading('Mia')).toBeVisible();
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await page.waitForLoadState('networkidle');
  expect(await storedTimes(page, id)).toHaveLength(1);
  expect(sent()).toMatchObject({ profiles: 1, events: [{ action: 'page_view' }] });
});

test('a browser whose local storage is missing, forbidden, full or has a broken list shows the invite', async ({
  context,
  site,
}) => {
  const { link, id } = await newInviter(site);
  const troubles = {
    missing: () => Object.defineProperty(window, 'localStorage', { value: null }),
    forbidden: () =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      }),
    full: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('No room.', 'QuotaExceededError');
      };
    },
    broken: () => {
      Storage.prototype.getItem = () => '{"views":99';
    },
  };
  for (const [index, [name, breakStorage]] of Object.entries(troubles).entries()) {
    const page = await context.newPage();
    await page.addInitScript(breakStorage);
    await page.goto(link);
    await expect(inviteOf(page).heading('Mia'), name).toBeVisible();
    await expectCounts(site, id, { views: index + 1, downloads: 0 });
    await page.close();
  }
});

test('for each kind of invite the message about too many requests is shown from the first paint on', async ({
  page,
  site,
}) => {
  const { id } = await newInviter(site);
  await page.clock.setFixedTime(NOON);
  const full = JSON.stringify(Array(10).fill(NOON.getTime()));
  await store(page, id, full);
  await store(page, 'unknown', full);
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    const look = () => {
      const open = document.querySelector('.invite-open');
      if (open) seen.push(getComputedStyle(open).display);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (const path of [inviteLink(id), `${INVITE_PATH}?plan=p`, INVITE_PATH]) {
    await page.goto(path);
    await expect(inviteOf(page).limited).toBeVisible();
    const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    await expect.poll(async () => (await seen()).length, 'frames').toBeGreaterThan(0);
    expect(new Set(await seen())).toEqual(new Set(['none']));
  }
});

function watchLoads(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().includes(INVITE_PATH)) count += 1;
  });
  return () => count;
}

async function storedTimes(page: Page, ref: string): Promise<number[]> {
  const text = await page.evaluate(
    (key) => localStorage.getItem(key),
    `${INVITE_VIEWS_KEY_PREFIX}${ref}`,
  );
  return JSON.parse(text ?? '[]');
}

/** Stores the text once; an init script would store it again at each load of the page. */
async function store(page: Page, ref: string, contents: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/robots.txt');
  await page.evaluate(([key = '', value = '']) => localStorage.setItem(key, value), [
    `${INVITE_VIEWS_KEY_PREFIX}${ref}`,
    contents,
  ] as const);
}
