/** Makes the README's pictures again, with the real server on a new database with demo data. */

import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Cookie } from '@playwright/test';
import { MISSING_PAGE } from '../browser-tests/missing-page.ts';
import { ANALYTICS_PATH, INVITE_PATH, inviteLink, listedScreens } from '../contract/screens.ts';
import { openStorage } from '../storage/open.ts';
import { PROGRAM, type ServerProcess, startServer } from '../testing/server-process.ts';
import { signIn } from '../testing/signed-in.ts';
import { dashboardTexts } from '../web/screens/analytics/dashboard/dashboard-texts.ts';

const FOLDER = join(import.meta.dirname, '..', 'docs', 'pictures');
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
/** From 0 to 100. */
const WEBP_QUALITY = 88;

/** A picture of one screen, at an hour of the visitor's clock. */
interface Shot {
  path: string;
  hour: number;
  size: { width: number; height: number };
}

const INVITE = inviteLink('demo-maya');
const ADMIN = '+15550001111';

/** The pictures by file name; several shots of one picture are placed side by side. */
const photographs: Readonly<Record<string, readonly Shot[]>> = {
  'home.webp': [{ path: listedScreens.home, hour: 18, size: DESKTOP }],
  'home-phone.webp': [8, 18, 1].map((hour) => ({ path: listedScreens.home, hour, size: PHONE })),
  'invite.webp': [{ path: INVITE, hour: 8, size: DESKTOP }],
  'invite-phone.webp': [
    { path: INVITE, hour: 18, size: PHONE },
    { path: `${INVITE_PATH}?plan=1`, hour: 12, size: PHONE },
    { path: INVITE_PATH, hour: 20, size: PHONE },
  ],
  'analytics.webp': [{ path: ANALYTICS_PATH, hour: 12, size: DESKTOP }],
  'sponti.webp': [{ path: listedScreens.sponti, hour: 12, size: { width: 1440, height: 1340 } }],
  'popups.webp': [{ path: listedScreens.popups, hour: 20, size: { width: 1440, height: 1260 } }],
  'privacy.webp': [{ path: listedScreens.privacy, hour: 8, size: DESKTOP }],
  'not-found.webp': [{ path: MISSING_PAGE, hour: 1, size: DESKTOP }],
};

export async function photographSite(browser: Browser): Promise<void> {
  const server = await startServer();
  const session = await prepareDemo(server);
  await mkdir(FOLDER, { recursive: true });
  for (const [name, shots] of Object.entries(photographs)) {
    const taken: Buffer[] = [];
    for (const shot of shots) taken.push(await photograph(browser, server.url, session, shot));
    await writeFile(join(FOLDER, name), await mount(browser, shots, taken));
  }
  await server.stop();
}

/** @returns the cookie of an admin */
async function prepareDemo({
  url,
  databaseUrl,
}: ServerProcess): Promise<Pick<Cookie, 'name' | 'value'> & { url: string }> {
  await promisify(execFile)(PROGRAM, ['seed'], {
    env: { DATABASE_URL: databaseUrl },
  });
  const storage = await openStorage(databaseUrl, 'command');
  await storage.admins.add(ADMIN, Date.now());
  const { headers } = await signIn({ storage, clock: Date.now, https: false }, ADMIN);
  await storage.close();
  const [name = '', value = ''] = headers.cookie.split('=');
  return { name, value, url };
}

/** @returns a PNG file */
async function photograph(
  browser: Browser,
  url: string,
  session: Awaited<ReturnType<typeof prepareDemo>>,
  { path, hour, size }: Shot,
) {
  const page = await browser.newPage({
    viewport: size,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  await page.context().addCookies([session]);
  // On this day the moon is a waxing crescent.
  await page.clock.setFixedTime(Date.UTC(2026, 5, 19, hour));
  if (path === ANALYTICS_PATH) {
    // Not 'networkidle', because the live stream of this page never ends.
    await page.goto(`${url}${path}`);
    await page.getByRole('table', { name: dashboardTexts.table.title }).waitFor();
    await page.locator('.pending').first().waitFor({ state: 'detached' });
    await page.getByText(dashboardTexts.live.live).waitFor();
  } else {
    await page.goto(`${url}${path}`, { waitUntil: 'networkidle' });
  }
  const picture = await page.screenshot();
  await page.close();
  return picture;
}

/** Places pictures side by side, with round corners and a transparent background. @returns a WebP file */
async function mount(browser: Browser, shots: readonly Shot[], pictures: readonly Buffer[]) {
  const gap = 24;
  const width = shots.reduce((sum, { size }) => sum + size.width + gap, -gap);
  const height = Math.max(...shots.map(({ size }) => size.height));
  const page = await browser.newPage({ viewport: { width, height } });
  const images = pictures.map(
    (picture) => `<img src="data:image/png;base64,${picture.toString('base64')}">`,
  );
  await page.setContent(
    `<style>body{display:flex;gap:${gap}px;margin:0}img{border-radius:16px}</style>${images.join('')}`,
  );
  const mounted = await page.screenshot({
    type: 'webp',
    quality: WEBP_QUALITY,
    omitBackground: true,
  });
  await page.close();
  return mounted;
}
