import { expect, type Page } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { query } from '../testing/databases/test-databases.ts';
import { dinnerLink } from '../web/design/waitlist-texts.ts';
import { DESKTOP_AGENT } from './invites.ts';
import { expectNoShift, watchShifts } from './layout-shifts.ts';
import { test as mailTest, newSignUp } from './mail-site.ts';
import { openPublicPage, publicPages } from './public-pages.ts';
import { test } from './site.ts';
import { waitlistOf } from './waitlist.ts';

/** Animations run so much faster while they are watched, which shows the same movements in less time. */
const SPEED = 3;
/** What an animation shows from about one to four seconds after a page has been opened. */
const WATCHED_MS = 3_000 / SPEED;
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
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  for (const name of Object.keys(publicPages)) {
    await openPublicPage(name, site, page, 'networkidle');
    expect(await countFrames(page), name).toBeLessThanOrEqual(MAX_FRAMES);
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
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(open, { waitUntil: 'networkidle' });
  expect(await page.locator('html').getAttribute('data-friends')).toBe('1');
  expect(await countFrames(page)).toBeLessThanOrEqual(MAX_FRAMES);
});

for (const [width, height] of [
  [360, 740],
  [740, 360],
  [1440, 900],
] as const) {
  test(`at ${width} px the drawings of / are laid out only when they are near, and the page does not jump when its last link focuses the field`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await watchShifts(page);
    await page.goto(listedScreens.home, { waitUntil: 'networkidle' });
    const last = page.locator('.phone .match');
    const isLaidOut = () =>
      last.evaluate((drawing) => drawing.checkVisibility({ contentVisibilityAuto: true }));
    const pageHeight = () => page.evaluate(() => document.documentElement.scrollHeight);
    const { field } = waitlistOf(page);
    expect(await isLaidOut()).toBe(false);
    const before = await pageHeight();
    await page.getByRole('link', { name: dinnerLink.idle }).scrollIntoViewIfNeeded();
    await expect.poll(isLaidOut).toBe(true);
    expect(await pageHeight()).toBe(before);
    await page.getByRole('link', { name: dinnerLink.idle }).click();
    await expect(field).toBeFocused();
    await expect(page.locator('.pill')).toBeInViewport({ ratio: 1 });
    const top = (await field.boundingBox())?.y ?? 0;
    expect(top, 'space above the field').toBeGreaterThan(height / 4);
    expect(await pageHeight()).toBe(before);
    await expectNoShift(page, 'between the first screen and the last drawing');
  });
}

/** Counts the frames for which the compositor asked the main thread. */
async function countFrames(page: Page): Promise<number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser.');
  await page.evaluate((speed) => {
    for (const one of document.getAnimations()) one.updatePlaybackRate(speed);
  }, SPEED);
  await browser.startTracing(page, { categories: ['cc'] });
  await page.waitForTimeout(WATCHED_MS);
  const trace = await browser.stopTracing();
  const { traceEvents }: { traceEvents: { name: string; ph: string }[] } = JSON.parse(`${trace}`);
  return traceEvents.filter(({ name, ph }) => name === MAIN_FRAME && ph === 'X').length;
}
