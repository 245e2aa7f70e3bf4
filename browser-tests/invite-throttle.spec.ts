/**
 * The throttle allows ten views of an invite in a minute. The page stores the times of the views in local storage.
 * `view-limits.test.ts` tests the edges, and `boot-script.test.ts` when a view counts and under which name it is stored.
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
