/** One small test for each drawing. The phases of the moon and the colours of the skies have unit tests. */
import { expect, type Page } from '@playwright/test';
import { DAY_MS, HOUR_MS } from '../contract/durations.ts';
import { INVITE_PATH, inviteLink, listedScreens } from '../contract/screens.ts';
import { DESKTOP_AGENT, inviteOf, newInviter } from './invites.ts';
import { drawPicture } from './pixels.ts';
import { test } from './site.ts';
import { waitlistOf } from './waitlist.ts';

test.use({ timezoneId: 'UTC', userAgent: DESKTOP_AGENT });

/** The night of a new moon. At 01:00 and at noon the whole disc is above the logo's baseline. */
const FIRST_NIGHT = Date.UTC(2026, 10, 9, 1);
test('the logo shows the moon of the night, which waxes from the right, and at noon the whole sun', async ({
  page,
}) => {
  // Large enough for the sun of a name without an "o".
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [name, time, percent, right] of [
    ['the new moon', FIRST_NIGHT, 0, undefined],
    ['the first quarter', FIRST_NIGHT + 8 * DAY_MS, 50, 1],
    ['the full moon', FIRST_NIGHT + 15 * DAY_MS, 100, undefined],
    ['the last quarter', FIRST_NIGHT + 22 * DAY_MS, 50, 0],
    ['the sun', FIRST_NIGHT + 4 * DAY_MS + 11 * HOUR_MS, 100, undefined],
  ] as const) {
    await page.clock.setFixedTime(time);
    await page.goto(listedScreens.home);
    // The covers of the letters hide the stars beside them, which would look like accents.
    await expect(page.locator('.tagline')).not.toHaveCSS('filter', 'none');
    const moon = await readMoon(page);
    expect(Math.abs(moon.lit * 100 - percent), `${name}, share that is lit`).toBeLessThan(6);
    if (right === undefined) continue;
    expect(Math.abs(moon.right - right), `${name}, share of it on the right`).toBeLessThan(0.3);
  }
});

/** Counts the lit pixels of the moon: their share of the disc, and the share of them that is on the right. */
async function readMoon(page: Page): Promise<{ lit: number; right: number }> {
  const pen = await drawPicture(page, await page.locator('.moon > circle').screenshot());
  const colours = await Promise.all(
    ['.moon-lit > path', '.moon > circle'].map((part) =>
      page.locator(part).evaluate((element) => getComputedStyle(element).fill),
    ),
  );
  return await pen.evaluate((pen, [bright = '', dark = '']) => {
    const { width, height } = pen.canvas;
    const { data } = pen.getImageData(0, 0, width, height);
    const [brightPixel, darkPixel] = [bright, dark].map((colour) => {
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      return pen.getImageData(0, 0, 1, 1).data;
    });
    const distance = (index: number, to: Uint8ClampedArray = data) =>
      Math.hypot(...[0, 1, 2].map((part) => (data[4 * index + part] ?? 0) - (to[part] ?? 0)));
    // The edge is left out, because its pixels mix the disc and the sky.
    const disc = Array.from({ length: width * height }, (_, index) => ({
      x: (index % width) + 0.5 - width / 2,
      y: Math.floor(index / width) + 0.5 - height / 2,
      // Of the sun, all: both colours are the same.
      isLit: distance(index, brightPixel) <= distance(index, darkPixel),
    })).filter(({ x, y }) => Math.hypot(x, y) < width / 2 - 2);
    const lit = disc.filter(({ isLit }) => isLit);
    const right = lit.filter(({ x }) => x > 0);
    return { lit: lit.length / disc.length, right: right.length / Math.max(1, lit.length) };
  }, colours);
}

test('straight and curly apostrophes look the same in the display font', async ({ page }) => {
  await page.goto(INVITE_PATH);
  const pictures = await page.evaluate(async () => {
    const font = '800 64px "Bricolage Grotesque"';
    await document.fonts.load(font);
    return ["You're", 'You’re', 'You-re'].map((text) => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (!context) throw new Error('There is no canvas.');
      context.font = font;
      context.fillText(text, 0, 100);
      return canvas.toDataURL();
    });
  });
  const [straight, curly, other] = pictures;
  expect(straight === curly).toBe(true);
  expect(straight === other, 'pictures of different texts are equal').toBe(false);
});

test('the drawn friend on the roof waves when the page opens', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto((await newInviter(site)).link);
  await expect(page.locator('.rooftop-wave')).toBeInViewport();
  const moves = (path: Element) => path.getAnimations().length > 0;
  expect(await page.locator('.rooftop-wave').evaluate(moves)).toBe(true);
});

test('in forced-colors mode, shapes that otherwise have only a fill are seen, and letters have no cover', async ({
  page,
  site,
  watch,
}) => {
  watch.allowComplaint(/status of 404/);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.clock.setFixedTime(FIRST_NIGHT);
  await page.goto(listedScreens.home);
  await expect(page.locator('.tagline')).toHaveCSS('filter', 'none');
  await expect(page.getByRole('heading').first()).toHaveCSS('text-shadow', 'none');
  const { field, toasts } = waitlistOf(page);
  await field.fill('ada');
  await field.press('Enter');
  await expect(page.locator('.pill')).toHaveCSS('border-style', 'dashed');
  const sun = await toasts.evaluate((toast) => getComputedStyle(toast, '::before').background);
  expect(sun).toContain('radial-gradient');
  const expectBorder = async (shape: string) =>
    await expect(page.locator(shape)).toHaveCSS('border-bottom-style', 'solid');
  await page.goto((await newInviter(site)).link);
  await expect(inviteOf(page).get).toBeVisible();
  await expectBorder('.portrait');
  await expectBorder('.message');
  await page.goto(inviteLink('nobody'));
  await expectBorder('.sunk');
  await page.evaluate(() =>
    localStorage.setItem('invite_views_unknown', JSON.stringify(Array(10).fill(Date.now()))),
  );
  await page.goto(INVITE_PATH);
  await expectBorder('.breath');
});
