import { expect, type Page } from '@playwright/test';
import { INVITE_PATH, listedScreens } from '../contract/screens.ts';
import { nextLayout } from './find-faults.ts';
import { inviteOf, newInviter } from './invites.ts';
import { MISSING_PAGE } from './missing-page.ts';
import { test } from './site.ts';

/** A phone of 360 px, zoomed to 200 %. */
const viewport = { width: 180, height: 370 };

test.use({ viewport });

const invites = [INVITE_PATH, `${INVITE_PATH}?plan=p`];

const pages = [...Object.values(listedScreens), ...invites, MISSING_PAGE];
/** Screens whose headings are on drawn signs. Tests of their words use screens of at least 320 px. */
const posters: readonly string[] = [listedScreens.sponti, listedScreens.popups];

for (const path of pages) {
  test(`${path} does not scroll sideways on 180 px`, async ({ page, watch }) => {
    watch.allowComplaint(/status of 404/);
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  });
}

for (const path of pages.filter((path) => !posters.includes(path))) {
  test(`no word of a heading of ${path} breaks on 180 px`, async ({ page, watch }) => {
    watch.allowComplaint(/status of 404/);
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    expect(await findBrokenWords(page)).toEqual([]);
  });
}

test('no word of a heading of a friend’s link breaks on 180 px', async ({ page, site }) => {
  await page.goto((await newInviter(site)).link);
  await expect(inviteOf(page).get).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(await findBrokenWords(page)).toEqual([]);
});

for (const path of posters) {
  for (const [width, fontSize] of [
    [320, '150%'],
    [320, '200%'],
    [390, '200%'],
    [768, '150%'],
  ] as const) {
    test(`no word of ${path} is cut off or broken on ${width} px with text of ${fontSize}`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, fontSize);
      expect(await findBrokenWords(page, 'h1, h2, p')).toEqual([]);
    });
  }
}

test('no word of a friend’s link breaks on 360 px with text of 200%', async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto((await newInviter(site)).link);
  await expect(inviteOf(page).get).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await page.evaluate(nextLayout);
  expect(await findBrokenWords(page, 'h1, h2, h3, p')).toEqual([]);
});

/** Finds words that break over two lines, or extend beyond the edge of the screen. */
function findBrokenWords(page: Page, selector = 'h1, h2, .display'): Promise<string[]> {
  return page.locator(selector).evaluateAll((headings) => {
    const isBroken = (text: Node, { 0: word, index }: RegExpExecArray) => {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const { right } = range.getBoundingClientRect();
      return range.getClientRects().length !== 1 || right > innerWidth;
    };
    return headings
      .filter((heading) => heading.checkVisibility())
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
