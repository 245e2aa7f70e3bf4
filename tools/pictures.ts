/**
 * `npm run pictures`: draws the icons and link previews in `web/public` and the README's pictures again, with the browser
 * of the tests. Clocks, demo data and port are fixed, so that a picture is the same until its screen changes.
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { createServer } from 'vite';
import { findChromium } from '../browser-tests/find-chromium.ts';
import { addDemo } from '../commands/seed.ts';
import { PREVIEW_SIZE } from '../contract/link-previews.ts';
import { ANALYTICS_PATH, INVITE_PATH, inviteLink, listedScreens } from '../contract/screens.ts';
import { signIn } from '../testing/signed-in.ts';
import { createTestApp } from '../testing/test-app.ts';
import { dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { importPrerender, renderFromSource } from './page-sources.ts';

const ROOT = `${import.meta.dirname}/..`;
const PUBLIC = `${ROOT}/web/public`;
/** From 0 to 100. Below this value the skies show bands. */
const JPEG_QUALITY = 93;
const WEBP_QUALITY = 88;
/** A page is drawn when it has not changed for this time. */
const STILL_MS = 500;
/** The address is in the QR codes of invites. */
const ORIGIN = 'http://127.0.0.1:3456';
const ADMIN = '+15550001111';
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

/** What each picture shows, by its name: the path, the hour of the visitor's clock, the size. */
const INVITE = inviteLink('demo-maya');
const pictures: Readonly<Record<string, [string, number, typeof DESKTOP]>> = {
  home: [listedScreens.home, 18, DESKTOP],
  'home-morning': [listedScreens.home, 8, PHONE],
  'home-evening': [listedScreens.home, 18, PHONE],
  'home-night': [listedScreens.home, 1, PHONE],
  invite: [INVITE, 8, DESKTOP],
  'invite-friend': [INVITE, 18, PHONE],
  'invite-event': [`${INVITE_PATH}?plan=1`, 12, PHONE],
  'invite-plain': [INVITE_PATH, 20, PHONE],
  analytics: [ANALYTICS_PATH, 12, DESKTOP],
  sponti: [listedScreens.sponti, 12, { width: 1440, height: 1340 }],
  popups: [listedScreens.popups, 20, { width: 1440, height: 1260 }],
  privacy: [listedScreens.privacy, 8, DESKTOP],
  'not-found': ['/no-such-page', 1, DESKTOP],
};
/** On this day the moon is a waxing crescent. */
const timeAt = (hour: number) => Date.UTC(2026, 5, 19, hour);

const options = await findChromium();
// Drawing only what has changed rounds colours differently from run to run.
const args = [...(options.args ?? []), '--disable-partial-raster'];
const browser = await chromium.launch({ ...options, args });
await drawPreviews(await browser.newPage({ viewport: PREVIEW_SIZE, reducedMotion: 'reduce' }));
execFileSync(process.execPath, [`${ROOT}/tools/prepare.mjs`], {
  stdio: 'inherit',
  // Vite's server has set it to another value in this process.
  env: { ...process.env, NODE_ENV: 'production' },
});
await photographSite(browser);
await browser.close();

/** Draws the picture of each page that has a drawing for it. */
async function drawPreviews(page: Page): Promise<void> {
  const vite = await createServer({
    configFile: `${ROOT}/web/vite.config.ts`,
    cacheDir: 'node_modules/.vite/pictures',
    server: { host: '127.0.0.1', port: 0, hmr: false },
  });
  await vite.listen();
  const origin = vite.resolvedUrls?.local[0] ?? '';
  const { pages } = await importPrerender(vite);
  let body = '';
  // The page has Vite's address, so that its style sheets can load the font.
  await page.route(origin, (route) => route.fulfill({ body, contentType: 'text/html' }));
  for (const { title, description, preview } of Object.values(pages)) {
    if (!preview?.drawing) continue;
    body = await renderFromSource(vite, { title, description, ...preview.drawing });
    await page.goto(origin, { waitUntil: 'networkidle' });
    const isJpeg = preview.picture.endsWith('.jpg');
    const path = `${PUBLIC}${preview.picture}`;
    await page.screenshot(isJpeg ? { path, type: 'jpeg', quality: JPEG_QUALITY } : { path });
  }
  await drawIcons(page);
  await vite.close();
}

/** Draws the sun on the horizon at dusk, in the colours of the preview that the page shows. */
async function drawIcons(page: Page): Promise<void> {
  const [dusk, night] = await page.evaluate<string[][]>(`['dusk', 'nightfall'].map((sky) => {
    document.documentElement.dataset.sky = sky;
    const style = getComputedStyle(document.documentElement);
    return ['sky-high', 'sky-mid', 'sky-low', 'orb', 'city'].map((name) => style.getPropertyValue('--' + name));
  })`);
  const [high, , low, sun, ground] = dusk ?? [];
  const [, darkSky, , moon, darkGround] = night ?? [];
  const sky = `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient>`;
  const style = `<style>.sky{fill:url(#sky)}.sun{fill:${sun}}.ground{fill:${ground}}@media (prefers-color-scheme:dark){.sky{fill:${darkSky}}.sun{fill:${moon}}.ground{fill:${darkGround}}}</style>`;
  const icon = (corner: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">${style}${sky}<clipPath id="corners"><rect width="16" height="16" rx="${corner}"/></clipPath><g clip-path="url(#corners)"><path class="sky" d="M0 0h16v12H0z"/><path class="sun" d="M3.4 11A5 5 0 1 1 12.6 11z"/><path class="ground" d="M0 11h16v5H0z"/></g></svg>`;
  await writeFile(`${PUBLIC}/favicon.svg`, icon(4));
  const shoot = async (size: number, corner = 0) => {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${icon(corner)}`);
    return await page.screenshot({ omitBackground: corner > 0 });
  };
  await writeFile(`${PUBLIC}/icon-192.png`, await shoot(192));
  await writeFile(`${PUBLIC}/icon-512.png`, await shoot(512));
  await writeFile(`${PUBLIC}/apple-touch-icon.png`, await shoot(180));
  await writeFile(`${PUBLIC}/favicon.ico`, icoOf(32, await shoot(32, 4)));
}

/** An icon file with one picture, which is a PNG file of `size` pixels. */
function icoOf(size: number, png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

async function photographSite(browser: Browser): Promise<void> {
  const clock = () => timeAt(12);
  await using site = await createTestApp({ clock, https: false, origin: ORIGIN });
  await addDemo(site.storage, false, clock());
  await site.storage.admins.add(ADMIN, clock());
  const { token } = await signIn(site, ADMIN);
  const { hostname, port } = new URL(ORIGIN);
  await site.app.listen({ host: hostname, port: Number(port) });
  const context = await browser.newContext({ timezoneId: 'UTC', reducedMotion: 'reduce' });
  await context.addCookies([{ name: 'session', value: token, url: ORIGIN }]);
  for (const [name, [path, hour, size]] of Object.entries(pictures)) {
    const page = await context.newPage();
    await page.setViewportSize(size);
    await page.clock.setFixedTime(timeAt(hour));
    await page.goto(`${ORIGIN}${path}`, { waitUntil: 'networkidle' });
    if (path === ANALYTICS_PATH) await page.getByText(dashboardTexts.live.live).waitFor();
    await writeFile(`${ROOT}/docs/pictures/${name}.webp`, await photograph(page));
  }
}

/** Waits until the page does not change any more. */
async function photograph(page: Page): Promise<Buffer> {
  await page.waitForTimeout(STILL_MS);
  const options = { type: 'webp', quality: WEBP_QUALITY, animations: 'disabled' } as const;
  const picture = await page.screenshot(options);
  await page.waitForTimeout(STILL_MS);
  return picture.equals(await page.screenshot(options)) ? picture : photograph(page);
}
