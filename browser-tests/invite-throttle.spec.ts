// The throttle allows ten views of an invite in a minute. The page stores the times of the views in local storage.
// Long because every limit of the throttle is tested here.
import { expect, type Page } from '@playwright/test';
import { INVITE_PATH, inviteLink } from '../contract/screens.ts';
import { INVITE_VIEWS_KEY_PREFIX } from '../web/design/view-limits.ts';
import { tooManyRequests } from '../web/screens/invite/invite-texts.ts';
import { DESKTOP_AGENT, expectCounts, inviteOf, newInviter, watchRequests } from './invites.ts';
import { test } from './site.ts';

const NOON = new Date(2026, 5, 14, 12);

test.use({ userAgent: DESKTOP_AGENT });

test('ten views are allowed; the eleventh makes no call, and is not recorded', async ({
  page,
  site,
}) => {
  const { link, id } = await newInviter(site);
  const { heading, limited, title } = inviteOf(page);
  const sent = watchRequests(page);
  for (let view = 1; view <= 10; view += 1) {
    await page.goto(link);
    await expect(heading('Mia')).toBeVisible();
    expect(await storedTimes(page, id), `after view ${view}`).toHaveLength(view);
  }
  const before = { stored: await storedTimes(page, id), scripts: sent().scripts };
  await page.goto(link, { waitUntil: 'networkidle' });
  await expect(limited).toBeVisible();
  await expect(page.getByText(tooManyRequests.message, { exact: true })).toBeVisible();
  await expect(title).toBeHidden();
  expect(await storedTimes(page, id)).toEqual(before.stored);
  expect(sent().profiles).toBe(10);
  expect(sent().events).toHaveLength(10);
  expect(sent().scripts, 'no further script is loaded').toBe(before.scripts);
  await expectCounts(site, id, { views: 10, downloads: 0 });
});

for (const [age, isAllowed] of [
  [59_999, false],
  [60_000, true],
] as const) {
  test(`ten views from ${age} ms ago ${isAllowed ? 'do not count' : 'still count'}`, async ({
    page,
    site,
  }) => {
    const { link, id } = await newInviter(site);
    await page.clock.setFixedTime(NOON);
    await store(page, id, JSON.stringify(Array(10).fill(NOON.getTime() - age)));
    await page.goto(link);
    const { heading, limited } = inviteOf(page);
    await expect(isAllowed ? heading('Mia') : limited).toBeVisible();
    await expect(isAllowed ? limited : heading('Mia')).toBeHidden();
  });
}

test('the views of each inviter are counted separately', async ({ page, site }) => {
  const [full, other] = [await newInviter(site), await newInviter(site, { firstName: 'Jo' })];
  await page.clock.setFixedTime(NOON);
  await store(page, full.id, JSON.stringify(Array(10).fill(NOON.getTime())));
  await page.goto(other.link);
  await expect(inviteOf(page).heading('Jo')).toBeVisible();
  await page.goto(full.link);
  await expect(inviteOf(page).limited).toBeVisible();
});

test('a link whose end a chat has damaged shows the inviter, and its views are counted with those of the whole link', async ({
  page,
  site,
}) => {
  const { link, id } = await newInviter(site);
  for (const damaged of [
    `${link}).`,
    `${link}%E2%80%8B`,
    `${INVITE_PATH}?x&amp;ref=${id}”`,
    link,
  ]) {
    await page.goto(damaged);
    await expect(inviteOf(page).heading('Mia')).toBeVisible();
    expect(new URL(page.url()).search).toBe(new URL(link, page.url()).search);
  }
  expect(await storedTimes(page, id)).toHaveLength(4);
  await expectCounts(site, id, { views: 4, downloads: 0 });
});

for (const { name, path, ref } of [
  { name: 'to an event', path: `${INVITE_PATH}?plan=p`, ref: 'unknown' },
  { name: 'of an inviter to an event', path: `${INVITE_PATH}?plan=p&ref=mia`, ref: 'mia' },
  { name: 'without an inviter', path: INVITE_PATH, ref: 'unknown' },
]) {
  test(`views of an invite ${name} are limited, and counted under "${ref}"`, async ({ page }) => {
    const { download, limited } = inviteOf(page);
    for (let view = 1; view <= 10; view += 1) {
      await page.goto(path);
      await expect(download).toBeVisible();
    }
    expect(await storedTimes(page, ref)).toHaveLength(10);
    await page.goto(path);
    await expect(limited).toBeVisible();
    await expect(download).toBeHidden();
    expect(await storedTimes(page, ref)).toHaveLength(10);
  });
}

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

test('two tabs share one count', async ({ page, context, site }) => {
  const { link, id } = await newInviter(site);
  const second = await context.newPage();
  for (const tab of [page, second, page, second, page, second, page, second, page, second]) {
    await tab.goto(link);
    await expect(inviteOf(tab).heading('Mia')).toBeVisible();
  }
  await page.goto(link);
  await expect(inviteOf(page).limited).toBeVisible();
  await expectCounts(site, id, { views: 10, downloads: 0 });
});

for (const [name, contents] of Object.entries({
  'cut off': '[1749',
  'an object': '{"views":99}',
  null: 'null',
  'not numbers': '["now",{},null,true]',
  'in the future': JSON.stringify(Array(20).fill(4_102_444_800_000)),
  'far too many': JSON.stringify(Array.from({ length: 300_000 }, (_, index) => index)),
})) {
  test(`stored times that are ${name} are replaced by this view`, async ({ page, site }) => {
    const { link, id } = await newInviter(site);
    await store(page, id, contents);
    await page.goto(link);
    await expect(inviteOf(page).heading('Mia')).toBeVisible();
    expect(await storedTimes(page, id)).toHaveLength(1);
  });
}

for (const [name, breakStorage] of Object.entries({
  'is missing': () => Object.defineProperty(window, 'localStorage', { value: null }),
  'is forbidden': () =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    }),
  'is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('No room.', 'QuotaExceededError');
    };
  },
})) {
  test(`a browser whose local storage ${name} shows the invite`, async ({ page, site }) => {
    const { link, id } = await newInviter(site);
    await page.addInitScript(breakStorage);
    await page.goto(link);
    await expect(inviteOf(page).heading('Mia')).toBeVisible();
    await expectCounts(site, id, { views: 1, downloads: 0 });
  });
}

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
