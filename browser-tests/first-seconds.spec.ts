import { expect, type Page } from '@playwright/test';
import { INVITE_PATH, listedScreens } from '../contract/screens.ts';
import { query } from '../testing/databases/test-databases.ts';
import { dinnerLink } from '../web/design/waitlist-texts.ts';
import { DESKTOP_AGENT, newInviter } from './invites.ts';
import { expectNoShift, watchShifts } from './layout-shifts.ts';
import { test as mailTest, newSignUp } from './mail-site.ts';
import { MISSING_PAGE, test } from './site.ts';
import { waitlistOf } from './waitlist.ts';

/** From about one to four seconds after a page has been opened. */
const WATCHED_MS = 3000;
/** The start and the end of an animation need a few. An animation that needs the main thread needs up to 60 a second. */
const MAX_FRAMES = 10;
/** The name of Chromium's trace event for such a frame. */
const MAIN_FRAME = 'ProxyMain::BeginMainFrame';

// The density of a phone's screen. What the compositor can animate may depend on it.
test.use({ userAgent: DESKTOP_AGENT, deviceScaleFactor: 2 });
mailTest.use({ deviceScaleFactor: 2 });

test('after a page has loaded, its drawings move without the main thread', async ({
  page,
  site,
  watch,
}) => {
  watch.allowComplaint(/status of 404/);
  const { link, id } = await newInviter(site);
  const pages = [
    ...Object.values(listedScreens),
    `${listedScreens.home}?ref=${id}`,
    link,
    INVITE_PATH,
    `${INVITE_PATH}?plan=p`,
    MISSING_PAGE,
  ];
  for (const path of pages) {
    await openMoving(page, path);
    expect(await countFrames(page), path).toBeLessThanOrEqual(MAX_FRAMES);
  }
  // The control: in an SVG, Chromium's compositor moves elements by `transform`, but not by `rotate`.
  await page
    .locator('.skyline-near')
    .evaluate((houses) => void houses.animate({ rotate: ['0deg', '90deg'] }, 10_000));
  expect(await countFrames(page), 'a planted animation').toBeGreaterThan(MAX_FRAMES);
});

mailTest('so do those of the page of a letter’s link', async ({ page, mail }) => {
  const { email, open } = await newSignUp(mail, { isConfirmed: true });
  // A friend's window is lit, too.
  await query(mail.databaseUrl, `UPDATE member SET friends = 1 WHERE email = '${email}'`);
  await openMoving(page, open);
  expect(await page.locator('html').getAttribute('data-friends')).toBe('1');
  expect(await countFrames(page)).toBeLessThanOrEqual(MAX_FRAMES);
});

for (const width of [360, 1440]) {
  test(`at ${width} px the drawings of / are laid out only when they are near, and the page does not jump`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await watchShifts(page);
    await page.goto(listedScreens.home, { waitUntil: 'networkidle' });
    const last = page.locator('.phone .match');
    const isLaidOut = () =>
      last.evaluate((drawing) => drawing.checkVisibility({ contentVisibilityAuto: true }));
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    expect(await isLaidOut()).toBe(false);
    const before = await height();
    await page.getByRole('link', { name: dinnerLink.idle }).scrollIntoViewIfNeeded();
    await expect.poll(isLaidOut).toBe(true);
    expect(await height()).toBe(before);
    await page.getByRole('link', { name: dinnerLink.idle }).click();
    await expect(waitlistOf(page).field).toBeFocused();
    await expect(waitlistOf(page).field).toBeInViewport({ ratio: 1 });
    expect(await height()).toBe(before);
    await expectNoShift(page, 'between the first screen and the last drawing');
  });
}

async function openMoving(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(path, { waitUntil: 'networkidle' });
}

/** Counts the frames for which the compositor asked the main thread. */
async function countFrames(page: Page): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  await browser.startTracing(page, { categories: ['cc'] });
  await page.waitForTimeout(WATCHED_MS);
  const trace = await browser.stopTracing();
  const { traceEvents }: { traceEvents: { name: string; ph: string }[] } = JSON.parse(`${trace}`);
  return traceEvents.filter(({ name, ph }) => name === MAIN_FRAME && ph === 'X').length;
}
