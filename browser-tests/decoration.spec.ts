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
  const read = async (time: number) => {
    await page.clock.setFixedTime(time);
    await page.goto(listedScreens.home);
    // The covers of the letters hide the stars beside them, which would look like accents.
    await expect(page.locator('.tagline')).not.toHaveCSS('filter', 'none');
    return await readHalves(page);
  };
  const [dark] = await read(FIRST_NIGHT);
  const [bright] = await read(FIRST_NIGHT + 15 * DAY_MS);
  expect(bright - dark, 'from the new moon to the full moon').toBeGreaterThan(30);
  const isLit = (half: number) => half > (dark + bright) / 2;
  for (const [name, days, expected] of [
    ['the new moon', 0, [false, false]],
    ['the first quarter', 8, [false, true]],
    ['the full moon', 15, [true, true]],
    ['the last quarter', 22, [true, false]],
  ] as const) {
    expect((await read(FIRST_NIGHT + days * DAY_MS)).map(isLit), name).toEqual(expected);
  }
  const [left, right] = await read(FIRST_NIGHT + 4 * DAY_MS + 11 * HOUR_MS);
  expect(Math.abs(left - right), 'the halves of the sun').toBeLessThan(3);
});

/** The mean brightness of the left and of the right half of the logo's moon, from 0 to 255. */
async function readHalves(page: Page): Promise<[left: number, right: number]> {
  const pen = await drawPicture(page, await page.locator('.moon > circle').screenshot());
  return await pen.evaluate((pen) => {
    const half = pen.canvas.width / 2;
    const mean = (x: number) => {
      const { data } = pen.getImageData(x, 0, half, pen.canvas.height);
      return data.reduce((sum, part) => sum + part, 0) / data.length;
    };
    return [mean(0), mean(half)];
  });
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
  await page.goto(inviteLink('unknown'));
  await expectBorder('.sunk');
  await page.evaluate(() =>
    localStorage.setItem('invite_views_unknown', JSON.stringify(Array(10).fill(Date.now()))),
  );
  await page.goto(INVITE_PATH);
  await expectBorder('.breath');
});
