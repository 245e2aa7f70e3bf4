import { expect, type Page } from '@playwright/test';
import { INVITE_PATH } from '../contract/screens.ts';
import { DESKTOP_AGENT, inviteOf, newInviter, PROFILE } from './invites.ts';
import { expectNoShift, fontsOf, watchShifts } from './layout-shifts.ts';
import { test } from './site.ts';
import { hold } from './waitlist.ts';

test.use({ userAgent: DESKTOP_AGENT, viewport: { width: 360, height: 740 } });

const phones = [
  // The first iPhone SE, between the bars of its browser.
  [320, 454],
  [360, 740],
  [568, 320],
  [844, 340],
] as const;

const names = {
  short: 'Mia',
  'of 100 characters': 'Pablo Diego José Francisco de Paula Juan Nepomuceno María de los Remedios '
    .repeat(2)
    .slice(0, 100),
  'in one long word': 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren',
  'of 100 letters in one word': 'm'.repeat(100),
  'written from right to left': 'محمد بن عبد الله',
  Chinese: '欧阳明日香',
  // Its initial is wider than a phone.
  'of 40 joined emoji': Array(40).fill('😀').join('\u200d'),
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
    [names['of 40 joined emoji'], [320]],
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
  await expect(page.locator('.initial')).toHaveCSS('overflow', 'clip');
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

test('a phone shows the friend’s name and the button without scrolling, and in landscape the button', async ({
  page,
  site,
}) => {
  const long = names['of 100 characters'];
  const { heading, get, download } = inviteOf(page);
  for (const [path, button, name] of [
    [(await newInviter(site)).link, get, 'Mia'],
    [(await newInviter(site, { firstName: long })).link, get, long.trim()],
    [INVITE_PATH, download, undefined],
    [`${INVITE_PATH}?plan=p`, download, undefined],
  ] as const) {
    await page.goto(path);
    for (const [width, height] of phones) {
      await page.setViewportSize({ width, height });
      await expect(button, `${path} at ${width} px`).toBeInViewport({ ratio: 1 });
      if (name && width < height) await expect(heading(name)).toBeInViewport({ ratio: 1 });
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
