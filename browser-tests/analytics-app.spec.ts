import { devices, expect, type Page } from '@playwright/test';
import { brand } from '../brand.ts';
import { calls } from '../contract/calls.ts';
import { FRESH_CODE_MS, signInErrors } from '../contract/identity.ts';
import { INVITE_PATH } from '../contract/screens.ts';
import { signInTexts } from '../web/screens/analytics/analytics-texts.ts';
import { dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { type AnalyticsSite, author, openDashboard, tabLink, test } from './analytics-site.ts';
import { expectNoFaults } from './find-faults.ts';
import { ANDROID_AGENT, DESKTOP_AGENT, newInviter } from './invites.ts';
import { findViolations } from './violations.ts';

const { app: texts } = dashboardTexts;
const PLAY = 'https://play.google.com/store/apps/details?id=example.impromptu.app';
const CLOSED_TEST = 'https://play.google.com/apps/testing/example.impromptu.app';
const STORE = 'https://apps.apple.com/app/impromptu/id1234567890';
const BETA = 'https://testflight.apple.com/join/AbC123';

const agents = {
  iPhone: devices['iPhone 15'].userAgent,
  Android: ANDROID_AGENT,
  Computer: DESKTOP_AGENT,
};

test.describe.configure({ mode: 'serial' });
// These tests add inviters and change the app, which others on a shared site would see.
test.use({ hasRight: true, ownSite: 'app' });

function panelOf(page: Page) {
  const panel = page.getByRole('region', { name: texts.title });
  return {
    open: tabLink(page, 'app'),
    panel,
    status: panel.getByRole('status'),
    choose: (state: keyof typeof texts.states, platform = 'iOS') =>
      panel.getByRole('group', { name: platform }).getByLabel(texts.states[state], { exact: true }),
    /** Presses the state, as a finger does. */
    pick: (state: keyof typeof texts.states, platform = 'iOS') =>
      panel
        .getByRole('group', { name: platform })
        .getByText(texts.states[state], { exact: true })
        .click(),
    link: panel.getByLabel(texts.link('iOS'), { exact: true }),
    save: panel.getByRole('button', { name: texts.save }),
    undo: panel.getByRole('button', { name: texts.undo }),
  };
}

const inviteOf = async (site: AnalyticsSite) =>
  await (await fetch(`${site.url}${INVITE_PATH}`)).text();

test('an admin tries a link, saves it and brings the old one back, and invites follow', async ({
  page,
  admin: _,
  analyticsSite,
  watch,
}) => {
  watch.allowComplaint(/status of 400/);
  await openDashboard(page);
  const { open, panel, status, choose, link, save, undo } = panelOf(page);
  await open.click();
  await expect(choose('beta')).toBeChecked();
  await link.fill('https://evil.example/join/AbC123');
  await save.click();
  await expect(status).toContainText('While iOS is "Beta", its link must be https://testflight');
  const code = panel.getByRole('img', { name: texts.code('iOS') });
  await expect(code).toHaveCount(0);
  await link.fill(BETA);
  await expect(status).toHaveText('');
  await expect(code).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await expectNoFaults(page);
  await save.press('Enter');
  await expect(status).toHaveText(texts.saved);
  await expect(save).toBeFocused();
  await expect.poll(() => inviteOf(analyticsSite)).toContain(BETA);
  await undo.click();
  await expect(link).toHaveValue('');
  await expect.poll(() => inviteOf(analyticsSite)).toContain(brand.betaLink);
});

test('before saving, the panel shows the button and the sentences that each device then gets', async ({
  page,
  browser,
  admin: _,
  analyticsSite,
}) => {
  await openDashboard(page);
  const { open, panel, status, pick, link, save } = panelOf(page);
  await open.click();
  const onAndroid = panel.getByLabel(texts.link('Android'), { exact: true });
  const offers = panel.getByRole('region', { name: texts.offers.title });
  for (const [ios, iosLink, android, androidLink] of [
    ['paused', '', 'beta', PLAY],
    ['preorder', STORE, 'preregister', PLAY],
    ['launched', STORE, 'beta', CLOSED_TEST],
    ['beta', BETA, 'soon', ''],
  ] as const) {
    await pick(ios);
    await link.fill(iosLink);
    await pick(android, 'Android');
    await onAndroid.fill(androidLink);
    const promised = await offers.getByRole('listitem').allInnerTexts();
    await save.click();
    await expect(status).toHaveText(texts.saved);
    const [first = ''] = promised;
    // The note of the platforms is the same with and without an inviter.
    const note = first.match(/^(In|Pre-order|Available) .*$/m)?.[0] ?? 'The beta is full';
    await expect.poll(() => inviteOf(analyticsSite)).toContain(note);
    const invited = await newInviter(analyticsSite);
    for (const [device, userAgent] of Object.entries(agents)) {
      const context = await browser.newContext({ baseURL: analyticsSite.url, userAgent });
      const invite = await context.newPage();
      await invite.goto(invited.link);
      const words = promised.find((text) => text.startsWith(device))?.split(/\n+/) ?? [];
      const button = invite.locator('.invitation-actions .button').filter({ visible: true });
      const notes = invite
        .locator('.platforms:not(.without-script) span')
        .filter({ visible: true });
      expect([
        await button.first().innerText(),
        ...(await notes.allInnerTexts()).map((text) => text.replace('Mia', 'your friend')),
      ]).toEqual(words.slice(1, -1));
      await context.close();
    }
  }
  await pick('launched');
  await expect(status).toHaveText('');
  await expect(offers).toContainText(
    `${texts.offers.unsaved} While iOS is "Launched", its link must be https://apps.apple.com`,
  );
  expect(await findViolations(page)).toEqual([]);
  await expectNoFaults(page);
  const { storage } = analyticsSite;
  await storage.availability.change({ ios: 'beta', iosLink: null }, author);
});

test('where a new code is needed, a failure is said and the same press tries again; a code is replaced', async ({
  page,
  context,
  adminPhone,
  analyticsSite,
  watch,
}) => {
  watch.allowComplaint(/status of (403|401|429)/);
  await analyticsSite.signIn(context, adminPhone, Date.now() - FRESH_CODE_MS);
  await openDashboard(page);
  const { open, panel, status, save } = panelOf(page);
  await open.click();
  await page.route(
    `**${calls.sendCode.path}`,
    (route) => route.fulfill({ status: 429, json: { error: 'Too many.' } }),
    { times: 1 },
  );
  await save.press('Enter');
  const button = panel.getByRole('button', { name: /^Send a Code to \+1…\d\d$/ });
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const alert = panel.getByRole('alert').filter({ hasText: /./ });
  await expect(alert).toHaveText(signInErrors.tooManyRequests);
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  const field = panel.getByLabel(signInTexts.code.label);
  await expect(field).toBeFocused();
  const old = await analyticsSite.codeFor(adminPhone);
  await panel.getByRole('button', { name: signInTexts.code.again }).press('Enter');
  await expect(field).toHaveValue('');
  await expect(field).toBeFocused();
  await expect.poll(() => analyticsSite.codeFor(adminPhone)).not.toBe(old);
  await page.keyboard.type(await analyticsSite.codeFor(adminPhone));
  await page.setViewportSize({ width: 390, height: 844 });
  const hidden = await field.evaluate((one) => one.scrollWidth - one.clientWidth);
  expect(hidden, 'all six digits are seen').toBe(0);
  await page.keyboard.press('Enter');
  await expect(save).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(status).toHaveText(texts.saved);
});
