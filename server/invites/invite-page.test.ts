import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { brand } from '../../brand.ts';
import { invitation } from '../../contract/link-previews.ts';
import { INVITE_PATH, inviteLink, listedScreens } from '../../contract/screens.ts';
import { createSqliteDatabase } from '../../testing/databases/sqlite-test-engine.ts';
import { ANA } from '../../testing/databases/test-invites.ts';
import { readHead } from '../../testing/requests/read-head.ts';
import { createTestApp, siteForSuite, TEST_NOW, TEST_PUBLIC_URL } from '../../testing/test-app.ts';

const HOSTILE_NAME = `{{year}} $& <script>alert('1')</script> "&amp;`;

const onBrand = `wants you on ${brand.product}`;
const wantsYou = `${onBrand}!`;

describe('the invite page', () => {
  const site = siteForSuite(async () => createTestApp({}, await createSqliteDatabase()));
  before(async () => {
    await site.storage.inviters.put(ANA);
  });

  const get = (url: string, headers: Record<string, string> = {}) =>
    site.app.inject({ url, headers });

  test('has the name of the inviter in its head', async () => {
    const { body } = await get(inviteLink('ana'));
    const { picture = '', ...head } = readHead(body);
    assert.deepEqual(head, {
      title: `Ana ${wantsYou}`,
      description: `Ana: “${invitation.message(brand.product)}”`,
      robots: 'noindex',
      canonical: undefined,
      openGraphTitle: head.title,
      openGraphDescription: head.description,
      address: `${TEST_PUBLIC_URL}/invite?ref=ana`,
      width: '1200',
      height: '630',
      alt: `“Ana ${onBrand}” above a large sun and the roofs of a city`,
      kind: 'website',
      siteName: brand.product,
      themeColor: head.themeColor,
      card: 'summary_large_image',
      cardAlt: head.alt,
    });
    assert.match(picture, new RegExp(`^${TEST_PUBLIC_URL}/og/invite/ana\\.png\\?v=[\\w-]{12}$`));
    assert.match(body, /© 2025/);
    assert.doesNotMatch(body, /\{\{/);
  });

  test('shows the name of each inviter, isolated from the rest of the text if it is right to left', async () => {
    const shown = {
      'Zoë 🌈': 'Zoë 🌈',
      王小明: '王小明',
      محمد: '\u2068محمد\u2069',
      _élan_: '_élan_',
      ᏣᎳᎩ: 'ᏣᎳᎩ',
    };
    for (const [firstName, name] of Object.entries(shown)) {
      await site.storage.inviters.put({ ...ANA, id: firstName, firstName });
      const { title, alt } = readHead((await get(inviteLink(firstName))).body);
      assert.equal(title, `${name} ${wantsYou}`);
      const words = `“${name} ${onBrand}” above a large sun and the roofs of a city`;
      assert.equal(alt, words);
    }
  });

  test('shows the username of an inviter without a first name, and never the name of another inviter', async () => {
    for (const [id, firstName] of [
      // The same letters, divided differently.
      ['mari', 'anna'],
      ['maria', 'nna'],
      ['night', null],
    ] as const) {
      await site.storage.inviters.put({ ...ANA, id, username: 'night_owl', firstName });
      const { title } = readHead((await get(inviteLink(id))).body);
      assert.equal(title, `${firstName ?? 'night_owl'} ${wantsYou}`);
    }
  });

  test('shows a changed name immediately, and the picture gets a new address', async () => {
    const before = readHead((await get(inviteLink('ana'))).body);
    await site.storage.inviters.put({ ...ANA, firstName: 'Anna' });
    const changed = readHead((await get(inviteLink('ana'))).body);
    assert.equal(changed.title, `Anna ${wantsYou}`);
    assert.notEqual(changed.picture, before.picture);
    await site.storage.inviters.put({ ...ANA, profileImageUrl: 'https://images.example/ana.jpg' });
    assert.equal(readHead((await get(inviteLink('ana'))).body).picture, before.picture);
  });

  test('escapes names and ids', async () => {
    const id = `"><script>/%2e{{publicUrl}}é`;
    await site.storage.inviters.put({ ...ANA, id, firstName: HOSTILE_NAME });
    const { body } = await get(inviteLink(id));
    const head = readHead(body);
    assert.equal(head.title, `${HOSTILE_NAME} ${wantsYou}`);
    assert.equal(head.openGraphTitle, head.title);
    assert.equal(new URL(head.address ?? '').searchParams.get('ref'), id);
    assert.equal(
      new URL(head.picture ?? '').pathname,
      `/og/invite/${encodeURIComponent(id).replaceAll("'", '%27')}.png`,
    );
    assert.doesNotMatch(body, /<script>alert|"><script>\//);
  });

  test('of every kind may be fetched by chat apps, must not be indexed by search engines, and does not use the Host header', async () => {
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    for (const path of [
      inviteLink('ana'),
      inviteLink('unknown'),
      `${INVITE_PATH}?plan=1`,
      INVITE_PATH,
    ]) {
      const { headers, body } = await get(path, evil);
      assert.equal(headers['x-robots-tag'], 'noindex', path);
      assert.equal(readHead(body).robots, 'noindex', path);
      assert.doesNotMatch(body, /evil/, path);
    }
    assert.doesNotMatch((await get('/robots.txt')).body, /Disallow: \/(invite|og|$)/m);
    assert.doesNotMatch((await get('/sitemap.xml')).body, /invite/);
  });

  test('has the same general head for every unknown inviter', async () => {
    const general = await get(inviteLink('unknown'));
    assert.equal(general.statusCode, 200);
    const { title, address, picture } = readHead(general.body);
    assert.deepEqual(
      { title, address, picture },
      {
        title: `You’re invited to ${brand.product}`,
        address: undefined,
        picture: `${TEST_PUBLIC_URL}/preview-app-invite.png`,
      },
    );
    // An inviter with this id exists. The page is general nevertheless, so an id of this length is not looked up.
    const tooLong = 'x'.repeat(5_000);
    await site.storage.inviters.put({ ...ANA, id: tooLong });
    for (const ref of [tooLong, '\u0000', '..', '😀'.repeat(128)]) {
      const page = await get(inviteLink(ref));
      assert.equal(page.headers['etag'], general.headers['etag'], ref.slice(0, 9));
    }
  });

  test('has other heads for event invites and for links without an inviter', async () => {
    const event = `You’re invited to an event · ${brand.product}`;
    const plain = `Join ${brand.product}`;
    for (const [path, title, picture] of [
      ['/invite?ref=ana&plan=1', event, 'event-invite'],
      [INVITE_PATH, plain, 'plain-invite'],
      ['/invite?ref=&plan=p', event, 'event-invite'],
      ['/invite/1?token=2&ref=&plan=', plain, 'plain-invite'],
      ['/invite?ref=', plain, 'plain-invite'],
      ['/invite?token=t', plain, 'plain-invite'],
    ] as const) {
      const head = readHead((await get(path)).body);
      assert.equal(head.title, title);
      assert.equal(head.picture, `${TEST_PUBLIC_URL}/preview-${picture}.jpg`);
    }
  });

  test('of an app invite is the only page that may show images of other hosts, because it shows profile images', async () => {
    const images = async (path: string) =>
      /img-src [^;]*/.exec(String((await get(path)).headers['content-security-policy']))?.[0];
    assert.equal(await images(inviteLink('ana')), "img-src 'self' https:");
    assert.equal(await images(inviteLink('unknown')), "img-src 'self' https:");
    for (const path of [INVITE_PATH, `${INVITE_PATH}?plan=1`, ...Object.values(listedScreens)]) {
      assert.equal(await images(path), "img-src 'self'", path);
    }
  });
});

test('the invite page may show images only of PROFILE_IMAGE_HOSTS', async () => {
  await using site = await createTestApp({ profileImageHosts: ['a.example', 'b.example'] });
  const { headers } = await site.app.inject(inviteLink('ana'));
  assert.match(
    String(headers['content-security-policy']),
    /img-src 'self' https:\/\/a\.example https:\/\/b\.example;/,
  );
});

describe('links with an unknown inviter', () => {
  let now = TEST_NOW;
  const site = siteForSuite(() => createTestApp({ rateLimits: true, clock: () => now }));
  before(async () => {
    await site.storage.inviters.put(ANA);
  });
  const titleFor = async (id: string, remoteAddress: string) => {
    const url = inviteLink(id);
    return readHead((await site.app.inject({ url, remoteAddress })).body).title;
  };

  test('of one address are looked up in the database only up to a limit per minute', async (t) => {
    const { mock } = t.mock.method(site.storage.inviters, 'find');
    for (let n = 0; n < 650; n++) await titleFor(`nobody-${n}`, '203.0.113.7');
    assert.equal(mock.callCount(), 600);
    const general = await titleFor('nobody', '203.0.113.8');
    assert.equal(await titleFor('ana', '203.0.113.7'), general);
    assert.match(await titleFor('ana', '203.0.113.8'), /^Ana wants you/);
    now += 60_000;
    assert.match(await titleFor('ana', '203.0.113.7'), /^Ana wants you/);
  });

  test('show the inviter as soon as the app has added them', async () => {
    const general = await titleFor('ben', '203.0.113.9');
    await site.storage.inviters.put({ ...ANA, id: 'ben', firstName: 'Ben' });
    assert.match(await titleFor('ben', '203.0.113.9'), /^Ben wants you/);
    assert.doesNotMatch(general, /Ben/);
  });
});
