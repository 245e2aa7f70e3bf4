import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Renderer } from '@takumi-rs/core';
import { calls } from '../../contract/calls.ts';
import {
  GENERAL_INVITE_PICTURE,
  INVITE_PICTURE_SUN,
  invitePicturePath,
  MAX_PREVIEW_BYTES,
  PREVIEW_SIZE,
} from '../../contract/link-previews.ts';
import { inviteLink, pathTo } from '../../contract/screens.ts';
import { createSqliteDatabase } from '../../testing/databases/sqlite-test-engine.ts';
import { createTestApp, siteForSuite } from '../../testing/test-app.ts';
import { InvitePainter } from './invite-painter.ts';

const CACHED_BRIEFLY = 'public, max-age=300';

describe('the picture of an inviter’s link', () => {
  let general: Buffer;
  const site = siteForSuite(async () => createTestApp({}, await createSqliteDatabase()));
  before(async () => {
    general = (await site.app.inject(GENERAL_INVITE_PICTURE)).rawPayload;
  });

  const get = (id: string, version = '', headers: Record<string, string> = {}) =>
    site.app.inject({ url: `${invitePicturePath(id)}${version && `?v=${version}`}`, headers });
  /** Also reads the inviter, so that later requests find it in memory, even if the database is too slow to answer. */
  async function put(id: string, username: string): Promise<void> {
    await site.storage.inviters.put({ id, username, firstName: null, profileImageUrl: null });
    await site.storage.inviters.find(id);
  }
  const isGeneral = (picture: { rawPayload: Buffer }) => picture.rawPayload.equals(general);

  test('is drawn for names of every length and script, and shows any name as text alone', async () => {
    const hostile = ['</svg>', '<image href="file:///etc/hosts"/>', '{{year}}', 'url(#logo)\\%00'];
    for (const name of [
      'Bo',
      'Maximiliana Konstantinowa-Weatherspoon J',
      'Pablo Diego José Francisco '.repeat(4).slice(0, 100),
      'Ἀλέξανδρος Владислав',
      '王小明',
      'प्रियंका محمد',
      'Ana 🎉',
      ...hostile.map((_, n) => hostile.slice(n).join('').slice(0, 100)),
    ]) {
      await put('drawn', name);
      const picture = await get('drawn');
      assert.equal(picture.statusCode, 200);
      assert.equal(picture.headers['content-type'], 'image/png');
      assert.equal(picture.headers['cross-origin-resource-policy'], 'cross-origin');
      assert.equal(picture.headers['x-robots-tag'], 'noindex');
      assert.equal(picture.rawPayload.readUInt32BE(16), PREVIEW_SIZE.width);
      assert.equal(picture.rawPayload.readUInt32BE(20), PREVIEW_SIZE.height);
      assert.ok(picture.rawPayload.length <= MAX_PREVIEW_BYTES, name);
      assert.ok(!isGeneral(picture), name);
    }
    assert.ok(!site.lines.some((line) => line.includes('could not be drawn')));
  });

  test('has its words and its sun in the middle square, which some chats cut out', async () => {
    const middle = (PREVIEW_SIZE.width - PREVIEW_SIZE.height) / 2;
    const isInside = (x: number) => x >= middle && x < PREVIEW_SIZE.width - middle;
    const { x, radius } = INVITE_PICTURE_SUN;
    assert.ok([x - radius, x + radius].every(isInside), 'the sun');
    const parts = site.build.invitePicture;
    const painter = new InvitePainter(parts);
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
    const logo = { drawing, box: [0, 0, 1, 1] } as const;
    const wordless = { ...parts, logo, ink: 'transparent', sunInk: 'transparent' };
    const scene = await pixelsOf(await new InvitePainter(wordless).paint('Bo'));
    for (const name of [
      'Bo',
      'Maximiliana Konstantinowa-Weatherspoon J',
      'WWWWWWWWWW'.repeat(5),
      'محمد عبد الرحمن',
      '王小明王小明王小明王小明王小明',
      'ศิริพร วงศ์สวัสดิ์',
    ]) {
      const pixels = await pixelsOf(await painter.paint(name));
      const drawn = [...pixels.keys()].filter((at) => pixels[at] !== scene[at]);
      assert.ok(drawn.length > 0, name);
      assert.ok(drawn.map((at) => at % PREVIEW_SIZE.width).every(isInside), name);
    }
  });

  /** With black words, and a red logo of this size in its own units. */
  const paintWithLogo = async (width: number, rise: number, depth: number) => {
    const scene = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${rise + depth}"><path fill="#f00" d="M0 0h${width}v${rise}H0z"/></svg>`;
    const logo = { drawing, box: [0, -rise, width, rise + depth] } as const;
    const colours = { ink: '#000000', sunInk: 'transparent' };
    const pixels = await pixelsOf(await new InvitePainter({ scene, logo, ...colours }).paint('x'));
    const words = extentOf(pixels, 0xff000000);
    // The first letter has nothing below the baseline.
    const baseline = extentOf(pixels, 0xff000000, words.left + 20).bottom;
    return { words, baseline, letters: extentOf(pixels, 0xff0000ff) };
  };
  const isMiddle = (left: number, right: number) => Math.abs(left + right - PREVIEW_SIZE.width) < 6;

  test('has a logo in the middle with the words before it on one baseline, and a long one below them', async () => {
    for (const [width, rise, depth] of [
      [1_500, 600, 20],
      [5_171, 758, 173],
    ] as const) {
      const { words, baseline, letters } = await paintWithLogo(width, rise, depth);
      const ends = `${width}: ${words.left}, ${letters.right}`;
      assert.ok(isMiddle(words.left, letters.right), ends);
      assert.ok(Math.abs(letters.bottom - baseline) < 2, ends);
    }
    const { words, baseline, letters } = await paintWithLogo(13_000, 758, 173);
    assert.ok(isMiddle(words.left, words.right) && isMiddle(letters.left, letters.right));
    assert.ok(letters.bottom > baseline + 20);
    assert.ok(letters.right - letters.left > 560, 'as wide as a long name');
  });

  test('is the general picture for a name that cannot be drawn, and for an unknown inviter, cached for five minutes', async () => {
    const painter = new InvitePainter(site.build.invitePicture);
    for (const name of ['ᏣᎳᎩ', '🎉🌈', '\u200d\u200c', undefined]) {
      if (name) await put('not-drawn', name);
      const version = name ? painter.versionOf(name) : undefined;
      const picture = await get(name ? 'not-drawn' : 'nobody', version);
      assert.equal(picture.statusCode, 200);
      assert.ok(isGeneral(picture), String(name));
      assert.equal(picture.headers['content-type'], 'image/png');
      assert.equal(picture.headers['cache-control'], CACHED_BRIEFLY);
      assert.equal(picture.headers['cross-origin-resource-policy'], 'cross-origin');
    }
  });

  test('is kept for an hour at most, like all that names a person, and is then the general one after an erasure', async () => {
    await put('erased', 'Ana');
    const { body } = await site.app.inject(inviteLink('erased'));
    const address = new URL(/og:image" content="([^"]*)"/.exec(body)?.[1] ?? '');
    const url = `${address.pathname}${address.search}`;
    const picture = await site.app.inject(url);
    const withName = [
      picture,
      ...(await Promise.all(['', 'older', '&v=a&v=b'].map((version) => get('erased', version)))),
      await site.app.inject(inviteLink('erased')),
      await site.app.inject(pathTo(calls.getInviter, 'erased')),
    ];
    for (const { statusCode, headers } of withName) {
      assert.equal(statusCode, 200);
      const cacheControl = String(headers['cache-control']);
      const [, seconds = '0'] = /^(?:no-cache|public, max-age=(\d+), must-revalidate)$/.exec(
        cacheControl,
      ) ?? ['', 'Infinity'];
      assert.ok(Number(seconds) <= 3_600, cacheControl);
    }
    const headers = { 'if-none-match': String(picture.headers['etag']) };
    assert.equal((await site.app.inject({ url, headers })).statusCode, 304);
    await site.storage.inviters.erase('erased', Date.now());
    const afterwards = await site.app.inject({ url, headers });
    assert.equal(afterwards.statusCode, 200);
    assert.ok(isGeneral(afterwards));
  });

  test('is found for ids with special characters, and is 404 for a path that does not end in .png', async () => {
    for (const id of ['a/b', 'a%2Fb', 'ana.png', 'é', '😀 "\'<', '😀'.repeat(128)]) {
      await put(id, 'Ana');
      const picture = await get(id);
      assert.equal(picture.statusCode, 200, id);
      assert.ok(!isGeneral(picture), id);
    }
    for (const path of ['/og/invite/ana', '/og/invite/ana.jpg', '/og/invite/', '/og/invite']) {
      assert.equal((await site.app.inject(path)).statusCode, 404, path);
    }
  });

  test('is the general picture while too many are being drawn, and later the own one', async () => {
    const names = Array.from({ length: 80 }, (_, index) => `Greedy ${index}`);
    for (const name of names) await put(name, name);
    const pictures = await Promise.all(names.map(async (name) => await get(name)));
    assert.deepEqual(new Set(pictures.map(({ statusCode }) => statusCode)), new Set([200]));
    assert.ok(pictures.some(isGeneral) && !pictures.every(isGeneral), 'some were not drawn');
    assert.ok(!isGeneral(await get(names[pictures.findIndex(isGeneral)] ?? '')));
  });

  test('differs for another name', async () => {
    await put('one', 'Ana');
    await put('other', 'Bo');
    const [one, other] = await Promise.all([get('one'), get('other')]);
    assert.ok(!one.rawPayload.equals(other.rawPayload));
  });
});

/** The colour of each pixel, row by row. */
async function pixelsOf(data: Buffer | undefined): Promise<Uint32Array> {
  assert.ok(data);
  const picture = { type: 'image', src: 'picture', ...PREVIEW_SIZE } as const;
  const images = [{ src: 'picture', data }];
  const options = { ...PREVIEW_SIZE, images, format: 'raw' } as const;
  const { buffer } = new Uint8Array(await new Renderer().render(picture, options));
  return new Uint32Array(buffer);
}

/** The outermost pixels of a colour below the name. */
function extentOf(pixels: Uint32Array, colour: number, most = PREVIEW_SIZE.width) {
  const { width } = PREVIEW_SIZE;
  const drawn = [...pixels.keys()].filter((at) => pixels[at] === colour && at > 210 * width);
  const columns = drawn.map((at) => at % width);
  const rows = drawn.filter((at) => at % width < most).map((at) => Math.floor(at / width));
  return {
    left: columns.reduce((one, other) => Math.min(one, other)),
    right: columns.reduce((one, other) => Math.max(one, other)),
    bottom: rows.reduce((one, other) => Math.max(one, other)),
  };
}

test('the 601st request for a picture from an address in a minute gets 429', async () => {
  await using site = await createTestApp({ rateLimits: true });
  const url = invitePicturePath('nobody');
  const first = await site.app.inject(url);
  assert.equal(first.statusCode, 200);
  // Answers without a picture are faster, and count too.
  const headers = { 'if-none-match': String(first.headers['etag']) };
  for (let count = 1; count < 600; count++) {
    assert.equal((await site.app.inject({ url, headers })).statusCode, 304);
  }
  const refused = await site.app.inject({ url, headers });
  assert.equal(refused.statusCode, 429);
  assert.ok(Number(refused.headers['retry-after']) > 0);
});
