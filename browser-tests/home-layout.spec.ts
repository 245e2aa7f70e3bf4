import { expect, type Locator } from '@playwright/test';
import { brand } from '../brand.ts';
import { calls } from '../contract/calls.ts';
import { listedScreens } from '../contract/screens.ts';
import { joinButton } from '../web/design/waitlist-texts.ts';
import { nextLayout } from './find-faults.ts';
import { newInviter } from './invites.ts';
import { fontsOf } from './layout-shifts.ts';
import { test } from './site.ts';
import { hold, newEmail, waitlistOf } from './waitlist.ts';

/** How many letters of a tagline fit into one line. */
const TAGLINE_LETTERS = 25;
const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 414, height: 800 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

test('the field has room for its placeholder and an address, and the button keeps its width and shows success by its colour', async ({
  page,
}) => {
  const { field, button } = waitlistOf(page);
  const answer = await hold(page, `**${calls.joinWaitlist.path}`);
  await page.goto(listedScreens.home);
  await fontsOf(page);
  const buttonWidths = async () => {
    const widths: number[] = [];
    for (const size of sizes) {
      await page.setViewportSize(size);
      await page.evaluate(nextLayout);
      widths.push((await button.boundingBox())?.width ?? Number.NaN);
      if ((await button.textContent()) !== joinButton.idle) continue;
      const { inside, texts } = await roomOf(field);
      expect(Math.max(...texts), `room at ${size.width} px`).toBeLessThan(inside);
    }
    return widths;
  };
  const idle = await buttonWidths();
  await field.fill(newEmail());
  await button.click();
  await expect(button).toHaveText(joinButton.submitting);
  expect(await buttonWidths()).toEqual(idle);
  const waiting = await colourOf(button);
  answer();
  await expect(button).toHaveText(joinButton.joined);
  expect(await buttonWidths()).toEqual(idle);
  await expect.poll(() => colourOf(button)).not.toBe(waiting);
});

function roomOf(field: Locator): Promise<{ inside: number; texts: number[] }> {
  return field.evaluate((input: HTMLInputElement) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(input);
    const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!pen) throw new Error('The browser cannot measure text.');
    pen.font = font;
    const inside = input.clientWidth - Number.parseFloat(paddingLeft);
    return {
      inside: inside - Number.parseFloat(paddingRight),
      texts: [input.placeholder, 'ada@example.org'].map((text) => pen.measureText(text).width),
    };
  });
}

function colourOf(element: Locator): Promise<string> {
  return element.evaluate((button) => getComputedStyle(button).backgroundColor);
}

test('a phone’s first screen shows what the product is and how to join; on larger screens the tagline is one line', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 454 });
  await page.goto(listedScreens.home);
  await expect(page.locator('.pill')).toBeInViewport({ ratio: 1 });
  await page.goto(`${listedScreens.home}?ref=${(await newInviter(site)).id}`);
  await expect(page.locator('.pill')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(listedScreens.home);
  await fontsOf(page);
  const tagline = page.locator('.tagline', { hasText: brand.tagline });
  for (const part of [
    page.getByRole('heading', { level: 1, name: brand.product }),
    tagline,
    page.getByText(brand.about),
    page.locator('.pill'),
    page.getByText('You must be 18 or older.'),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeInViewport({ ratio: 0.2 });
  for (const size of sizes.filter(({ width }) => width >= 768)) {
    await page.setViewportSize(size);
    await page.evaluate(nextLayout);
    const lines = await tagline.evaluate((element) => {
      const { height } = element.getBoundingClientRect();
      return height / Number.parseFloat(getComputedStyle(element).fontSize);
    });
    expect(lines, `height of the tagline in lines at ${size.width} px`).toBeLessThan(
      1.6 * Math.ceil(brand.tagline.length / TAGLINE_LETTERS),
    );
  }
});
