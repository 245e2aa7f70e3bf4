// Long because the panel's states follow one another: asked, sent, started, stopped.
import { expect, type Locator, type Page } from '@playwright/test';
import { DAY_MS, dayOf, isoDay, MINUTE_MS } from '../contract/durations.ts';
import { LAUNCH_DELETION_DAYS, lackOfLaunch, RESTORED } from '../contract/launch.ts';
import { noRecipients } from '../contract/mailings.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { nameOfDay } from '../server/letters/launch-paragraphs.ts';
import type { Storage } from '../storage/open.ts';
import { query } from '../testing/databases/test-databases.ts';
import { PLENTY } from '../testing/databases/test-mail.ts';
import { WAITING_LETTERS } from '../testing/mail-site.ts';
import { WITH_POSTAL_ADDRESS } from '../testing/server-process.ts';
import { launchTexts as texts } from '../web/screens/analytics/mailings/launch-texts.ts';
import { mailingTexts } from '../web/screens/analytics/mailings/mailing-texts.ts';
import { actTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import {
  type AnalyticsSite,
  analyticsScreen,
  author,
  test as base,
  startAnalyticsSite,
} from './analytics-site.ts';
import { expectNoFaults } from './find-faults.ts';
import { findViolations } from './violations.ts';

const { form, preview } = mailingTexts;
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const formatDate = (day: string) => DATE.format(Date.parse(day));
const APP_STORE = 'https://apps.apple.com/app/id1234567890';

const test = base.extend<{ launchSite: AnalyticsSite; parts: ReturnType<typeof partsOf> }>({
  launchSite: async ({ engine, share }, use) =>
    use(await share(`${engine}, launch`, () => startLaunchSite(engine))),

  analyticsSite: async ({ launchSite }, use) => use(launchSite),

  /** The panels for an admin with the right. */
  parts: async ({ page, admin: _, watch }, use) => {
    watch.allowComplaint(/^Blocked script execution in .*\/api\/mailings\/frame/);
    await page.goto(`${ANALYTICS_PATH}?place=mailings`);
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
  const people = await launch.countConcerned(at);
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
async function sendNext({ letters }: Storage): Promise<void> {
  const at = Date.now();
  const letter = await letters.take(PLENTY, at + 11 * MINUTE_MS);
  if (typeof letter === 'string') throw new Error(`No letter: ${letter}`);
  await letters.finish(letter.id, { state: 'accepted', reply: '', at });
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
      item: mailings.locator('.list > .list-item').first(),
    },
  };
}

test('the launch letter goes to those who have not got it, and the deletion is started after a question that names whom it concerns @main', async ({
  parts: { panel, button, act, status, heading, figure, mailings },
  launchSite: { storage },
  adminPhone,
}) => {
  const lack = lackOfLaunch(await stateOf(storage)) ?? '';
  await expect(panel).toContainText(lack);
  await expect(mailings.launch).toBeDisabled();
  await expect(mailings.launch).toHaveAccessibleDescription(lack);
  await storage.availability.change({ ios: 'launched', iosLink: APP_STORE }, author);
  await storage.audit.record({ ...author, at: Date.now() }, 'test-mailing');
  // The server follows the state of the app within a second.
  await expect(async () => {
    await button(actTexts.again).click();
    await expect(panel).toContainText(texts.unsent, { timeout: 500 });
  }).toPass();
  await mailings.button(actTexts.again).click();
  await mailings.panel.getByLabel(form.subject).fill('We are live');
  await mailings.panel.getByLabel(form.words).fill('Come in.');
  await mailings.launch.check();
  await mailings.button(form.preview).click();
  const letter = mailings.panel.frameLocator('iframe').locator('body');
  const at = Date.now() + LAUNCH_DELETION_DAYS * DAY_MS + 10 * MINUTE_MS;
  await expect(letter).toContainText(`not before ${nameOfDay(dayOf(at))}.`);
  await mailings.button(preview.send(3)).click();
  // The panel shows what the other one has changed.
  const notYet = 'The deletion can be started once the mailing has ended.';
  await expect(panel).toContainText(notYet);
  await mailings.button(mailingTexts.takeBack).click();
  await mailings.button(/^Take Mailing \d+ Back$/).click();
  await expect(panel).toContainText(texts.unsent);
  await expect(mailings.launch).toBeChecked();
  await mailings.button(form.preview).click();
  await mailings.button(preview.send(3)).click();
  await expect(mailings.item).toContainText('Launch letter, to everybody');
  await expect(panel).toContainText(notYet);

  await sendNext(storage);
  await sendNext(storage);
  await storage.mailings.end(author);
  await button(actTexts.again).click();
  await expect(figure('Told')).toHaveText('2');
  await button(texts.start(5)).press('Enter');
  await expect(panel).toContainText(
    `Delete 5 addresses? Day of deletion: not before ${formatDate(isoDay(at))}. Got the letter: 2. Never got a letter: 3 (told elsewhere: 0, never confirmed: 2, not reached: 1).`,
  );
  await act(texts.start(5)).press('Enter');
  await expect(status).toHaveText(texts.isStarted);
  await expect(heading).toBeFocused();
  await expect(panel).toContainText(`by ${adminPhone}: 0 deleted, 5 left.`);
  await button(texts.stop).press('Enter');
  await expect(status).toHaveText(texts.stopped);
});

test('a launch letter to no person says why', async ({
  parts: { mailings },
  launchSite: { storage },
}) => {
  // The letter of iOS was sent.
  await tellElsewhere(storage, 2);
  await mailings.panel.getByLabel(form.subject).fill('We are live');
  await mailings.panel.getByLabel(form.words).fill('Come in.');
  await mailings.launch.check();
  await mailings.button(form.preview).click();
  await expect(mailings.panel.getByText(noRecipients.launch)).toBeVisible();
});

test('after a restore the panels say what to look up, and nothing begins before an admin has done so', async ({
  parts: { panel, button, act, status, mailings },
  launchSite: { storage, databaseUrl },
}) => {
  await query(databaseUrl, "INSERT INTO notice (name, told) VALUES ('restored', '')");
  await button(actTexts.again).click();
  await mailings.button(actTexts.again).click();
  await expect(panel).toContainText(RESTORED);
  await expect(mailings.panel).toContainText(RESTORED);
  await button(texts.goOn).click();
  await act(texts.goOn).click();
  await expect(status).toHaveText(texts.wentOn);
  await expect(panel).not.toContainText(RESTORED);
  expect(await storage.mailings.isHeld()).toBe(false);
});

test('can be read and pressed at every size and scheme', async ({
  page,
  parts: { button, cancel },
}) => {
  await button(texts.start(5)).click();
  await expect(cancel).toBeFocused();
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
    parts: { panel, button, act, status, figure },
    analyticsSite: { storage },
  }) => {
    await join(storage, 'ana');
    await button(actTexts.again).click();
    await expect(panel).toContainText('This site sends no mail');
    await expect(panel).toContainText(texts.elsewhere);
    await expect(panel.getByRole('button')).toHaveText([actTexts.again]);
    await tellElsewhere(storage);
    await button(actTexts.again).click();
    await expect(figure('Told elsewhere')).toHaveText('1');
    await button(texts.start(1)).click();
    await act(texts.start(1)).click();
    await expect(status).toHaveText(texts.isStarted);
  });
});

async function stateOf({ availability }: Storage) {
  return (await availability.read()).state;
}
