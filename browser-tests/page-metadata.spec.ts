import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { brand } from '../brand.ts';
import { MAX_PREVIEW_BYTES, PREVIEW_SIZE } from '../contract/link-previews.ts';
import { INVITE_PATH, inviteLink, listedScreens, NOT_FOUND_TEXT } from '../contract/screens.ts';
import { MISSING_PAGE } from './missing-page.ts';
import { test } from './site.ts';

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

for (const path of paths) {
  test(`${path} has a title, a description and a preview for search engines and chats`, async ({
    page,
  }) => {
    const { canonical = '', preview, ...head } = await readHead(page, path);
    expect(head.title).toContain(brand.product);
    expect(head.description?.length, 'length of the description').toBeGreaterThan(30);
    expect(new URL(canonical).pathname).toBe(path);
    expect(head.robots).toBeUndefined();
    expect(head.card).toBe('summary_large_image');
    expect(head.cardAlt).toBe(preview.alt);
    expect(preview).toMatchObject({
      type: 'website',
      siteName: brand.product,
      title: head.title,
      description: head.description,
      url: canonical,
      width: String(PREVIEW_SIZE.width),
      height: String(PREVIEW_SIZE.height),
    });
    expect(preview.alt?.length, 'length of the alt text').toBeGreaterThan(20);
  });

  test(`${path} has a picture that chats can show`, async ({ page, request }) => {
    const { canonical = '', preview } = await readHead(page, path);
    expect(new URL(preview.picture ?? '').origin).toBe(new URL(canonical).origin);
    const response = await fetchPath(request, preview.picture ?? '');
    expect(response.headers()).toMatchObject({
      'content-type': 'image/jpeg',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const picture = await response.body();
    expect(picture.length, 'bytes').toBeLessThanOrEqual(MAX_PREVIEW_BYTES);
    expect(await imageSize(page, picture)).toEqual(PREVIEW_SIZE);
  });
}

/** One link for each kind of invite. */
const invites = {
  'of an unknown inviter': inviteLink('nobody'),
  'to an event': `${INVITE_PATH}?plan=1`,
  'without an inviter': INVITE_PATH,
};

for (const [kind, path] of Object.entries(invites)) {
  test(`an invite ${kind} has a preview for chats, and is not indexed by search engines`, async ({
    page,
    request,
  }) => {
    const { canonical, robots, card, cardAlt, preview, ...head } = await readHead(page, path);
    expect({ canonical, robots, card }).toEqual({
      canonical: undefined,
      robots: 'noindex',
      card: 'summary_large_image',
    });
    expect(preview).toMatchObject({ title: head.title, description: head.description });
    expect(cardAlt).toBe(preview.alt);
    const response = await fetchPath(request, preview.picture ?? '');
    expect(response.headers()['cross-origin-resource-policy']).toBe('cross-origin');
    const picture = await response.body();
    expect(picture.length, 'bytes').toBeLessThanOrEqual(MAX_PREVIEW_BYTES);
    expect(await imageSize(page, picture)).toEqual(PREVIEW_SIZE);
  });
}

test('no two pages have the same title, description or preview', async ({ page }) => {
  const values: (string | undefined)[] = [];
  for (const path of [...paths, ...Object.values(invites)]) {
    const { title, description, canonical, preview } = await readHead(page, path);
    values.push(title, description, preview.picture, preview.alt);
    if (canonical) values.push(canonical);
  }
  expect([...new Set(values)]).toEqual(values);
});

test('a missing page is not indexed by search engines', async ({ page, watch }) => {
  watch.allowComplaint(/status of 404/);
  const { title, robots, canonical, preview } = await readHead(page, MISSING_PAGE);
  expect({ title, robots, canonical, picture: preview.picture }).toEqual({
    title: NOT_FOUND_TEXT,
    robots: 'noindex',
    canonical: undefined,
    picture: undefined,
  });
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute(
    'content',
    brand.themeColor.dark,
  );
});

test('robots.txt names the sitemap, which lists exactly the public screens', async ({
  request,
}) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/);
  expect(robots).not.toMatch(/Disallow: \/\s/);
  const sitemap = await fetchPath(request, /^Sitemap: (.*)$/m.exec(robots)?.[1] ?? '');
  expect(sitemap.headers()['content-type']).toBe('application/xml; charset=utf-8');
  const addresses = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)];
  expect(addresses.map(([, address = '']) => new URL(address).pathname)).toEqual(paths);
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

test('the home page has structured data about the organization and the site', async ({ page }) => {
  await page.goto(listedScreens.home);
  const data = page.locator('script[type="application/ld+json"]');
  const graph: Record<string, unknown>[] = JSON.parse((await data.textContent()) ?? '')['@graph'];
  const canonical = await page.locator('link[rel="canonical"]').getAttribute('href');
  expect(graph.map((thing) => [thing['@type'], thing['name'], thing['url']])).toEqual([
    ['Organization', brand.product, canonical],
    ['WebSite', brand.product, canonical],
  ]);
});

/** Opens a blank page, whose policy allows pictures in `data:`. */
async function imageSize(page: Page, picture: Buffer) {
  await page.goto('about:blank');
  await page.setContent(`<img src="data:;base64,${picture.toString('base64')}">`);
  const box = await page.locator('img').boundingBox();
  return { width: box?.width, height: box?.height };
}
