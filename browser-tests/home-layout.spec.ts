import { expect, type Locator } from '@playwright/test';
import { brand } from '../brand.ts';
import { calls } from '../contract/calls.ts';
import { listedScreens } from '../contract/screens.ts';
import { joinButton } from '../web/design/waitlist-texts.ts';
import { fontsOf } from './layout-shifts.ts';
import { test } from './site.ts';
import { hold, newEmail, waitlistOf } from './waitlist.ts';

const sizes = [
  { width: 320, height: 640 },
  { width: 360, height: 740 },
  { width: 414, height: 800 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

for (const viewport of sizes) {
  test.describe(`on a screen of ${viewport.width} px`, () => {
    test.use({ viewport });

    test('the field has room for its placeholder, and for an address', async ({ page }) => {
      const { field } = waitlistOf(page);
      await page.goto(listedScreens.home);
      const room = await field.evaluate((input: HTMLInputElement) => {
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
      expect(Math.max(...room.texts)).toBeLessThan(room.inside);
    });

    test('the button keeps its width, and shows success by its colour', async ({ page }) => {
      const { field, button } = waitlistOf(page);
      const answer = await hold(page, `**${calls.joinWaitlist.path}`);
      await page.goto(listedScreens.home);
      await fontsOf(page);
      const idle = await widthOf(button);
      await field.fill(newEmail());
      await button.click();
      await expect(button).toHaveText(joinButton.submitting);
      expect(await widthOf(button)).toBe(idle);
      const waiting = await colourOf(button);
      answer();
      await expect(button).toHaveText(joinButton.joined);
      expect(await widthOf(button)).toBe(idle);
      await expect.poll(() => colourOf(button)).not.toBe(waiting);
    });
  });
}

test('the first screen of a phone shows what the product is, how to join, and that more follows', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(listedScreens.home);
  for (const part of [
    page.getByRole('heading', { level: 1, name: brand.product }),
    page.locator('.tagline', { hasText: brand.tagline }),
    page.getByText('The app for spontaneous plans with friends.'),
    page.locator('.pill'),
    page.getByText('You must be 18 or older.'),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeInViewport({ ratio: 0.2 });
});

test('on a tablet the name, the tagline and the form are equally wide', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(listedScreens.home);
  const widths = await Promise.all(
    ['.hero-logo', '.pill', '.tagline svg:last-child'].map((part) =>
      page.locator(part).evaluate((element) => element.getBoundingClientRect().right),
    ),
  );
  expect(Math.max(...widths) - Math.min(...widths), `right edges: ${widths}`).toBeLessThan(4);
});

for (const viewport of sizes.filter(({ width }) => width >= 768)) {
  test(`the tagline is one line at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.goto(listedScreens.home);
    await fontsOf(page);
    const tagline = page.locator('.tagline', { hasText: brand.tagline });
    const lines = await tagline.evaluate((element) => {
      const { height } = element.getBoundingClientRect();
      return height / Number.parseFloat(getComputedStyle(element).fontSize);
    });
    expect(lines, 'height of the tagline divided by its font size').toBeLessThan(1.6);
  });
}

test('a refused address is marked in forced-colors mode', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const { field } = waitlistOf(page);
  await page.goto(listedScreens.home);
  await field.fill('ada');
  await field.press('Enter');
  await expect(page.locator('.pill')).toHaveCSS('border-style', 'dashed');
});

async function widthOf(element: Locator): Promise<number | undefined> {
  return (await element.boundingBox())?.width;
}

function colourOf(element: Locator): Promise<string> {
  return element.evaluate((button) => getComputedStyle(button).backgroundColor);
}
