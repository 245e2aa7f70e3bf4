import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { calls } from '../../contract/calls.ts';
import { TWILIO_SETTINGS } from '../../testing/fakes/twilio-settings.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { readSettings } from '../settings/read-settings.ts';

const CURL = { 'user-agent': 'curl/8.5.0' };
const HEADLESS = {
  'user-agent':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
};
const LOCAL = { PUBLIC_URL: 'http://localhost:3000', ...TWILIO_SETTINGS };
const PUBLIC = { PUBLIC_URL: 'https://impromptu.example', ...TWILIO_SETTINGS };

describe('a robot', () => {
  let site: TestApp;
  before(async () => {
    site = await openSite({});
  });
  after(() => site.close());

  const tools: Record<string, Record<string, string>> = {
    curl: CURL,
    'a headless browser': HEADLESS,
    'a program without a User-Agent': { 'user-agent': '' },
  };
  for (const [who, headers] of Object.entries(tools)) {
    test(`is counted like a person if only this machine can reach the site: ${who}`, async () => {
      for (const host of ['localhost:3000', '127.0.0.1', '[::1]:3000']) {
        assert.deepEqual(await view(site, { ...headers, host }), { counted: 1 });
      }
    });
  }

  test('is not counted if it is a prefetch or a link preview', async () => {
    const ahead = { ...CURL, 'sec-purpose': 'prefetch' };
    assert.deepEqual(await view(site, ahead), { prefetch: 1 });
    const preview = { 'user-agent': 'facebookexternalhit/1.1' };
    assert.deepEqual(await view(site, preview), { 'link-preview': 1 });
  });

  const notOwn: Record<string, Record<string, string>> = {
    Forwarded: { forwarded: 'for=127.0.0.1' },
    'X-Forwarded-For': { 'x-forwarded-for': '127.0.0.1' },
    'X-Forwarded-Host': { 'x-forwarded-host': 'localhost' },
    'X-Forwarded-Proto': { 'x-forwarded-proto': 'http' },
    'an empty X-Forwarded header of any name': { 'x-forwarded-anything': '' },
    'X-Real-IP': { 'x-real-ip': '127.0.0.1' },
    Via: { via: '1.1 localhost' },
    'the Host of a public site': { host: 'impromptu.example' },
    'the Host of an address in the local network': { host: '192.168.0.5:3000' },
    'a Host that only begins with localhost': { host: 'localhost.example' },
  };
  for (const [what, headers] of Object.entries(notOwn)) {
    test(`is not counted in a request with ${what}`, async () => {
      assert.deepEqual(await view(site, { ...CURL, ...headers }), { bot: 1 });
    });
  }

  test('is not counted if the address of its connection is not local', async () => {
    assert.deepEqual(await view(site, CURL, '203.0.113.7'), { bot: 1 });
  });

  for (const environment of [
    PUBLIC,
    { NODE_ENV: 'production', ...PUBLIC },
    { HOST: '0.0.0.0', ...PUBLIC },
    { TRUSTED_PROXIES: '10.0.0.5', ...PUBLIC },
    { TRUSTED_PROXIES: '10.0.0.5', ...LOCAL },
    { NODE_ENV: 'production', ...LOCAL },
  ]) {
    const named = JSON.stringify(environment).slice(1, 60);
    test(`is not counted if other machines may reach the site: ${named}`, async () => {
      const exposed = await openSite(environment);
      assert.deepEqual(await view(exposed, CURL), { bot: 1 });
      await exposed.close();
    });
  }
});

async function openSite(environment: Record<string, string>): Promise<TestApp> {
  const site = await createTestApp(readSettings(environment));
  const profile = { username: 'ana_92', firstName: 'Ana', profileImageUrl: null };
  await site.storage.inviters.put({ id: 'ana', ...profile });
  return site;
}

/** Sends one view. @returns the counters that the view has changed: `counted`, or the reason why it was not counted */
async function view(
  { app, storage }: TestApp,
  headers: Record<string, string>,
  remoteAddress = '127.0.0.1',
): Promise<Record<string, number>> {
  const before = await read();
  const response = await app.inject({
    method: calls.trackInvite.method,
    url: calls.trackInvite.path,
    remoteAddress,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify({ refUserId: 'ana', action: 'page_view' }),
  });
  assert.deepEqual(response.json(), { tracked: true });
  const changes = Object.entries(await read()).map(([what, count]): [string, number] => [
    what,
    count - (before[what] ?? 0),
  ]);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));

  async function read(): Promise<Record<string, number>> {
    const { total, excluded } = await storage.inviteEvents.totals();
    return { counted: total.pageViews, ...excluded };
  }
}
