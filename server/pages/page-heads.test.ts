import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brand } from '../../brand.ts';
import { MAX_PREVIEW_BYTES, PREVIEW_SIZE } from '../../contract/link-previews.ts';
import {
  ANALYTICS_PATH,
  INVITE_PATH,
  inviteLink,
  listedScreens,
  NOT_FOUND_TEXT,
} from '../../contract/screens.ts';
import { readHead } from '../../testing/requests/read-head.ts';
import { createTestApp, TEST_PUBLIC_URL } from '../../testing/test-app.ts';

const listed: readonly string[] = Object.values(listedScreens);
const legal: readonly string[] = [listedScreens.privacy, listedScreens.terms];
const invites = [inviteLink('unknown'), `${INVITE_PATH}?plan=1`, INVITE_PATH];

test('each page has its own title and description, and a picture that chats can show, which only legal pages share', async () => {
  await using site = await createTestApp();
  const values: (string | undefined)[] = [];
  for (const path of [...listed, ...invites]) {
    const head = readHead((await site.app.inject(path)).body);
    const { title, description = '', picture = '', alt = '' } = head;
    values.push(title, description);
    if (!legal.includes(path)) values.push(picture, alt);
    assert.ok(title.includes(brand.product), path);
    assert.ok(description.length > 30 && alt.length > 20, path);
    assert.partialDeepStrictEqual(head, {
      kind: 'website',
      siteName: brand.product,
      card: 'summary_large_image',
      cardAlt: alt,
      openGraphTitle: title,
      openGraphDescription: description,
      width: String(PREVIEW_SIZE.width),
      height: String(PREVIEW_SIZE.height),
    });
    const own = listed.includes(path) ? `${TEST_PUBLIC_URL}${path}` : undefined;
    const robots = own ? undefined : 'noindex';
    assert.deepEqual([head.canonical, head.address, head.robots], [own, own, robots], path);
    assert.ok(picture.startsWith(`${TEST_PUBLIC_URL}/`), picture);
    const { headers, rawPayload } = await site.app.inject(new URL(picture).pathname);
    const type = path === inviteLink('unknown') ? 'image/png' : 'image/jpeg';
    assert.equal(headers['content-type'], type, path);
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
    assert.ok(rawPayload.length <= MAX_PREVIEW_BYTES, picture);
    assert.ok(rawPayload.includes(sizeIn(type)), `the size of ${picture}`);
  }
  assert.deepEqual([...new Set(values)], values, 'no value stands twice');
});

/** The bytes that name the size of `PREVIEW_SIZE` in a PNG or JPEG file. */
function sizeIn(type: string): Buffer {
  const [width, height] = [PREVIEW_SIZE.width, PREVIEW_SIZE.height].map((n) => [n >> 8, n & 255]);
  return Buffer.from(
    type === 'image/png'
      ? [0, 0, ...(width ?? []), 0, 0, ...(height ?? [])]
      : [8, ...(height ?? []), ...(width ?? [])],
  );
}

test('the footer has the year, the legal pages and four ways to reach us', async () => {
  await using site = await createTestApp();
  const [footer = ''] = /<footer.*<\/footer>/s.exec((await site.app.inject('/')).body) ?? [];
  const text = footer.replaceAll(/<[^>]*>/g, '');
  assert.match(text, new RegExp(`© 2025 ${brand.legalEntity}`));
  const links = [...footer.matchAll(/<a href="([^"]*)"(?:[^>]*aria-label="([^"]*)")?>([^<]*)/g)];
  assert.deepEqual(
    links.map(([, href, label, text]) => [label ?? text, href]),
    [
      [`Write to ${brand.contactEmail}`, `mailto:${brand.contactEmail}`],
      ['Instagram', brand.social.instagram],
      ['TikTok', brand.social.tiktok],
      ['Twitter', brand.social.twitter],
      ['Privacy Policy', listedScreens.privacy],
      ['Terms of Service', listedScreens.terms],
    ],
  );
});

test('a missing page and the dashboard are not indexed by search engines, and have no preview', async () => {
  await using site = await createTestApp();
  for (const path of ['/no-such-page', ANALYTICS_PATH]) {
    const { body } = await site.app.inject(path);
    const { title, robots, canonical, picture, themeColor = '' } = readHead(body);
    assert.deepEqual([robots, canonical, picture], ['noindex', undefined, undefined], path);
    if (path !== ANALYTICS_PATH) {
      assert.equal(title, NOT_FOUND_TEXT);
      assert.match(themeColor, /^#[0-3]/);
    }
  }
});
