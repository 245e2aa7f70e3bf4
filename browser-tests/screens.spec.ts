/**
 * Each state of each public screen is opened once, and everything that depends on its looks is checked there. The looks of the dashboard are checked in `analytics-looks.spec.ts`, those of
 * the page of a mail's link in `waitlist-looks.spec.ts`.
 */
import { expect, type Page } from '@playwright/test';
import { brand } from '../brand.ts';
import { listedScreens } from '../contract/screens.ts';
import { expectNoFaults, nextLayout } from './find-faults.ts';
import { DESKTOP_AGENT, inviteOf, newInviter, PROFILE } from './invites.ts';
import { drawPicture } from './pixels.ts';
import { openPublicPage, publicPages } from './public-pages.ts';
import { type Site, stopClock, test } from './site.ts';
import { findViolations } from './violations.ts';
import { hold, newEmail, waitlistOf } from './waitlist.ts';

test.use({ userAgent: DESKTOP_AGENT, timezoneId: 'UTC' });

/** Brings the page into one of its states. */
type Reach = (page: Page, site: Site) => Promise<unknown>;

const open =
  (name: string): Reach =>
  async (page, site) => {
    const text = await openPublicPage(name, site, page);
    await expect(page.locator('body')).toContainText(text, { useInnerText: true });
  };

/** Sends the form. The toast stays, because the pointer is on it. */
const submit =
  (text: () => string): Reach =>
  async (page) => {
    const { field, toasts } = waitlistOf(page);
    await stopClock(page);
    await page.goto(listedScreens.home);
    await field.fill(text());
    await field.press('Enter');
    await expect(toasts).toBeVisible();
    await toasts.hover();
    // Axe waits for timers.
    await page.clock.resume();
  };

const LOADING = 'an invite that is loading';
const FRIEND = 'a friend’s invite';
/** Each of these hours has another sky behind the texts; the legal pages have none. */
const skies = [
  [1, 'light', 360],
  [8, 'dark', 360],
  [8, 'light', 1440],
  [18, 'light', 360],
  [18, 'dark', 1440],
] as const;
const legal = ['privacy', 'terms'];
const posters = ['sponti', 'popups'];

/** On the home page with its toast, only the toast differs. */
const withToast: Readonly<Record<string, Reach>> = {
  'the form with a refused address': submit(() => 'ada'),
  'the form after joining': submit(newEmail),
};

const states: Readonly<Record<string, Reach>> = {
  ...Object.fromEntries(Object.keys(publicPages).map((name) => [name, open(name)])),
  [LOADING]: async (page, site) => {
    await hold(page, PROFILE);
    await page.goto((await newInviter(site)).link);
    await expect(inviteOf(page).loading).toBeVisible();
  },
  'an invite with a picture, and a name of 100 characters': async (page, site) => {
    const profileImageUrl = '/icon-192.png';
    const firstName = 'Ana María '.repeat(10);
    await page.goto((await newInviter(site, { profileImageUrl, firstName })).link);
    await expect(inviteOf(page).get).toBeVisible();
  },
  ...withToast,
};

for (const [state, reach] of Object.entries(states)) {
  test(`${state} can be read, pressed and printed at every size, hour and scheme`, async ({
    page,
    site,
    watch,
  }) => {
    watch.allowComplaint(/status of 40[04]/);
    // At this time the words for the time on the home page are long: "twenty-five past two".
    await page.clock.setFixedTime(new Date(Date.UTC(2026, 5, 14, 14, 25)));
    await reach(page, site);
    await test.step('axe finds no violation', () =>
      expectNoViolations(page, state in withToast || legal.includes(state) ? [] : skies));
    if (!(state in withToast)) {
      await test.step('on paper the text is dark, and the background is light', async () => {
        await setHour(page, 23);
        await page.setViewportSize({ width: 794, height: 1123 });
        await page.emulateMedia({ media: 'print' });
        expect(await findViolations(page, 'of colours')).toEqual([]);
        // The Sponti page has a mean darkness of 0.2, because of its drawn map.
        expect(await shareOfInk(page)).toBeLessThan(0.22);
        if (state === FRIEND) {
          await expect(page.locator('.message')).toHaveCSS(
            'background-color',
            'rgb(255, 255, 255)',
          );
        }
        await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
      });
      await test.step('there is no animation with reduced motion, and none of more than five seconds', async () => {
        expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        const ends = await page.evaluate(() =>
          document
            .getAnimations()
            .filter(({ timeline }) => timeline === document.timeline)
            .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
        );
        if (posters.includes(state)) expect(ends.length).toBeGreaterThan(0);
        // A line moves around the portrait until the profile has loaded.
        for (const end of state === LOADING ? [] : ends) expect(end).toBeLessThanOrEqual(5_000);
        await page.emulateMedia({ reducedMotion: 'reduce' });
      });
      await test.step('no word of a heading breaks', () => expectWholeWords(page, state));
    } else await page.clock.pauseAt(new Date(2026, 5, 14, 13));
    await test.step('every control can be pressed, and every text can be read', () =>
      expectNoFaults(page));
  });
}

async function expectNoViolations(page: Page, some: typeof skies | []): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  for (const [hour, colorScheme, width] of some) {
    await setHour(page, hour);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const place = `at ${hour}:00, ${colorScheme}, ${width} px`;
    expect(await findViolations(page, 'of colours'), place).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(page, 'of colours'), 'in dark mode').toEqual([]);
}

/** Sets the clock and tells the page that the visitor has returned to it, so that the sky changes. */
async function setHour(page: Page, hour: number): Promise<void> {
  await page.clock.setFixedTime(new Date(Date.UTC(2026, 5, 14, hour)));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

async function expectWholeWords(page: Page, state: string): Promise<void> {
  const isPoster = posters.includes(state);
  await page.evaluate(() => document.fonts.ready);
  for (const [width, fontSize, selector] of [
    // A phone of 360 px, zoomed to 200 %. There, words on the drawn signs of posters may break.
    [180, '100%', isPoster ? '' : 'h1, h2, .display'],
    ...(isPoster
      ? ([
          [320, '150%', 'h1, h2, p'],
          [320, '200%', 'h1, h2, p'],
          [390, '200%', 'h1, h2, p'],
          [768, '150%', 'h1, h2, p'],
        ] as const)
      : []),
    ...(state.startsWith('an invite without') || state.startsWith('an invite to')
      ? ([[390, '200%', 'h1, h1 *, .button, .button *']] as const)
      : []),
    // A longer name of the product has to break there.
    ...(state === FRIEND && brand.product.length < 12
      ? ([
          [360, '200%', 'h1, h2, h3, p'],
          [390, '200%', '.button, .button *'],
        ] as const)
      : []),
  ] as const) {
    await page.setViewportSize({ width, height: width === 180 ? 370 : 844 });
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size;
    }, fontSize);
    await page.evaluate(nextLayout);
    const content = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(content, `${width} px with text of ${fontSize}`).toBe(width);
    if (!selector) continue;
    const broken = await findBrokenWords(page, selector);
    expect(broken, `${width} px with text of ${fontSize}`).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.removeAttribute('style'));
}

/** Finds words that break over two lines, or extend beyond the edge of the screen. */
function findBrokenWords(page: Page, selector: string): Promise<string[]> {
  return page.locator(selector).evaluateAll((headings) => {
    const isBroken = (text: Node, { 0: word, index }: RegExpExecArray) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const { right } = range.getBoundingClientRect();
      return range.getClientRects().length !== 1 || right > innerWidth;
    };
    return headings
      .filter((heading) => heading.checkVisibility({ visibilityProperty: true }))
      .flatMap((heading) => {
        const texts = [...heading.childNodes].filter((node) => node instanceof Text);
        return texts.flatMap((text) =>
          [...text.data.matchAll(/[^\s-]+-?/g)]
            .filter((word) => isBroken(text, word))
            .map(([word]) => word),
        );
      });
  });
}

/** The mean darkness of the page: 0 is white, and 1 is black. */
async function shareOfInk(page: Page): Promise<number> {
  const picture = await page.screenshot({ fullPage: true, type: 'jpeg', quality: 30 });
  const pen = await drawPicture(page, picture);
  return await pen.evaluate((pen) => {
    const { width, height } = pen.canvas;
    const { data } = pen.getImageData(0, 0, width, height);
    let light = 0;
    for (let index = 0; index < data.length; index += 4) light += data[index + 1] ?? 0;
    return 1 - light / (data.length / 4) / 255;
  });
}
