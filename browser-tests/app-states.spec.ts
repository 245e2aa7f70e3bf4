import { type BrowserContext, devices, expect, type Page } from '@playwright/test';
import { brand } from '../brand.ts';
import { type AppChange, platformsOf } from '../contract/availability.ts';
import { INVITE_PATH } from '../contract/screens.ts';
import { platformsNote } from '../web/design/offer-texts.ts';
import { expectNoFaults } from './find-faults.ts';
import { ANDROID_AGENT, DESKTOP_AGENT, expectCounts, inviteOf, newInviter } from './invites.ts';
import { test as base, type Site, startSite } from './site.ts';
import { findViolations } from './violations.ts';

const STORE = 'https://apps.apple.com/app/impromptu/id1234567890';
const PLAY = 'https://play.google.com/store/apps/details?id=example.impromptu.app';
const TEST = 'https://play.google.com/apps/testing/example.impromptu.app';
const IPHONE_AGENT = devices['iPhone 15'].userAgent;
const agents = { iphone: IPHONE_AGENT, android: ANDROID_AGENT, desktop: DESKTOP_AGENT };
type Agent = keyof typeof agents;

/** These tests change the state of the app, so they do not share a site with other tests. */
const test = base.extend<{ site: Site; pageOn: (agent: Agent) => Promise<Page> }>({
  site: async ({ engine, share }, use) => {
    await use(await share('app states', () => startSite(engine, { RATE_LIMITS: 'off' })));
  },
  pageOn: async ({ browser, site }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (agent) => {
      const isDesktop = agent === 'desktop';
      const context = await browser.newContext({
        baseURL: site.url,
        userAgent: agents[agent],
        viewport: isDesktop ? { width: 1440, height: 900 } : { width: 360, height: 740 },
      });
      contexts.push(context);
      return await context.newPage();
    });
    for (const context of contexts) await context.close();
  },
});

test.describe.configure({ mode: 'serial' });

/** Changes the state, and waits until the site follows. */
async function changeTo(site: Site, ...changes: AppChange[]): Promise<void> {
  for (const change of changes) {
    const changed = await site.storage.availability.change(change, { who: 'test', at: Date.now() });
    expect(changed).toHaveProperty('after');
  }
  const { state } = await site.storage.availability.read();
  const link = state.ios === 'paused' ? 'The beta is full' : state.iosLink;
  const page = () => expect.poll(async () => (await fetch(`${site.url}${INVITE_PATH}`)).text());
  await page().toContain(link ?? brand.betaLink);
  // A pre-order and the launched app have the same link.
  if (state.ios !== 'paused') await page().toContain(platformsNote(platformsOf(state)));
  if (state.androidLink === null || state.android === 'soon') await page().not.toContain(PLAY);
  else await page().toContain(state.androidLink);
}

const START: AppChange[] = [
  { ios: 'beta', iosLink: null },
  { android: 'soon', androidLink: null },
];

/**
 * The states in which pages have the most buttons on Android, and the one whose pages can say that the beta is full.
 * `analytics-app.spec.ts` tests the button that each device sees in each state, and `app-pages.test.ts` where it leads.
 */
const states: Readonly<Record<string, AppChange[]>> = {
  beta: [],
  paused: [{ ios: 'paused' }],
  'in a closed test for Android': [{ android: 'beta', androidLink: TEST }],
  'on pre-order for iOS, in pre-registration for Android': [
    { ios: 'preorder', iosLink: STORE },
    { android: 'preregister', androidLink: PLAY },
  ],
  'launched for both': [
    { ios: 'launched', iosLink: STORE },
    { android: 'launched', androidLink: PLAY },
  ],
};

for (const [name, changes] of Object.entries(states)) {
  test(`with the app ${name}, every page looks right`, async ({ site, pageOn }) => {
    await changeTo(site, ...START, ...changes);
    const { link, id } = await newInviter(site);
    const isPaused = name === 'paused';
    for (const agent of isPaused
      ? (['iphone', 'android', 'desktop'] as const)
      : ['android' as const]) {
      const page = await pageOn(agent);
      for (const path of [link, `${INVITE_PATH}?plan=p`, INVITE_PATH, `/?ref=${id}`]) {
        await page.goto(path);
        const full = (await page.locator('body').innerText()).match(/beta [\w ]*is full/g) ?? [];
        expect(full.length, `${agent} on ${path}: ${full}`).toBeLessThan(2);
        if (isPaused) continue;
        await expect(page.locator('html'), `the display font of ${path}`).toHaveAttribute(
          'data-fonts',
        );
        expect(await findViolations(page), path).toEqual([]);
        await expectNoFaults(page);
      }
    }
  });
}

test('after the button was pressed, the page says what comes next where it can be done, with the friend’s name in any script; this and the platforms stay after a return to the tab', async ({
  site,
  pageOn,
}) => {
  await changeTo(site, ...START);
  for (const [agent, firstName] of [
    ['iphone', 'Maya'],
    ['iphone', 'مايا'],
    ['iphone', '麻也'],
    ['android', 'Maya'],
    ['desktop', 'Maya'],
  ] as const) {
    const page = await pageOn(agent);
    await page
      .context()
      .route(`${brand.betaLink}**`, (route) => route.fulfill({ body: 'The beta' }));
    await page.goto((await newInviter(site, { firstName })).link);
    const steps = page.getByRole('list').filter({ hasText: 'TestFlight' });
    await expect(steps).toBeHidden();
    await inviteOf(page).get.click();
    if (firstName === 'مايا') {
      expect(await findViolations(page)).toEqual([]);
      await expectNoFaults(page);
    }
    for (const back of [
      undefined,
      () => page.reload(),
      () => page.goto('/terms').then(() => page.goBack()),
    ]) {
      if (back && firstName !== 'Maya') break;
      await back?.();
      await expect(page.getByText(platformsNote({ ios: 'beta', android: 'soon' }))).toBeVisible();
      await expect(page.getByText('Nothing happens?')).toBeHidden();
      if (agent !== 'iphone') await expect(steps).toBeHidden();
      else {
        await expect(steps.getByRole('listitem')).toHaveText([
          'Install it from TestFlight.',
          `Tap ${firstName}’s link once more: it opens in the app and connects you two.`,
        ]);
      }
    }
  }
});

test('on Android, a press of the button for Google Play is counted, and the page says what comes next', async ({
  site,
  pageOn,
}) => {
  await changeTo(site, ...START, { android: 'launched', androidLink: PLAY });
  const { link, id } = await newInviter(site);
  const page = await pageOn('android');
  await page.context().route(`${PLAY}**`, (route) => route.fulfill({ body: 'The store' }));
  await page.goto(link);
  const opened = page.context().waitForEvent('page');
  await inviteOf(page).get.filter({ visible: true }).click();
  const store = await opened;
  await store.waitForURL(`${PLAY}&referrer=ref%3D${id}`);
  await expectCounts(site, id, { views: 1, downloads: 1 });
  await expect(page.getByText('Install it from Google Play.')).toBeVisible();
  await expect(page.getByText('Install it from TestFlight.')).toBeHidden();
});

test('the banner of a launched app has the page’s address as its argument, also that of an event', async ({
  site,
  pageOn,
}) => {
  await changeTo(site, ...START, { ios: 'launched', iosLink: STORE });
  const page = await pageOn('iphone');
  const { link, id } = await newInviter(site);
  for (const path of [
    link,
    `${INVITE_PATH}?plan=dinner&ref=${id}`,
    `${INVITE_PATH}?plan=dinner$$-$&`,
    INVITE_PATH,
  ]) {
    await page.goto(path);
    await expect(page.locator('meta[name="apple-itunes-app"]')).toHaveAttribute(
      'content',
      // The personal page has the public address of the site, which a test does not set.
      new RegExp(`^app-id=1234567890, app-argument=http://[^/]+${RegExp.escape(path)}$`),
    );
  }
});

test('a visitor who has joined is not asked to join again on Android', async ({ site, pageOn }) => {
  await changeTo(site, ...START);
  const { link } = await newInviter(site);
  const page = await pageOn('android');
  const join = page.getByRole('link', { name: 'Join the waitlist' });
  await page.goto(link);
  await expect(join).toBeVisible();
  await page.evaluate(() => localStorage.setItem('lit_window', 'lit'));
  await page.reload();
  await expect(inviteOf(page).get).toBeVisible();
  await expect(join).toBeHidden();
});

test('in the browser of an app, the page also tells the way to the real browser', async ({
  site,
  browser,
}) => {
  await changeTo(site, ...START);
  const { link } = await newInviter(site);
  const viewport = { width: 320, height: 560 };
  const webView = IPHONE_AGENT.replace(/ Version.*/, ' Mobile/15E148');
  for (const userAgent of [
    `${webView} Instagram 312.0.0.19.118`,
    `${IPHONE_AGENT} musical_ly_32.5.0 BytedanceWebview/d8a21c6`,
    `${IPHONE_AGENT} [FBAN/FBIOS;FBAV/443.0.0.29.113]`,
    `${ANDROID_AGENT} Snapchat/12.61.0.48`,
    `${IPHONE_AGENT} Barcelona 300.0.0.12.109`,
    `${IPHONE_AGENT} Line/14.1.0`,
    `${IPHONE_AGENT} MicroMessenger/8.0.47(0x18002f2c) NetType/WIFI`,
    `${ANDROID_AGENT} [LinkedInApp]/4.1.919`,
    // Telegram, which the user agent does not name.
    IPHONE_AGENT,
    ANDROID_AGENT,
    `${webView} of an app without a name`,
    ANDROID_AGENT.replace(') ', '; wv) '),
  ]) {
    const context = await browser.newContext({ baseURL: site.url, userAgent, viewport });
    await context.route(`${brand.betaLink}**`, (route) => route.fulfill({ body: 'The beta' }));
    const page = await context.newPage();
    const injected = { [IPHONE_AGENT]: 'TelegramWebviewProxy', [ANDROID_AGENT]: 'TelegramWebview' };
    await page.addInitScript(
      (name) => name && Object.assign(window, { [name]: {} }),
      injected[userAgent],
    );
    await page.goto(link);
    await inviteOf(page).get.click();
    await expect(page.getByText('Nothing happens?'), userAgent).toBeInViewport({ ratio: 0.9 });
    const outside = page.getByRole('link', { name: 'Open in browser' });
    if (userAgent.includes('Android')) {
      const address = `intent://${new URL(site.url).host}${link}#Intent;scheme=http;end`;
      await expect(outside).toHaveAttribute('href', address);
    } else {
      await expect(outside).toBeHidden();
      await expect(page.getByText('Press ••• and Open in browser.')).toBeVisible();
    }
    await context.close();
  }
});
