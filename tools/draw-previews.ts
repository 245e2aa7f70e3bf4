/** Draws the link previews of our pages again, each from its page's `preview.drawing`, or from the page itself. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { createServer } from 'vite';
import { PREVIEW_SIZE } from '../contract/link-previews.ts';
import { importPrerender, renderFromSource } from './page-sources.ts';

const root = join(import.meta.dirname, '..');
/** From 0 to 100. Below this value the skies show bands. */
const JPEG_QUALITY = 93;

export async function drawPreviews(browser: Browser): Promise<void> {
  const vite = await createServer({
    configFile: join(root, 'web/vite.config.ts'),
    cacheDir: 'node_modules/.vite/pictures',
    server: { host: '127.0.0.1', port: 0, hmr: false },
  });
  await vite.listen();
  const origin = vite.resolvedUrls?.local[0] ?? '';
  const page = await browser.newPage({ viewport: PREVIEW_SIZE, reducedMotion: 'reduce' });
  const { pages } = await importPrerender(vite);
  for (const drawn of Object.values(pages)) {
    const { title, description, preview } = drawn;
    // If `preview.picture` is not a path but a slot, the server draws the picture.
    if (!preview?.picture.startsWith('/')) continue;
    const source = preview.drawing ? { title, description, ...preview.drawing } : drawn;
    const body = await renderFromSource(vite, { sky: 'dusk', ...source });
    // The page has Vite's address, so that its style sheets can load the font.
    await page.route(origin, (route) => route.fulfill({ body, contentType: 'text/html' }));
    await page.goto(origin, { waitUntil: 'networkidle' });
    const picture = await page.screenshot(
      preview.picture.endsWith('.jpg') ? { type: 'jpeg', quality: JPEG_QUALITY } : { type: 'png' },
    );
    await page.unroute(origin);
    await writeFile(join(root, 'web/public', preview.picture), picture);
  }
  await page.close();
  await vite.close();
}
