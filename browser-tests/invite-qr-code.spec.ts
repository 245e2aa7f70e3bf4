import { expect, type Locator, type Page } from '@playwright/test';
import decodeQr from 'qr/decode.js';
import { brand } from '../brand.ts';
import { INVITE_PATH, inviteLink } from '../contract/screens.ts';
import { nextLayout } from './find-faults.ts';
import { DESKTOP_AGENT, inviteOf, newInviter } from './invites.ts';
import { drawPicture } from './pixels.ts';
import { test } from './site.ts';

const DESK = { width: 1440, height: 900 };
const CODE = /\/assets\/qr-code-/;
const FRIENDS_LINK = 'a friend’s link';

test.use({ userAgent: DESKTOP_AGENT, viewport: DESK });

test('the QR code contains the link of the invite alone, and is dark on light in each colour scheme', async ({
  page,
  site,
}) => {
  await newInviter(site, { id: 'mia-who-invites' });
  const { qrCode } = inviteOf(page);
  for (const query of ['?ref=mia-who-invites', '?plan=p&ref=“ö”', '', '?token=t#there']) {
    await page.goto(`${INVITE_PATH}${query}`);
    await expect(qrCode).toBeVisible();
    await expect(page.getByRole('figure')).toContainText('your phone');
    const link = page.url().replace(/#.*/, '');
    expect(await read(qrCode), query).toBe(link);
    const added = 'utm_source=instagram&utm_medium=social&fbclid=IwZXh0bgNhZW0CMTAAYnJpZBExMnR5';
    await page.goto(`${INVITE_PATH}${query.replace(/#.*/, '').replace(/^$/, '?')}&${added}`);
    expect(await read(qrCode), query).toBe(link);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await read(qrCode), 'in dark mode').toBe(
    `${new URL(INVITE_PATH, page.url()).href}?token=t`,
  );
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
  expect(await read(qrCode), 'in forced-colors mode').toBe(
    `${new URL(INVITE_PATH, page.url()).href}?token=t`,
  );
});

for (const path of [INVITE_PATH, `${INVITE_PATH}?plan=p`, FRIENDS_LINK]) {
  test(`the QR code is loaded and shown only in a window that is large enough, and covers nothing: ${path}`, async ({
    page,
    site,
  }) => {
    const link = path === FRIENDS_LINK ? (await newInviter(site)).link : path;
    const asked = countCodes(page);
    const { qrCode } = inviteOf(page);
    await page.setViewportSize({ width: 1023, height: 900 });
    await page.goto(link, { waitUntil: 'networkidle' });
    expect(asked()).toBe(0);
    await expect(qrCode).toBeHidden();
    await page.setViewportSize({ width: 1024, height: 900 });
    await expect(qrCode).toBeVisible();
    await page.setViewportSize({ width: 800, height: 900 });
    await expect(qrCode).toBeHidden();
    await page.setViewportSize(DESK);
    await expect(qrCode).toBeVisible();
    expect(asked()).toBe(1);
    for (const [width, height] of [
      [1024, 640],
      [1280, 720],
      [1440, 900],
      [1920, 1080],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const size of ['100%', '125%', '150%', '200%', '300%']) {
        await page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize;
        }, size);
        await page.evaluate(nextLayout);
        expect(await page.evaluate(findCovered), `${width} px at ${size}`).toEqual([]);
      }
    }
  });
}

test('on paper an invite shows its QR code, and the app’s address beside the link to the app', async ({
  page,
}) => {
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

/** The links and lines of text that the billboard overlaps. */
function findCovered(): (string | null)[] {
  const board = document.querySelector('figure')?.getBoundingClientRect();
  if (!board?.width) return [];
  const covered = [...document.querySelectorAll('.invite-open *')]
    .flatMap(({ childNodes }): Node[] => [...childNodes])
    .filter((part) => {
      if (part.nodeName !== 'A' && part.nodeName !== '#text') return false;
      const boxes = document.createRange();
      boxes.selectNode(part);
      return [...boxes.getClientRects()].some(
        ({ left, right, top, bottom }) =>
          left < board.right && right > board.left && top < board.bottom && bottom > board.top,
      );
    });
  return covered.map(({ textContent }) => textContent);
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true });

  test('no QR code is loaded, even if the screen is large', async ({ page, site }) => {
    const { link } = await newInviter(site);
    const asked = countCodes(page);
    for (const path of [link, INVITE_PATH]) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(inviteOf(page).qrCode).toBeHidden();
    }
    expect(asked()).toBe(0);
  });
});

test('an invalid link shows no QR code, and neither does a page that was opened too often', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/status of 404/);
  const { oops, limited, qrCode } = inviteOf(page);
  await page.goto(inviteLink('unknown'), { waitUntil: 'networkidle' });
  await expect(oops).toBeVisible();
  await expect(qrCode).toBeHidden();
  await page.evaluate(() =>
    localStorage.setItem('invite_views_unknown', JSON.stringify(Array(10).fill(Date.now()))),
  );
  const asked = countCodes(page);
  await page.goto(INVITE_PATH, { waitUntil: 'networkidle' });
  await expect(limited).toBeVisible();
  await expect(qrCode).toBeHidden();
  expect(asked()).toBe(0);
});

test('a page whose address is too long for a QR code shows no QR code', async ({ page }) => {
  const asked = page.waitForRequest(CODE);
  await page.goto(`${INVITE_PATH}?token=${'x'.repeat(3_000)}`);
  await (await asked).response();
  await page.waitForLoadState('networkidle');
  await expect(inviteOf(page).qrCode).toBeHidden();
  await expect(page.getByRole('heading', { name: `Join ${brand.product}` })).toBeVisible();
});

function countCodes(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (CODE.test(request.url())) count += 1;
  });
  return () => count;
}

/** Reads the code as a camera does: from a screenshot, with the code's quiet zone. */
async function read(code: Locator): Promise<string> {
  const pen = await drawPicture(code.page(), await code.screenshot());
  const { width, height, reds } = await pen.evaluate((pen) => {
    const { width, height } = pen.canvas;
    const { data } = pen.getImageData(0, 0, width, height);
    const reds = data.filter((_, index) => index % 4 === 0);
    return { width, height, reds: Array.from(reds, (red) => String.fromCharCode(red)).join('') };
  });
  const data = Uint8ClampedArray.from({ length: 4 * reds.length }, (_, index) =>
    index % 4 === 3 ? 255 : reds.charCodeAt(index / 4),
  );
  return decodeQr({ width, height, data });
}
