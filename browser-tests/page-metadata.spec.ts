import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { brand } from '../brand.ts';
import { MAX_PREVIEW_BYTES, PREVIEW_SIZE } from '../contract/link-previews.ts';
import {
  ANALYTICS_PATH,
  INVITE_PATH,
  inviteLink,
  listedScreens,
  NOT_FOUND_TEXT,
} from '../contract/screens.ts';
import { MISSING_PAGE, test } from './site.ts';

// Chats and most search engines run no scripts. An invite's script would change the title after the server's answer.
test.use({ javaScriptEnabled: false });

const paths = Object.values(listedScreens);

/** The metadata in a page's `<head>`; undefined for a tag that is missing. */
async function readHead(page: Page, path: string) {
  await page.goto(path);
  const content = async (selector: string, attribute = 'content') => {
    const found = await page.locator(`head ${selector}`).all();
    expect(found.length, `${selector} at most once`).toBeLessThanOrEqual(1);
    return (await found[0]?.getAttribute(attribute)) ?? undefined;
  };
  return {
    title: await page.title(),
    description: await content('meta[name="description"]'),
    canonical: await content('link[rel="canonical"]', 'href'),
    robots: await content('meta[name="robots"]'),
    card: await content('meta[name="twitter:card"]'),
    cardAlt: await content('meta[name="twitter:image:alt"]'),
    preview: {
      type: await content('meta[property="og:type"]'),
      siteName: await content('meta[property="og:site_name"]'),
      title: await content('meta[property="og:title"]'),
      description: await content('meta[property="og:description"]'),
      url: await content('meta[property="og:url"]'),
      picture: await content('meta[property="og:image"]'),
      width: await content('meta[property="og:image:width"]'),
      height: await content('meta[property="og:image:height"]'),
      alt: await content('meta[property="og:image:alt"]'),
    },
  };
}

async function fetchPath(request: APIRequestContext, address: string) {
  const response = await request.get(new URL(address).pathname);
  expect(response.status(), address).toBe(200);
  return response;
}

const invites = [inviteLink('nobody'), `${INVITE_PATH}?plan=1`, INVITE_PATH];
/** Pages that are not indexed, and have no preview. */
const hidden = [MISSING_PAGE, ANALYTICS_PATH];

test('each page has its own title, description and preview, with a picture that chats can show', async ({
  page,
  request,
}) => {
  const values: (string | undefined)[] = [];
  for (const path of [...paths, ...invites]) {
    const { canonical, preview, ...head } = await readHead(page, path);
    values.push(head.title, head.description, preview.picture, preview.alt);
    expect(head.title, path).toContain(brand.product);
    expect(head.description?.length, `description of ${path}`).toBeGreaterThan(30);
    expect(preview.alt?.length, `alternative text of ${path}`).toBeGreaterThan(20);
    expect(head, path).toMatchObject({ card: 'summary_large_image', cardAlt: preview.alt });
    expect(preview, path).toMatchObject({
      type: 'website',
      siteName: brand.product,
      title: head.title,
      description: head.description,
      width: String(PREVIEW_SIZE.width),
      height: String(PREVIEW_SIZE.height),
    });
    if (invites.includes(path)) {
      expect([canonical, head.robots], path).toEqual([undefined, 'noindex']);
    } else {
      expect([new URL(canonical ?? '').pathname, head.robots]).toEqual([path, undefined]);
      expect(preview.url).toBe(canonical);
      expect(new URL(preview.picture ?? '').origin).toBe(new URL(canonical ?? '').origin);
    }
    const response = await fetchPath(request, preview.picture ?? '');
    expect(response.headers(), path).toMatchObject({
      'content-type': path === inviteLink('nobody') ? 'image/png' : 'image/jpeg',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const picture = await response.body();
    expect(picture.length, `bytes of ${preview.picture}`).toBeLessThanOrEqual(MAX_PREVIEW_BYTES);
    expect(await imageSize(page, picture), preview.picture).toEqual(PREVIEW_SIZE);
  }
  expect([...new Set(values)], 'no value stands twice').toEqual(values);
});

test('a missing page and the dashboard are not indexed by search engines', async ({
  page,
  watch,
}) => {
  watch.allowComplaint(/status of 404/);
  for (const path of hidden) {
    const { title, robots, canonical, preview } = await readHead(page, path);
    expect([robots, canonical, preview.picture], path).toEqual(['noindex', undefined, undefined]);
    if (path === ANALYTICS_PATH) continue;
    expect(title).toBe(NOT_FOUND_TEXT);
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', /^#[0-3]/);
  }
});

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
