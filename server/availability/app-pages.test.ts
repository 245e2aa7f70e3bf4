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
  unknown: inviteLink('unknown'),
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

const NAME = RegExp.escape(brand.product);
const INVITES = 'personal event plain';
const START: AppChange = { ios: 'beta', iosLink: null, android: 'soon', androidLink: null };
const BANNER = (argument: string) =>
  new RegExp(
    `content="app-id=1234567890, app-argument=${RegExp.escape(TEST_PUBLIC_URL + argument)}"/>`,
  );

/** What pages have: `html` is searched with its tags, `text` is what visitors see. */
type Found = readonly [pages: string, where: 'html' | 'text' | 'no html' | 'no text', what: RegExp];

const states: Readonly<Record<string, { change: AppChange; found: readonly Found[] }>> = {
  'a paused beta lead to the waitlist, with the inviter, and to no store': {
    change: { ios: 'paused' },
    found: [
      [`${INVITES} unknown`, 'no html', /href="https:\/\/testflight/],
      [`${INVITES} unknown`, 'text', /The beta is full for now\. Leave your email, and /],
      [`${INVITES} unknown`, 'no text', /[Dd]ownload/],
      ['event plain unknown', 'html', /<a class="button" href="\/#email">Join Waitlist<\/a>/],
      ['personal', 'html', /<a class="button" href="\/\?ref=maya\+%26\+co#email">Join Waitlist</],
      ['personal', 'text', /and Maya ’s invite waits with it\./],
      ['personal', 'no html', /id="get"/],
      ['home', 'no html', /apple-itunes-app|MobileApplication/],
    ],
  },
  'a launched app lead to the App Store, with the banner and its argument': {
    change: { ios: 'launched', iosLink: STORE },
    found: [
      ['personal', 'html', BANNER('/invite?ref=maya+%26+co')],
      ['event plain', 'html', BANNER('/invite')],
      ['home', 'html', BANNER('/')],
      [`${INVITES} home`, 'html', new RegExp(`href="${STORE}`)],
      [`${INVITES} home`, 'no html', /href="https:\/\/testflight/],
      ['personal', 'text', /In the App Store • Android coming soon/],
      ['home', 'html', new RegExp(`<a class="button not-android" href="${STORE}">`)],
      ['home', 'html', /<a class="button android-only" href="#email">Save me a seat</],
      ['event', 'text', new RegExp(`Open in ${NAME}`)],
      ['home', 'text', new RegExp(`Get ${NAME} .*Join Waitlist`)],
      ['home', 'html', /"@type":"MobileApplication".*"installUrl":"https:\/\/apps\.apple/],
    ],
  },
  'a pre-order lead to the App Store on iPhones, promise no download, and have no banner': {
    change: { ios: 'preorder', iosLink: STORE },
    found: [
      [`${INVITES} home`, 'html', new RegExp(`<a class="button[^>]*"${STORE}"`)],
      [INVITES, 'no html', new RegExp(`<a class="button(?! not-android)[^>]*"${STORE}"`)],
      [`${INVITES} home`, 'text', /Pre-order on the App Store/],
      [`${INVITES} home`, 'no text', /[Dd]ownload|Get Impromptu|[Ii]nstall it/],
      [`${INVITES} home`, 'no html', /apple-itunes-app|MobileApplication/],
      [INVITES, 'text', /Pre-order on iOS • Android coming soon/],
      [INVITES, 'html', /<a class="button android-only" href="[^"]*#email">Join the waitlist</],
      ['personal', 'text', /Once you have it, tap Maya ’s link once more/],
      ['home', 'html', /<meta name="description" content="[^"]* Pre-order it in the App Store\."/],
      ['home', 'text', /it installs itself on the day\. With Android,.* Join Waitlist/],
      ['home', 'html', /<a class="button android-only" href="#email">Save me a seat</],
    ],
  },
  'a pre-registration lead to Google Play on Android, with the inviter': {
    change: { android: 'preregister', androidLink: PLAY },
    found: [
      ['personal', 'html', /details\?id=example\.impromptu\.app&amp;referrer=ref%3D/],
      [`${INVITES} home`, 'text', /Pre-register on Google Play/],
      ['plain', 'text', new RegExp(`is ${RegExp.escape(brand.about)}\\.`)],
      ['home', 'text', /Google Play, which tells you when it is out\. With an iPhone, leave/],
    ],
  },
  'a pre-order and a pre-registration name both': {
    change: { ios: 'preorder', iosLink: STORE, android: 'preregister', androidLink: PLAY },
    found: [
      ['personal', 'text', /Pre-order on iOS • Pre-register on Android/],
      ['home', 'text', /For pre-order in the App Store and for pre-registration on Google Play/],
      ['home', 'text', /Or leave your email .* Join Waitlist/],
      ['home', 'html', /content="[^"]* the App Store\. Pre-register on Google Play\."/],
    ],
  },
  'a closed test lead to the waitlist first, and to the test without the inviter': {
    change: { android: 'beta', androidLink: TEST },
    found: [
      [
        INVITES,
        'html',
        /join-first" href="[^"]*">Join the waitlist<\/a><a class="button android-o/,
      ],
      [INVITES, 'html', new RegExp(`href="${TEST}"`)],
      [INVITES, 'text', /Available on iOS • In a test on Android/],
      [INVITES, 'text', /The test is for those whom we have let in\./],
      ['personal', 'text', /Join the test, and install it from Google Play\./],
      ['home', 'no html', new RegExp(`href="${TEST}`)],
    ],
  },
  'an app for everybody have no waitlist': {
    change: { ios: 'launched', iosLink: STORE, android: 'launched', androidLink: PLAY },
    found: [
      ['home personal', 'no html', /#email|id="waitlist"/],
      ['home', 'html', new RegExp(`(?:href="${RegExp.escape(PLAY)}.*){3}`, 's')],
      ['sponti popups', 'text', new RegExp(`Get ${NAME}`)],
      ['sponti popups home', 'no text', /waitlist/i],
      ['home', 'text', /You must be 18 or older/],
    ],
  },
};

describe('the pages of each state of the app', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createTestDatabase();
  });
  after(() => database.remove());

  /** The pages of a site that starts in this state. */
  async function pagesIn(...changes: AppChange[]): Promise<Bodies> {
    const storage = await openTestStorage(database.url);
    await storage.inviters.put(MAYA);
    for (const change of [START, ...changes]) {
      const changed = await storage.availability.change(change, AUTHOR);
      assert.ok('after' in changed, JSON.stringify(changed));
    }
    await storage.close();
    await using site = await createTestApp({}, keptDatabase(database.url));
    return await read(site);
  }

  for (const [name, { change, found }] of Object.entries(states)) {
    test(`of ${name}`, async () => {
      const bodies = await pagesIn(change);
      for (const [pages, where, what] of found) {
        for (const page of pages.split(' ') as (keyof Bodies)[]) {
          const text = where.endsWith('text') ? visible(bodies[page]) : bodies[page];
          assert.equal(what.test(text), !where.startsWith('no '), `${page}: ${where} ${what}`);
        }
      }
    });
  }

  test('by default lead to the link of the beta, or to the one that was set', async () => {
    const before = await pagesIn();
    for (const page of ['personal', 'unknown', 'event', 'plain'] as const) {
      assert.ok(linksTo(before[page], brand.betaLink) > 0, page);
      for (const poster of [pages.sponti, pages.popups])
        assert.ok(linksTo(before[page], poster) > 0, `${page} leads to ${poster}`);
    }
    assert.match(visible(before.sponti), /we tell the waitlist first.* Join Waitlist/);
    const changed = await pagesIn({ ios: 'beta', iosLink: BETA });
    for (const [page, html] of Object.entries(before)) {
      assert.ok(html.replaceAll(brand.betaLink, BETA) === changed[page as keyof Bodies], page);
    }
  });

  test('of an app for Android lead to Google Play, which hands the inviter to the app', async () => {
    const { personal, event, home } = await pagesIn({ android: 'beta', androidLink: PLAY });
    const [, referrer = ''] =
      /details\?id=example\.impromptu\.app&amp;referrer=([^"]*)"/.exec(personal) ?? [];
    assert.equal(referrer, 'ref%3Dmaya%2B%2526%2Bco');
    // Google Play decodes it once, and the app reads it as a query.
    assert.equal(new URLSearchParams(decodeURIComponent(referrer)).get('ref'), MAYA.id);
    assert.equal(linksTo(event, `${PLAY}"`), 2, 'the button, and without a script');
    assert.match(visible(personal), /Available on iOS and Android/);
    assert.equal(linksTo(home, PLAY), 0, 'a beta is for friends');
    const launched = await pagesIn({ android: 'launched', androidLink: PLAY });
    assert.ok(linksTo(launched.home, PLAY) > 0);
    assert.match(visible(launched.home), /Join Waitlist/);
    assert.match(launched.home, /<a class="button not-android" href="#email">Save me a seat</);
    const onIos = /<span class="not-android">.*?<\/span>/g;
    assert.match(visible(launched.event), /Coming Soon/);
    assert.doesNotMatch(visible(launched.event.replaceAll(onIos, '')), /Coming Soon/);
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
    await storage.availability.undo(AUTHOR);
    assert.ok((await changedAfter(paused)) === first);
  });
}
