import { expect, type Page } from '@playwright/test';
import { ANALYTICS_PATH, INVITE_PATH, listedScreens } from '../contract/screens.ts';
import { DESKTOP_AGENT, inviteOf, newInviter } from './invites.ts';
import { MISSING_PAGE } from './missing-page.ts';
import { drawPicture } from './pixels.ts';
import { type Site, test } from './site.ts';

/** The width and height of A4 in CSS pixels. */
test.use({ viewport: { width: 794, height: 1123 }, timezoneId: 'UTC', userAgent: DESKTOP_AGENT });
test.beforeEach(({ watch }) => watch.allowComplaint(/status of 404/));

const friendsLink = async (site: Site) => (await newInviter(site)).link;
const pages: Record<string, (site: Site) => string | Promise<string>> = {
  ...Object.fromEntries(Object.values(listedScreens).map((path) => [path, () => path])),
  'a friend’s link': friendsLink,
  'an invite to an event': () => `${INVITE_PATH}?plan=p`,
  'an invite without an inviter': () => INVITE_PATH,
  'a missing page': () => MISSING_PAGE,
};

for (const [name, pathOf] of Object.entries(pages)) {
  test(`${name} prints dark text on light paper at night`, async ({ page, site }) => {
    await page.clock.setFixedTime(new Date(Date.UTC(2026, 5, 14, 23)));
    await page.goto(await pathOf(site), { waitUntil: 'networkidle' });
    await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
    expect(await findPaleText(page)).toEqual([]);
    // The Sponti page has a mean darkness of 0.2, because of its drawn map.
    expect(await shareOfInk(page)).toBeLessThan(0.22);
  });
}

test('on paper an invite shows its QR code, and the app’s address beside the link to the app', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(INVITE_PATH);
  await expect(inviteOf(page).qrCode).toBeVisible();
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  await expect(inviteOf(page).qrCode).toBeVisible();
  await expect(
    page.locator('.button-quiet:visible'),
    'links whose address is not printed',
  ).toHaveCount(0);
  // Found by its class, because on paper the accessible name of the link also contains the address.
  const download = page.locator('.button:visible').first();
  const address = await download.evaluate((link) => getComputedStyle(link, '::after').content);
  expect(address).toContain((await download.getAttribute('href')) ?? 'no address');
});

test('a friend’s message and the dashboard have a light background on paper, also if backgrounds are printed', async ({
  page,
  site,
}) => {
  await page.clock.setFixedTime(new Date(Date.UTC(2026, 5, 14, 23)));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto(await friendsLink(site));
  await expect(page.locator('.message')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.goto(ANALYTICS_PATH);
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

/** Finds visible text whose contrast with white is less than 7:1. */
function findPaleText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('There is no canvas.');
    const contrast = (colour: string) => {
      canvas.fillStyle = 'white';
      canvas.fillRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(
        (part) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        },
      );
      return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const pale: string[] = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (!text.nodeValue?.trim() || !parent?.checkVisibility()) continue;
      const { color, fill } = getComputedStyle(parent);
      const shown = parent instanceof SVGElement ? fill : color;
      if (contrast(shown) < 7) pale.push(`${text.nodeValue.trim()}: ${shown}`);
    }
    return pale;
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
