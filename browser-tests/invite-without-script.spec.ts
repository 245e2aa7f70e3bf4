import { type BrowserContextOptions, devices, expect, type Page } from '@playwright/test';
import { brand } from '../brand.ts';
import { INVITE_PATH, inviteLink } from '../contract/screens.ts';
import { expectNoFaults } from './find-faults.ts';
import { ANDROID_AGENT, DESKTOP_AGENT, inviteOf, newInviter } from './invites.ts';
import { test as base } from './site.ts';

const phone = { width: 360, height: 740 };
const iphone = { userAgent: devices['iPhone 15'].userAgent, viewport: phone };
const android = { userAgent: ANDROID_AGENT, viewport: phone };
const desktop = { userAgent: DESKTOP_AGENT, viewport: { width: 1440, height: 900 } };

/** A page outside of the context that the fixtures watch: the browser reports each script that did not run. */
const test = base.extend<{ open: (options: BrowserContextOptions) => Promise<Page> }>({
  open: async ({ browser, site }, use) => {
    const opened: Page[] = [];
    await use(async (options) => {
      opened.push(await browser.newPage({ baseURL: site.url, ...options }));
      return opened.at(-1) as Page;
    });
    for (const page of opened) await page.close();
  },
});

/** As a company's proxy does. */
async function forbidScripts(page: Page): Promise<void> {
  await page.route(`**${INVITE_PATH}?*`, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': "script-src 'none'" };
    await route.fulfill({ response, headers });
  });
}

/** As Cloudflare's Rocket Loader does, whose own script the policy of the page forbids. */
async function rewriteScripts(page: Page): Promise<void> {
  await page.route(`**${INVITE_PATH}?*`, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replaceAll('<script>', '<script type="0a1b2c-text/javascript">');
    await route.fulfill({ response, body });
  });
}

async function loseBundle(page: Page): Promise<void> {
  await page.route('**/assets/*.js', (route) => route.abort());
}

const none = async () => {};

for (const [name, options, prepare] of [
  ['without JavaScript', { ...desktop, javaScriptEnabled: false }, none],
  ['on a phone without JavaScript', { ...android, javaScriptEnabled: false }, none],
  ['behind a proxy that forbids scripts', iphone, forbidScripts],
  ['behind a proxy that rewrites scripts', android, rewriteScripts],
  ['on an iPhone whose script is lost', iphone, loseBundle],
  ['on Android whose script is lost', android, loseBundle],
  ['on a desktop whose script is lost', desktop, loseBundle],
] as const) {
  test(`${name}, a friend’s link names the friend, and links to the beta and to the waitlist`, async ({
    open,
    site,
  }) => {
    const page = await open(options);
    await prepare(page);
    const { heading, get, loading, limited, oops } = inviteOf(page);
    const firstName = 'Zoë <b>';
    const { id, link } = await newInviter(site, { firstName });
    for (const [path, called, query] of [
      [link, firstName, `?ref=${id}`],
      [inviteLink('unknown'), 'A friend', ''],
    ] as const) {
      await page.goto(path);
      await expect(heading(called)).toBeInViewport({ ratio: 1 });
      await expect(get).toBeInViewport({ ratio: 1 });
      await expect(get).toHaveAttribute('href', brand.betaLink);
      const waitlist = page.locator(`a[href="/${query}#email"]`).filter({ visible: true });
      await expect(waitlist.first()).toBeInViewport({ ratio: 1 });
      for (const hidden of [loading, limited, oops]) await expect(hidden).toBeHidden();
    }
  });
}

test('without its script, a link with a long name has no faults', async ({ open, site }) => {
  const page = await open(desktop);
  await loseBundle(page);
  await page.goto((await newInviter(site, { firstName: 'Ana María '.repeat(10) })).link);
  await expect(inviteOf(page).get).toBeVisible();
  await expectNoFaults(page);
});
