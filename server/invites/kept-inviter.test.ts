import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { describe, test } from 'node:test';
import {
  type AppChange,
  type AppPlatforms,
  appPlatforms,
  isInStore,
} from '../../contract/availability.ts';
import { INVITE_PATH, inviteLink } from '../../contract/screens.ts';
import { openTestStorage } from '../../testing/databases/test-databases.ts';
import { createTestApp, TEST_NOW, TEST_PUBLIC_URL, type TestApp } from '../../testing/test-app.ts';
import type { AppParts } from '../app-parts.ts';

const BETA = 'https://testflight.apple.com/join/AbC123';
const STORE = 'https://apps.apple.com/app/impromptu/id1234567890';
const PLAY = 'https://play.google.com/store/apps/details?id=example.impromptu.app';
const TEST = 'https://play.google.com/apps/testing/example.impromptu.app';
const MAIL: AppParts['mail'] = {
  by: 'files',
  folder: tmpdir(),
  from: 'hello@impromptu.example',
  budget: { perHour: 1, perDay: 1 },
};
const AUTHOR = { who: 'test', at: TEST_NOW };
const MAYA = { id: 'maya & co', username: 'maya', firstName: 'Maya', profileImageUrl: null };
const NAMELESS = { ...MAYA, id: 'name,less', username: '', firstName: null };

/** The addresses to which a page leads on a platform: those of its links, and the argument of the banner. */
function addressesOn(html: string, platform: 'android' | 'other'): string[] {
  const shown = html.replaceAll(/<script.*?<\/script>/gs, '');
  const hidden = platform === 'android' ? /\bnot-android\b/ : /\bandroid-only\b/;
  const links = [...shown.matchAll(/<a (?:[^>]*\s)?href="([^"]*)"[^>]*>/g)];
  const banner = /name="apple-itunes-app"[^>]*app-argument=([^"]*)"/.exec(shown)?.[1];
  return [
    ...links.filter(([link]) => !hidden.test(link)).map(([, address = '']) => address),
    ...(banner === undefined || platform === 'android' ? [] : [banner]),
  ].map((address) => address.replaceAll('&amp;', '&'));
}

/** Whom a link names: the key and the value in its query. */
type Named = readonly [key: string, value: string];

/** What the next page or the app gets from this address of a page. Undefined if it cannot get anything, as from Apple and from a test. */
async function passedOn(site: TestApp, from: string, address: string) {
  const referer = `${TEST_PUBLIC_URL}${from}`;
  const { origin, hostname, pathname, search, searchParams } = new URL(address, referer);
  if (address === TEST) return undefined;
  if (hostname === 'play.google.com')
    return { query: new URLSearchParams(searchParams.get('referrer') ?? '') };
  if (origin !== TEST_PUBLIC_URL) return undefined;
  // An invite's links to the waitlist must name the inviter themselves.
  if (from.startsWith(INVITE_PATH) && pathname === '/')
    return { path: `/${search}`, query: searchParams };
  const url = `${pathname}${search}`;
  const headers = { host: new URL(TEST_PUBLIC_URL).host, referer };
  const answer = await site.app.inject({ url, headers });
  const path = answer.statusCode === 302 ? String(answer.headers.location) : url;
  return { path, query: new URL(path, TEST_PUBLIC_URL).searchParams };
}

async function openPage(site: TestApp, path: string): Promise<Set<string>> {
  const { statusCode, headers, body } = await site.app.inject(path);
  assert.equal(statusCode, 200, path);
  assert.equal(headers['referrer-policy'], 'same-origin', path);
  assert.doesNotMatch(body, /\{\{/, path);
  return new Set([...addressesOn(body, 'android'), ...addressesOn(body, 'other')]);
}

/** Follows each link, and from there every link within the site. @returns the number of pages */
async function walk(site: TestApp, [key, value]: Named, starts: string[]): Promise<number> {
  const paths = new Set(starts);
  const lost = new Set<string>();
  for (const path of paths) {
    for (const address of await openPage(site, path)) {
      const passed = await passedOn(site, path, address);
      // Google Play gives the app only inviters, because the app does not know members of the waitlist.
      if (!passed || (passed.path === undefined && key !== 'ref')) continue;
      if (passed.path) paths.add(passed.path);
      if (passed.query.get(key) !== value) lost.add(`${path} -> ${address}`);
    }
  }
  assert.deepEqual([...lost], []);
  return paths.size;
}

/** A site in this state, which knows both inviters. */
async function createSite(app: AppPlatforms, mail: AppParts['mail']): Promise<TestApp> {
  const change: AppChange = {
    ios: app.ios,
    iosLink: isInStore(app.ios) ? STORE : BETA,
    ...(app.android === 'test'
      ? { android: 'beta', androidLink: TEST }
      : { android: app.android, androidLink: app.android === 'soon' ? null : PLAY }),
  };
  return await createTestApp({ mail }, undefined, async (url) => {
    const storage = await openTestStorage(url);
    const changed = await storage.availability.change(change, AUTHOR);
    assert.ok('after' in changed, JSON.stringify(changed));
    for (const inviter of [MAYA, NAMELESS]) await storage.inviters.put(inviter);
    return storage;
  });
}

describe('every link that leads on keeps the friend', () => {
  // Each state of either platform comes with and without letters.
  for (const [n, app] of appPlatforms.entries()) {
    const mail = n % 2 ? MAIL : undefined;
    const letters = mail ? 'with letters' : 'without letters';
    test(`while iOS is ${app.ios} and Android ${app.android}, ${letters}`, async () => {
      await using site = await createSite(app, mail);
      for (const { id } of [MAYA, NAMELESS]) {
        const ref = String(new URLSearchParams({ ref: id }));
        const starts = [inviteLink(id), `${INVITE_PATH}?plan=p1&${ref}`, `/?${ref}`];
        assert.ok((await walk(site, ['ref', id], starts)) > 6);
      }
      for (const [key, value] of [
        ['via', 'k7mw2pqd'],
        ['from', 'tiktok'],
      ] as const)
        assert.ok((await walk(site, [key, value], [`/?${key}=${value}`])) > 4);
    });
  }
});
