import { expect, type Page } from '@playwright/test';
import { brand } from '../brand.ts';
import { listedScreens } from '../contract/screens.ts';
import { test } from './site.ts';

test('a browser reads the manifest without errors, and can load its icons', async ({
  page,
  request,
}) => {
  await page.goto(listedScreens.home);
  const devtools = await page.context().newCDPSession(page);
  const { data = '', errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data);
  expect(manifest).toMatchObject({ name: brand.product, start_url: listedScreens.home });
  const purposes: string[] = [];
  for (const { src, sizes, type, purpose = 'any' } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type']).toBe(type);
    const { width, height } = await imageSize(page, await icon.body());
    expect(`${width}x${height}`).toBe(sizes);
    purposes.push(`${sizes} ${purpose}`);
  }
  expect(purposes).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
});

/** Opens a blank page, whose policy allows pictures in `data:`. */
async function imageSize(page: Page, picture: Buffer) {
  await page.goto('about:blank');
  await page.setContent(`<img src="data:;base64,${picture.toString('base64')}">`);
  const box = await page.locator('img').boundingBox();
  return { width: box?.width, height: box?.height };
}
