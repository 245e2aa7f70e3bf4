// Long because it checks each kind of page in each state of the app.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { brand } from '../../brand.ts';
import type { AppChange } from '../../contract/availability.ts';
import { inviteLink } from '../../contract/screens.ts';
import {
  createTestDatabase,
  keptDatabase,
  openTestStorage,
  testEngines,
} from '../../testing/databases/test-databases.ts';
import type { TestDatabase } from '../../testing/databases/test-engine.ts';
import { createTestApp, TEST_NOW, TEST_PUBLIC_URL, type TestApp } from '../../testing/test-app.ts';

const BETA = 'https://testflight.apple.com/join/AbC123';
const STORE = 'https://apps.apple.com/app/impromptu/id1234567890';
const PLAY = 'https://play.google.com/store/apps/details?id=example.impromptu.app';
const TEST = 'https://play.google.com/apps/testing/example.impromptu.app';
const AUTHOR = { who: 'command line', at: TEST_NOW };
const MAYA = { id: 'maya & co', username: 'maya', firstName: 'Maya', profileImageUrl: null };
const pages = {
  home: '/',
  sponti: '/sponti',
  popups: '/popups',
  personal: inviteLink(MAYA.id),
  unknown: inviteLink('nobody'),
  event: '/invite?plan=dinner',
  plain: '/invite',
};
type Bodies = Record<keyof typeof pages, string>;

async function read(site: TestApp): Promise<Bodies> {
  const entries = Object.entries(pages).map(async ([name, url]) => {
    const answer = await site.app.inject({ url });
    assert.equal(answer.statusCode, 200, url);
    assert.doesNotMatch(answer.body, /\{\{/, url);
    return [name, answer.body];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The parts of a page that visitors see, without styles and scripts. */
function visible(html: string): string {
  const [, body = ''] = html.split('<body>');
  return body
    .replaceAll(/<(script|style|noscript)>.*?<\/\1>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

function linksTo(html: string, address: string): number {
  return html.split(`href="${address}`).length - 1;
}

describe('the pages of each state of the app', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.remove());

  /** The pages of a site that starts in this state. */
  async function pagesIn(change: AppChange): Promise<Bodies> {
    const storage = await openTestStorage(database.url);
    await storage.inviters.put(MAYA);
    const changed = await storage.availability.change(change, AUTHOR);
    assert.ok('after' in changed, JSON.stringify(changed));
    await storage.close();
    const site = await createTestApp({}, keptDatabase(database.url));
    try {
      return await read(site);
    } finally {
      await site.close();
    }
  }

  test('by default lead to the link of the beta, or to the one that was set', async () => {
    const before = await pagesIn({ ios: 'beta', iosLink: null, android: 'soon' });
    for (const page of ['personal', 'unknown', 'event', 'plain'] as const) {
      assert.ok(linksTo(before[page], brand.betaLink) > 0, page);
    }
    for (const page of ['home', 'personal', 'unknown', 'event', 'plain'] as const) {
      for (const poster of [pages.sponti, pages.popups])
        assert.ok(linksTo(before[page], poster) > 0, `${page} leads to ${poster}`);
    }
    const name = RegExp.escape(brand.product);
    assert.match(
      visible(before.event),
      new RegExp(
        `Event Invites Coming Soon! .* available after our app launch\\. For now, download ${name} to start making spontaneous plans! .* Download ${name}`,
      ),
    );
    assert.match(
      visible(before.plain),
      new RegExp(
        `Join ${name} .*Download ${name} to start making spontaneous plans with friends! .* Download ${name} `,
      ),
    );
    assert.match(before.plain, /href="\/">Return to Home</);
    const changed = await pagesIn({ ios: 'beta', iosLink: BETA });
    for (const [page, html] of Object.entries(before)) {
      assert.ok(html.replaceAll(brand.betaLink, BETA) === changed[page as keyof Bodies], page);
    }
  });

  test('of a paused beta lead to the waitlist, with the inviter, and to no store', async () => {
    const { personal, event, plain, unknown, home } = await pagesIn({ ios: 'paused' });
    for (const html of [personal, event, plain, unknown]) {
      assert.equal(linksTo(html, 'https://testflight'), 0);
      assert.match(visible(html), /The beta is full for now\. Leave your email, and /);
      assert.doesNotMatch(visible(html), /[Dd]ownload/);
      assert.ok(/<a class="button" href="\/(\?ref=[^"#]+)?#email">Join Waitlist<\/a>/.test(html));
    }
    assert.match(
      personal,
      /<a class="button" href="\/\?ref=maya\+%26\+co#email">Join Waitlist<\/a>/,
    );
    assert.match(visible(personal), /and Maya ’s invite waits with it\./);
    assert.ok(!personal.includes('id="get"'));
    assert.ok(!/apple-itunes-app|MobileApplication/.test(home));
  });

  test('of a launched app lead to the App Store, with the banner and its argument', async () => {
    const { personal, event, plain, home } = await pagesIn({ ios: 'launched', iosLink: STORE });
    const banner = (argument: string) =>
      `<meta name="apple-itunes-app" content="app-id=1234567890, app-argument=${TEST_PUBLIC_URL}${argument}"/>`;
    assert.ok(personal.includes(banner('/invite?ref=maya+%26+co')));
    assert.ok(event.includes(banner('/invite')) && plain.includes(banner('/invite')));
    assert.ok(home.includes(banner('/')));
    for (const html of [personal, event, plain, home]) {
      assert.ok(linksTo(html, STORE) > 0);
      assert.equal(linksTo(html, 'https://testflight'), 0);
    }
    assert.match(visible(personal), /In the App Store • Android coming soon/);
    assert.ok(home.includes(`<a class="button not-android" href="${STORE}">`), 'the last scene');
    assert.match(home, /<a class="button android-only" href="#email">Save me a seat</);
    assert.match(visible(event), new RegExp(`Open in ${RegExp.escape(brand.product)}`));
    const onIos = event.replaceAll(/<span class="android-only">.*?<\/span>/g, '');
    assert.doesNotMatch(visible(onIos), /Coming Soon/);
    assert.match(visible(home), new RegExp(`Get ${RegExp.escape(brand.product)} .*Join Waitlist`));
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(home) ?? [];
    const app = JSON.parse(json)['@graph'].at(-1);
    assert.deepEqual(
      [app['@type'], app.operatingSystem, app.installUrl],
      ['MobileApplication', 'iOS', STORE],
    );
  });

  test('of an app for Android lead to Google Play, which hands the inviter to the app', async () => {
    await pagesIn({ ios: 'beta', iosLink: null });
    const { personal, event, home } = await pagesIn({ android: 'beta', androidLink: PLAY });
    const [, referrer = ''] =
      /details\?id=example\.impromptu\.app&amp;referrer=([^"]*)"/.exec(personal) ?? [];
    assert.equal(referrer, 'ref%3Dmaya%2B%2526%2Bco');
    // Google Play decodes it once, and the app reads it as a query.
    assert.equal(new URLSearchParams(decodeURIComponent(referrer)).get('ref'), MAYA.id);
    assert.equal(linksTo(event, `${PLAY}"`), 2, 'the button, and without a script');
    assert.match(visible(personal), /Available on iOS and Android/);
    assert.equal(linksTo(home, PLAY), 0, 'a beta is for friends');
    const launched = await pagesIn({ android: 'launched' });
    assert.ok(linksTo(launched.home, PLAY) > 0);
    assert.match(visible(launched.home), /Join Waitlist/);
    assert.match(launched.home, /<a class="button not-android" href="#email">Save me a seat</);
    const onIos = /<span class="not-android">.*?<\/span>/g;
    assert.match(visible(launched.event), /Coming Soon/);
    assert.doesNotMatch(visible(launched.event.replaceAll(onIos, '')), /Coming Soon/);
  });

  test('of a pre-order lead to the App Store on iPhones, promise no download, and have no banner', async () => {
    await pagesIn({ android: 'soon', androidLink: null });
    const { personal, event, plain, home } = await pagesIn({ ios: 'preorder', iosLink: STORE });
    for (const html of [personal, event, plain, home]) {
      const button = /<a class="button( not-android)?"[^>]* href="[^"]*"[^>]*>/g;
      const stores = [...html.matchAll(button)].filter(([tag]) => tag.includes(`"${STORE}"`));
      assert.ok(stores.length > 0 && stores.every(([, only]) => only || html === home));
      assert.match(visible(html), /Pre-order on the App Store/);
      assert.doesNotMatch(visible(html), /[Dd]ownload|Get Impromptu|[Ii]nstall it/);
      assert.doesNotMatch(html, /apple-itunes-app|MobileApplication/);
    }
    for (const html of [personal, event, plain]) {
      assert.match(visible(html), /Pre-order on iOS • Android coming soon/);
      assert.match(html, /<a class="button android-only" href="[^"]*#email">Join the waitlist</);
    }
    assert.match(visible(personal), /Once you have it, tap Maya ’s link once more/);
    assert.match(home, /<meta name="description" content="[^"]* Pre-order it in the App Store\."/);
    assert.match(visible(home), /it installs itself on the day\. With Android,.* Join Waitlist/);
    assert.match(home, /<a class="button android-only" href="#email">Save me a seat</);
  });

  test('of a pre-registration lead to Google Play on Android, with the inviter', async () => {
    await pagesIn({ ios: 'beta', iosLink: null });
    const before = await pagesIn({ android: 'preregister', androidLink: PLAY });
    assert.match(before.personal, /details\?id=example\.impromptu\.app&amp;referrer=ref%3D/);
    const { personal, event, plain, home } = before;
    for (const html of [personal, event, plain, home])
      assert.match(visible(html), /Pre-register on Google Play/);
    assert.match(visible(plain), new RegExp(`is ${RegExp.escape(brand.about)}\\.`));
    assert.match(
      visible(home),
      /Google Play, which tells you when it is out\. With an iPhone, leave/,
    );
    const both = await pagesIn({ ios: 'preorder', iosLink: STORE });
    const note = /Pre-order on iOS • Pre-register on Android/;
    assert.match(visible(both.personal), note);
    assert.match(
      visible(both.home),
      /For pre-order in the App Store and for pre-registration on Google Play \. Or leave your email .* Join Waitlist/,
    );
    assert.match(both.home, /content="[^"]* the App Store\. Pre-register on Google Play\."/);
  });

  test('of a closed test lead to the waitlist first, and to the test without the inviter', async () => {
    await pagesIn({ ios: 'beta', iosLink: null });
    const { personal, event, plain, home } = await pagesIn({ android: 'beta', androidLink: TEST });
    for (const html of [personal, event, plain]) {
      const [, first = ''] =
        /<a class="button android-only join-first" href="[^"]*">([^<]*)<\/a>(?=<a class="button android-only")/.exec(
          html,
        ) ?? [];
      assert.equal(first, 'Join the waitlist');
      assert.equal(linksTo(html, `${TEST}"`), 2, 'the button, and without a script');
      assert.match(visible(html), /Available on iOS • In a test on Android/);
      assert.match(visible(html), /The test is for those whom we have let in\./);
    }
    assert.match(visible(personal), /Join the test, and install it from Google Play\./);
    assert.equal(linksTo(home, TEST), 0, 'a test is for those who were let in');
  });

  test('of an app for everybody have no waitlist', async () => {
    await pagesIn({ android: 'launched', androidLink: PLAY });
    const before = await pagesIn({ ios: 'beta' });
    assert.match(visible(before.sponti), /we tell the waitlist first.* Join Waitlist/);
    const { home, personal, sponti, popups } = await pagesIn({ ios: 'launched', iosLink: STORE });
    assert.ok(!home.includes('#email') && linksTo(home, PLAY) >= 3, 'the last scene');
    for (const poster of [sponti, popups]) {
      assert.match(visible(poster), new RegExp(`Get ${RegExp.escape(brand.product)}`));
      assert.doesNotMatch(visible(poster), /waitlist/i);
    }
    assert.ok(!/id="waitlist"|Join Waitlist/.test(visible(home)));
    assert.ok(!home.includes('id="waitlist"'));
    assert.match(visible(home), /You must be 18 or older/);
    assert.equal(personal.split('#email').length, 1);
  });
});

for (const engine of testEngines) {
  test(`every instance follows a change of the state within two seconds on ${engine.name}`, async (t) => {
    const database = await engine.create();
    const shared = keptDatabase(database.url);
    await using changing = await createTestApp({}, database);
    const { storage } = changing;
    await storage.inviters.put(MAYA);
    const following = engine.hasServer ? await createTestApp({}, shared) : changing;
    if (following !== changing) t.after(() => following.close());
    const state = await storage.availability.read();
    const availability = { ...storage.availability, read: async () => state };
    await using deaf = await createTestApp({}, shared, async () => ({
      ...storage,
      availability,
      close: async () => {},
    }));
    const first = (await read(following)).personal;
    const changedAfter = async (shown: string) => {
      for (const until = performance.now() + 30_000; ; await wait(50)) {
        const { personal } = await read(following);
        // Only a broken site needs as long as this; a busy machine may need more than two seconds.
        if (personal !== shown || performance.now() > until) return personal;
      }
    };
    await storage.availability.change({ ios: 'paused' }, AUTHOR);
    assert.ok((await read(following)).personal === first, 'the control: not yet');
    const paused = await changedAfter(first);
    assert.match(visible(paused), /The beta is full for now/);
    assert.ok((await read(deaf)).personal === first, 'the control: an instance that reads nothing');
    await storage.availability.undo(AUTHOR);
    assert.ok((await changedAfter(paused)) === first);
  });
}
