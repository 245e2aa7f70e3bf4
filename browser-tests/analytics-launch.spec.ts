// Long because the panel's states follow one another: asked, sent, started, stopped.
import { expect, type Locator, type Page } from '@playwright/test';
import { MINUTE_MS } from '../contract/durations.ts';
import { FRESH_CODE_MS } from '../contract/identity.ts';
import { describeNotAsked, describeNotStarted, lackOfLaunch } from '../contract/launch.ts';
import { noRecipients } from '../contract/mailings.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import type { Storage } from '../storage/open.ts';
import { PLENTY } from '../testing/databases/test-mail.ts';
import { WAITING_LETTERS } from '../testing/mail-site.ts';
import { WITH_POSTAL_ADDRESS } from '../testing/server-process.ts';
import { actTexts } from '../web/screens/analytics/dashboard/act-texts.ts';
import { launchTexts as texts } from '../web/screens/analytics/dashboard/launch-texts.ts';
import { mailingTexts } from '../web/screens/analytics/dashboard/mailing-texts.ts';
import {
  type AnalyticsSite,
  analyticsScreen,
  author,
  test as base,
  enterFreshCode,
  startAnalyticsSite,
} from './analytics-site.ts';
import { expectNoFaults } from './find-faults.ts';
import { findViolations } from './violations.ts';

const { form, preview } = mailingTexts;
const APP_STORE = 'https://apps.apple.com/app/id1234567890';

const test = base.extend<{ launchSite: AnalyticsSite; parts: ReturnType<typeof partsOf> }>({
  launchSite: async ({ engine, share }, use) =>
    use(await share(`${engine}, launch`, () => startLaunchSite(engine))),

  analyticsSite: async ({ launchSite }, use) => use(launchSite),

  /** The panels for an admin with the right. */
  parts: async ({ page, admin: _, watch }, use) => {
    watch.allowComplaint(/^Blocked script execution in .*\/api\/mailings\/frame/);
    await page.goto(`${ANALYTICS_PATH}?tab=waitlist`);
    await use(partsOf(page));
  },
});

test.describe.configure({ mode: 'serial' });
test.use({ hasRight: true });

/** Three people have confirmed, and two have not. No letter leaves. */
async function startLaunchSite(engine: string) {
  const env = { ...WAITING_LETTERS, ...WITH_POSTAL_ADDRESS };
  const started = await startAnalyticsSite(engine, false, env);
  for (const name of ['ana', 'ben', 'cleo']) await confirm(started.server.storage, name);
  for (const name of ['dan', 'eve']) await join(started.server.storage, name);
  return started;
}

async function tellElsewhere({ launch }: Storage, platforms = 1): Promise<void> {
  const at = Date.now();
  const people = await launch.countToldElsewhere(at);
  await launch.tellElsewhere({ people, at, platforms }, author);
}

function join({ waitlist }: Storage, name: string): Promise<unknown> {
  return waitlist.join(`${name}@${name}.example`, Date.now() - 1);
}

async function confirm(storage: Storage, name: string): Promise<void> {
  await join(storage, name);
  await storage.members.confirm(`${name}@${name}.example`, Date.now());
}

/** Sends the next letter of the mailing. */
async function sendNext({ mailingLetters }: Storage): Promise<void> {
  const at = Date.now();
  const letter = await mailingLetters.takeTurn(PLENTY, at + 11 * MINUTE_MS);
  if (typeof letter === 'string') throw new Error(`No letter: ${letter}`);
  await mailingLetters.finish(letter.id, { state: 'accepted', reply: '', at });
}

function partsOf(page: Page) {
  const panel = page.getByRole('region', { name: texts.title, exact: true });
  const mailings = page.getByRole('region', { name: mailingTexts.title, exact: true });
  const buttonIn = (part: Locator) => (name: string | RegExp) =>
    part.getByRole('button', { name, exact: true });
  return {
    panel,
    button: buttonIn(panel),
    status: panel.getByRole('status'),
    /** Of the question. */
    act: (name: string) => panel.locator('.act-place').getByRole('button', { name, exact: true }),
    cancel: panel.getByRole('button', { name: actTexts.cancel, exact: true }),
    heading: panel.getByRole('heading', { name: texts.title }),
    figure: analyticsScreen(page).card,
    mailings: {
      panel: mailings,
      button: buttonIn(mailings),
      launch: mailings.getByLabel(form.launch),
      item: mailings.locator('.mailings-list > li').first(),
    },
  };
}

test('people who never confirmed are asked once, by the number that the admin saw @main', async ({
  page,
  parts: { panel, button, act, status, cancel, heading, mailings },
  launchSite: { storage },
  watch,
}) => {
  watch.allowComplaint(/status of 409/);
  await button(texts.show).press('Enter');
  const lack = lackOfLaunch(await stateOf(storage)) ?? '';
  await expect(panel).toContainText(lack);
  await mailings.button(mailingTexts.show).click();
  await expect(mailings.launch).toBeDisabled();
  await expect(mailings.launch).toHaveAccessibleDescription(lack);
  await button(texts.ask(2)).press('Enter');
  await expect(panel).toContainText(texts.sureAsk(2));
  await expect(cancel).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(texts.ask(2))).toBeFocused();
  await page.keyboard.press('Enter');
  await join(storage, 'fay');
  await act(texts.ask(2)).press('Enter');
  await expect(status).toHaveText(describeNotAsked.changed);
  await expect(button(texts.ask(3))).toBeFocused();
  // The second press of a double press only asks.
  await page.keyboard.press('Enter');
  await expect(panel).toContainText(texts.sureAsk(3));
  await expect(cancel).toBeFocused();
  expect(await storage.launch.askedAt()).toBeUndefined();
  await act(texts.ask(3)).press('Enter');
  await expect(status).toHaveText(texts.asked(3));
  await expect(heading).toBeFocused();
  await expect(panel).toContainText('Asked on');
  await expect(button(texts.ask(3))).toHaveCount(0);
  expect(await storage.launch.askedAt()).toBeDefined();
});

test('the launch letter goes to those who have not got it, and the deletion is started by the number that the admin saw, and stopped @main', async ({
  page,
  context,
  parts: { panel, button, act, status, cancel, heading, figure, mailings },
  launchSite,
  adminPhone,
  watch,
}) => {
  watch.allowComplaint(/status of (403|409)/);
  const { storage } = launchSite;
  await storage.availability.change({ ios: 'launched', iosLink: APP_STORE }, author);
  await storage.audit.record({ ...author, at: Date.now() }, 'test-mailing');
  await button(texts.show).click();
  // The server follows the state of the app within a second.
  await expect(async () => {
    await button(mailingTexts.again).click();
    await expect(panel).toContainText(texts.unsent, { timeout: 500 });
  }).toPass();
  await mailings.button(mailingTexts.show).click();
  await mailings.panel.getByLabel(form.subject).fill('We are live');
  await mailings.panel.getByLabel(form.words).fill('Come in.');
  await mailings.launch.check();
  await mailings.button(form.preview).click();
  const letter = mailings.panel.frameLocator('iframe').locator('body');
  await expect(letter.getByRole('link', { name: 'App Store' })).toHaveAttribute('href', APP_STORE);
  await mailings.button(preview.send(3)).click();
  await expect(mailings.item).toContainText('Launch letter, to everybody');
  // The panel shows what the other one has changed.
  await expect(figure(texts.figures.open[0])).toHaveText('6');
  await expect(panel).toContainText(texts.notYet);

  await mailings.button(mailingTexts.takeBack).click();
  await mailings.button(/^Take Mailing \d+ Back$/).click();
  await expect(panel).toContainText(texts.unsent);
  await expect(button(texts.start(6))).toHaveCount(0);
  await expect(mailings.launch).toBeChecked();
  await mailings.button(form.preview).click();
  await mailings.button(preview.send(3)).click();
  await expect(panel).toContainText(texts.notYet);

  await sendNext(storage);
  await sendNext(storage);
  await button(mailingTexts.again).click();
  await expect(figure(texts.figures.told[0])).toHaveText('2');
  await expect(button(texts.start(2))).toHaveCount(0);
  await storage.mailings.end(author);
  await button(mailingTexts.again).click();
  await expect(figure(texts.figures.unconfirmed[0])).toHaveText('3');
  await button(texts.start(6)).press('Enter');
  await expect(panel).toContainText(
    'Delete 6 addresses? Told of the launch: 2. Never told: 4, of which 3 never confirmed, and 1 got no letter at this address.',
  );
  await storage.members.leave('fay@fay.example', Date.now());
  await act(texts.start(6)).press('Enter');
  await expect(status).toHaveText(describeNotStarted.changed);
  await expect(button(texts.start(5))).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel).toContainText('Delete 5 addresses?');
  await expect(cancel).toBeFocused();
  await launchSite.signIn(context, adminPhone, Date.now() - FRESH_CODE_MS);
  await act(texts.start(5)).press('Enter');
  await enterFreshCode(page, panel, launchSite, adminPhone);
  await expect(cancel).toBeFocused();
  await act(texts.start(5)).press('Enter');
  await expect(status).toHaveText(texts.isStarted);
  await expect(heading).toBeFocused();
  await expect(panel).toContainText(`by ${adminPhone}: 0 deleted, 5 left, the last on`);
  await expect(button(texts.start(5))).toHaveCount(0);
  await button(texts.stop).press('Enter');
  await expect(status).toHaveText(texts.stopped);
  await expect(button(texts.start(5))).toBeVisible();
  expect((await storage.launch.figures()).started).toBeUndefined();
});

test('a launch letter that was sent elsewhere says so, and one to no person says why', async ({
  parts: { button, figure, mailings },
  launchSite: { storage },
}) => {
  // Of Android: the letter of iOS was sent.
  await tellElsewhere(storage, 2);
  await mailings.button(mailingTexts.show).click();
  await expect(mailings.item.getByRole('heading')).toHaveText(/: Launch letter, sent elsewhere$/);
  await expect(mailings.item).toContainText(mailingTexts.states.elsewhere);
  await expect(mailings.item.getByRole('button')).toHaveCount(0);
  await mailings.panel.getByLabel(form.subject).fill('We are live');
  await mailings.panel.getByLabel(form.words).fill('Come in.');
  await mailings.launch.check();
  await mailings.button(form.preview).click();
  await expect(mailings.panel.getByText(noRecipients.launch)).toBeVisible();
  await button(texts.show).click();
  await expect(figure(texts.figures.told[0])).toHaveText('5');
});

test('can be read and pressed at every size and scheme', async ({
  page,
  parts: { panel, button, cancel },
}) => {
  await button(texts.show).click();
  await button(texts.start(5)).click();
  await expect(cancel).toBeFocused();
  await expect(panel).toContainText('until the app for Android has its letter');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findViolations(page)).toEqual([]);
  }
  await expectNoFaults(page);
});

test.describe('on a site without mail', () => {
  test.use({
    analyticsSite: async ({ engine, share }, use) =>
      use(await share(`${engine}, launch elsewhere`, () => startAnalyticsSite(engine, false))),
  });

  test('the panel names the command that begins the time, asks no person to confirm, and starts the deletion', async ({
    parts: { panel, button, act, status, figure, mailings },
    analyticsSite: { storage },
  }) => {
    await join(storage, 'ana');
    await button(texts.show).click();
    await expect(panel).toContainText('This site sends no mail');
    await expect(panel).toContainText(texts.elsewhere);
    await expect(panel.getByRole('button')).toHaveText([mailingTexts.again]);
    await tellElsewhere(storage);
    await button(mailingTexts.again).click();
    await expect(figure(texts.figures.told[0])).toHaveText('1');
    await button(texts.start(1)).click();
    await act(texts.start(1)).click();
    await expect(status).toHaveText(texts.isStarted);
    await mailings.button(mailingTexts.show).click();
    await expect(mailings.item.getByRole('heading')).toHaveText(/: Launch letter, sent elsewhere$/);
  });
});

async function stateOf({ availability }: Storage) {
  return (await availability.read()).state;
}
