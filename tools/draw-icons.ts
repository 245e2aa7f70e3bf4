/** Draws the icons of `web/public` again, in Chromium, so that their edges are smoothed as in pages. */
import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { GROUND_PATH, SKY_PATH, SUN_PATH } from '../web/design/sun-icon-paths.ts';

const paths = `<path class="sky" d="${SKY_PATH}"/><path class="sun" d="${SUN_PATH}"/><path class="ground" d="${GROUND_PATH}"/>`;
const dusk = '.sky{fill:url(#sky)}.sun{fill:#ff4a1c}.ground{fill:#3b0f3d}';
const night = '.sky{fill:#3a2a8a}.sun{fill:#f6e2b0}.ground{fill:#120c26}';
const gradient =
  '<linearGradient id="sky" x2="0" y2="1"><stop stop-color="#f2839f"/><stop offset="1" stop-color="#ffd08a"/></linearGradient>';

function drawing(style: string, mask = ''): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><style>${style}</style>${gradient}${mask}<g clip-path="url(#corners)">${paths}</g></svg>`;
}

const corners = '<clipPath id="corners"><rect width="16" height="16" rx="4"/></clipPath>';
/** For a tab: dusk, or night if the system is in dark mode. */
const forTab = drawing(`${dusk}@media (prefers-color-scheme:dark){${night}}`, corners);
/** For a home screen, which rounds the corners itself. */
const forHomeScreen = drawing(dusk, corners.replace(' rx="4"', ''));

export async function drawIcons(browser: Browser): Promise<void> {
  const page = await browser.newPage();
  const inPublic = (name: string) => new URL(`../web/public/${name}`, import.meta.url);
  const inTab = [await draw(page, forTab, 16), await draw(page, forTab, 32)];
  await writeFile(inPublic('favicon.svg'), forTab);
  await writeFile(inPublic('favicon.ico'), toIco(inTab));
  await writeFile(inPublic('apple-touch-icon.png'), await draw(page, forHomeScreen, 180));
  await writeFile(inPublic('icon-192.png'), await draw(page, forHomeScreen, 192));
  await writeFile(inPublic('icon-512.png'), await draw(page, forHomeScreen, 512));
  await page.close();
}

async function draw(page: Page, svg: string, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

/** An .ico file is a list of sizes and offsets, followed by the PNG files. */
function toIco(images: readonly Buffer[]): Buffer {
  const HEADER_BYTES = 6;
  const ENTRY_BYTES = 16;
  const header = Buffer.alloc(HEADER_BYTES + ENTRY_BYTES * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let place = header.length;
  images.forEach((image, index) => {
    const entry = HEADER_BYTES + ENTRY_BYTES * index;
    // A PNG file has its width at byte 16 and its height at byte 20.
    header.writeUInt8(image.readUInt32BE(16), entry);
    header.writeUInt8(image.readUInt32BE(20), entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(image.length, entry + 8);
    header.writeUInt32LE(place, entry + 12);
    place += image.length;
  });
  return Buffer.concat([header, ...images]);
}
