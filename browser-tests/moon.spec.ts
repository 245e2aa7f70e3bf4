import { expect, type Page } from '@playwright/test';
import { DAY_MS, HOUR_MS } from '../contract/durations.ts';
import { listedScreens } from '../contract/screens.ts';
import { drawPicture } from './pixels.ts';
import { test } from './site.ts';

test.use({ timezoneId: 'UTC', viewport: { width: 768, height: 480 }, reducedMotion: 'reduce' });

/** The night of a new moon. At 01:00 and at noon the whole disc is above the logo's baseline. */
const FIRST_NIGHT = Date.UTC(2026, 10, 9, 1);
const HOURS_TO_NOON = 11;
const FULL_MOON_DAY = 15;

interface Moon {
  /** The share of the disc that is lit. */
  readonly lit: number;
  /** The share of the lit part that is on the right, 0 to 1. */
  readonly right: number;
}

test('the logo shows the moon of each of 30 nights', async ({ page }) => {
  const moons: Moon[] = [];
  for (let day = 0; day < 30; day += 1) moons.push(await moonOf(page, FIRST_NIGHT + day * DAY_MS));
  const lit = moons.map((moon) => Math.round(moon.lit * 100));
  const percentages = `lit in percent: ${lit}`;
  for (const [day, share] of lit.entries()) {
    const grows = day > 0 && day <= FULL_MOON_DAY;
    const before = lit[day - 1] ?? share;
    expect(
      grows ? share - before : before - share,
      `day ${day}, ${percentages}`,
    ).toBeGreaterThanOrEqual(-1);
    // Near the new and the full moon, the left and the right half are alike.
    if (share > 5 && share < 95) {
      const right = moons[day]?.right ?? 0;
      expect(grows ? right : 1 - right, `day ${day}, the lit side, ${percentages}`).toBeGreaterThan(
        0.52,
      );
    }
  }
  // New moon on 9 November, first quarter on the 17th, full on the 24th, last quarter on 1 December, new on the 9th.
  expect(lit[0], percentages).toBeLessThan(3);
  expect(Math.abs((lit[8] ?? 0) - 50), percentages).toBeLessThan(6);
  expect(lit[FULL_MOON_DAY], percentages).toBeGreaterThan(97);
  expect(Math.abs((lit[22] ?? 0) - 50), percentages).toBeLessThan(6);
  expect(lit[29], percentages).toBeLessThan(5);
});

test('at noon the sun is a full disc, at each phase of the moon', async ({ page }) => {
  for (const day of [0, 4, 12, 15, 26]) {
    const noon = FIRST_NIGHT + day * DAY_MS + HOURS_TO_NOON * HOUR_MS;
    const { lit } = await moonOf(page, noon);
    expect(lit, `day ${day}`).toBeGreaterThan(0.97);
  }
});

/** Opens the home page at this time, and counts the bright pixels of the moon. */
async function moonOf(page: Page, time: number): Promise<Moon> {
  await page.clock.setFixedTime(time);
  await page.goto(listedScreens.home);
  const pen = await drawPicture(page, await page.locator('.moon > circle').screenshot());
  return await pen.evaluate((pen) => {
    const { width, height } = pen.canvas;
    const { data } = pen.getImageData(0, 0, width, height);
    // The edge is left out, because its pixels mix the disc and the sky.
    const disc = Array.from({ length: width * height }, (_, index) => ({
      x: (index % width) + 0.5 - width / 2,
      y: Math.floor(index / width) + 0.5 - height / 2,
      // The red channel, which is high for the moon and the sun, and low for the night.
      isLit: (data[4 * index] ?? 0) > 160,
    })).filter(({ x, y }) => Math.hypot(x, y) < width / 2 - 2);
    const lit = disc.filter(({ isLit }) => isLit);
    const right = lit.filter(({ x }) => x > 0);
    return { lit: lit.length / disc.length, right: right.length / Math.max(1, lit.length) };
  });
}
