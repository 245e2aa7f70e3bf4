import { expect, type Page } from '@playwright/test';
import { INVITE_PATH } from '../contract/screens.ts';
import { DESKTOP_AGENT, inviteOf, newInviter, PROFILE } from './invites.ts';
import { expectNoShift, fontsOf, watchShifts } from './layout-shifts.ts';
import { test } from './site.ts';
import { hold } from './waitlist.ts';

test.use({ userAgent: DESKTOP_AGENT, viewport: { width: 360, height: 740 } });

/** The first iPhone SE, between the bars of its browser. */
const SMALLEST = { width: 320, height: 454 };

const names = {
  short: 'Mia',
  'of 100 characters': 'Pablo Diego José Francisco de Paula Juan Nepomuceno María de los Remedios '
    .repeat(2)
    .slice(0, 100),
  'in one long word': 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren',
  'of 100 letters in one word': 'm'.repeat(100),
  'written from right to left': 'محمد بن عبد الله',
  Chinese: '欧阳明日香',
};

test('a name of any length and script fits, and nothing moves when it arrives', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await watchShifts(page);
  for (const [firstName, widths] of [
    [names.short, [320, 1440]],
    [names['of 100 characters'], [320, 360, 768, 1440]],
    [names['in one long word'], [320]],
    [names['of 100 letters in one word'], [320, 1440]],
    [names['written from right to left'], [320]],
    [names.Chinese, [1440]],
  ] as const) {
    const { link } = await newInviter(site, { firstName, profileImageUrl: '/icon-192.png' });
    for (const width of widths) {
      const where = `“${firstName.slice(0, 20)}” at ${width} px`;
      await page.setViewportSize({ width, height: 800 });
      const answer = await hold(page, PROFILE);
      await page.goto(link);
      await fontsOf(page);
      const before = await placesOf(page);
      answer();
      await expect(inviteOf(page).get).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(await placesOf(page), where).toEqual(before);
      await expectNoShift(page, `after the name is shown: ${where}`);
      const isCut = await page
        .locator('.name')
        .evaluate((element) => element.scrollWidth > element.clientWidth + 1);
      expect(isCut, `${where} is cut`).toBe(false);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.unroute(PROFILE);
    }
  }
});

test('a name is as large when its font arrives late as when the font arrives first', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const size = () => page.locator('.name').evaluate(({ style }) => style.fontSize);
  for (const firstName of ['Maximilian', 'Anna Sophia', 'Иван']) {
    const { link } = await newInviter(site, { firstName });
    const answer = await hold(page, PROFILE);
    await page.goto(link);
    await fontsOf(page);
    answer();
    await expect(inviteOf(page).get).toBeVisible();
    const expected = await size();
    await page.unroute(PROFILE);
    const arrive = await hold(page, '**/*.woff2');
    await page.goto(link);
    await expect(inviteOf(page).get).toBeVisible();
    arrive();
    await expect.poll(size, firstName).toBe(expected);
    await page.unroute('**/*.woff2');
  }
});

test('on a large screen the name ends at most 120 px before the portrait, or is higher than a fifth of the screen', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const firstName of ['Mia', 'Maximilian-Alexander']) {
    await page.goto((await newInviter(site, { firstName })).link);
    await expect(inviteOf(page).get).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const name = await page.locator('.name span').boundingBox();
    const portrait = await page.locator('.portrait').boundingBox();
    if (!name || !portrait) throw new Error('There is no name or no portrait.');
    const gap = portrait.x - (name.x + name.width);
    expect(gap, `from “${firstName}” to the portrait`).toBeGreaterThan(0);
    if (gap > 120) expect(name.height, `height of “${firstName}”`).toBeGreaterThan(1080 / 5);
  }
});

test('an initial that is wider than the page is clipped and moves nothing', async ({
  page,
  site,
}) => {
  const { link } = await newInviter(site, { firstName: Array(40).fill('😀').join('\u200d') });
  await page.goto(link);
  await expect(inviteOf(page).get).toBeVisible();
  for (const part of ['.message', '.initial']) {
    const { x = 0, width = Number.NaN } = (await page.locator(part).boundingBox()) ?? {};
    expect(x + width, part).toBeLessThanOrEqual(360);
  }
  await expect(page.locator('.initial')).toHaveCSS('overflow', 'clip');
});

test('a phone shows the friend’s name and the button without scrolling', async ({ page, site }) => {
  for (const firstName of ['Mia', names['of 100 characters']]) {
    const { link } = await newInviter(site, { firstName });
    const { heading, get } = inviteOf(page);
    for (const viewport of [SMALLEST, { width: 360, height: 740 }]) {
      await page.setViewportSize(viewport);
      await page.goto(link);
      await expect(heading(firstName.trim())).toBeInViewport({ ratio: 1 });
      await expect(get).toBeInViewport({ ratio: 1 });
    }
  }
  await page.setViewportSize(SMALLEST);
  for (const path of [INVITE_PATH, `${INVITE_PATH}?plan=p`]) {
    await page.goto(path);
    await expect(inviteOf(page).download, path).toBeInViewport({ ratio: 1 });
  }
});

test('a phone in landscape shows the button', async ({ page, site }) => {
  const long = names['of 100 characters'];
  const links = [(await newInviter(site)).link, (await newInviter(site, { firstName: long })).link];
  const { get, download } = inviteOf(page);
  for (const path of [...links, INVITE_PATH, `${INVITE_PATH}?plan=p`]) {
    await page.goto(path);
    for (const viewport of [
      { width: 568, height: 320 },
      { width: 844, height: 340 },
    ]) {
      await page.setViewportSize(viewport);
      const button = links.includes(path) ? get : download;
      await expect(button, `${path} at ${viewport.width} px`).toBeInViewport({ ratio: 1 });
    }
  }
});

/** The positions of elements that must not move when the name arrives. The link `#get` is hidden until then. */
function placesOf(page: Page) {
  return page.locator('.invitation h1, .portrait, .invite > .skyline, #get').evaluateAll((parts) =>
    parts.map((part) => {
      const { x, y, width } = part.getBoundingClientRect();
      return [x, y, width].map(Math.round);
    }),
  );
}
