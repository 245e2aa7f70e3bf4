import { expect, type Page } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { drawPicture } from './pixels.ts';
import { test } from './site.ts';

test.use({ timezoneId: 'UTC', reducedMotion: 'reduce' });

const MIDNIGHT = Date.UTC(2026, 10, 24, 0, 20);
/** If a star is nearer to a letter than this distance in CSS pixels, it looks like an accent of the letter. */
const NEAR = 4;
/**
 * The shadow of a letter covers the stars beside it. A covered star must brighten its pixel's red channel by less than
 * this; a visible star brightens the channel by 150.
 */
const MAX_BRIGHTER = 35;

test('no star is seen beside a letter of the name and the tagline, at any width', async ({
  page,
}) => {
  await page.clock.setFixedTime(MIDNIGHT);
  await page.goto(listedScreens.home);
  let near = 0;
  for (const width of [320, 360, 390, 412, 700, 768, 820, 1024, 1180, 1280, 1440, 1680, 1920]) {
    await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
    const stars = await starsBesideLetters(page);
    if (stars.length === 0) continue;
    near += stars.length;
    const withStars = await redAt(page, stars);
    await showStars(page, false);
    const without = await redAt(page, stars);
    await showStars(page, true);
    for (const [index, star] of stars.entries()) {
      const brighter = (withStars[index] ?? 0) - (without[index] ?? 0);
      expect(brighter, `a star at ${star.x}, ${star.y}, ${width} px wide`).toBeLessThan(
        MAX_BRIGHTER,
      );
    }
  }
  expect(near, 'stars beside letters').toBeGreaterThan(2);
});

interface Point {
  readonly x: number;
  readonly y: number;
}

function showStars(page: Page, isShown: boolean): Promise<void> {
  return page.locator('svg.stars').evaluate(
    (stars, visibility) => {
      (stars as SVGElement).style.visibility = visibility;
    },
    isShown ? 'visible' : 'hidden',
  );
}

/** The stars in the window that are outside of every letter, but near a letter. */
function starsBesideLetters(page: Page): Promise<Point[]> {
  return page.evaluate((near) => {
    const letters = [...document.querySelectorAll<SVGPathElement>('.logo path, .tagline path')];
    const isInLetter = (x: number, y: number) =>
      letters.some((letter) => {
        const toLetter = letter.getScreenCTM()?.inverse();
        return toLetter && letter.isPointInFill(new DOMPoint(x, y).matrixTransform(toLetter));
      });
    const sky = document.querySelector<SVGSVGElement>('svg.stars');
    const toWindow = sky?.getScreenCTM();
    if (!sky || !toWindow) throw new Error('There is no sky.');
    const stars = [...sky.querySelectorAll('path')]
      .flatMap((path) => [...(path.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)/g)])
      .map(([, x, y]) => new DOMPoint(Number(x), Number(y)).matrixTransform(toWindow))
      .filter(({ x, y }) => x > 0 && y > 0 && x < innerWidth && y < innerHeight);
    const around = Array.from({ length: 16 }, (_, step) => (step * Math.PI) / 8);
    return stars
      .filter(({ x, y }) => !isInLetter(x, y))
      .filter(({ x, y }) =>
        around.some((angle) => isInLetter(x + near * Math.cos(angle), y + near * Math.sin(angle))),
      )
      .map(({ x, y }) => ({ x: Math.floor(x), y: Math.floor(y) }));
  }, NEAR);
}

/** The red channel of these points of the window, 0 to 255. */
async function redAt(page: Page, points: readonly Point[]): Promise<number[]> {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const clip = { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 };
  const pen = await drawPicture(page, await page.screenshot({ clip }));
  return await pen.evaluate(
    (pen, points) => points.map(({ x, y }) => pen.getImageData(x, y, 1, 1).data[0] ?? 0),
    points.map((point) => ({ x: point.x - x, y: point.y - y })),
  );
}

test('in forced-colors mode the logo and the texts have no cover', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.clock.setFixedTime(MIDNIGHT);
  await page.goto(listedScreens.home);
  await expect(page.locator('.tagline')).toHaveCSS('filter', 'none');
  await expect(page.getByRole('heading').first()).toHaveCSS('text-shadow', 'none');
});
