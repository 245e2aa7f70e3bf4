import { expect, type Locator, type Page } from '@playwright/test';
import { DAY_MS, dayOf, isoDay, MINUTE_MS } from '../contract/durations.ts';
import {
  HELD,
  LAUNCH_DELETION_DAYS,
  lackOfLaunch,
  MAX_MOVED_DAYS,
  nameOfDay,
  RESTORED,
} from '../contract/launch.ts';
import { letterStates, noRecipients } from '../contract/mailings.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { query } from '../testing/databases/test-databases.ts';
import { confirm, join, STORE, send } from '../testing/databases/test-launch.ts';
import { WAITING_LETTERS } from '../testing/mail-site.ts';
import { WITH_POSTAL_ADDRESS } from '../testing/server-process.ts';
import { launchTexts as texts } from '../web/screens/analytics/mailings/launch-texts.ts';
import { mailingTexts } from '../web/screens/analytics/mailings/mailing-texts.ts';
import { actTexts, dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { author, test as base, startAnalyticsSite } from './analytics-site.ts';
import { expectNoFaults } from './find-faults.ts';
import { expectNoViolations } from './violations.ts';

const { form, preview } = mailingTexts;
const [goOn, wentOn = ''] = texts.acts['go-on']();
const START = 'Start the Deletion of 5 Addresses';
const IS_SET =
  'The deletion is set for its day. You can stop it until the first address is deleted.';

const test = base.extend<{ parts: ReturnType<typeof partsOf> }>({
  analyticsSite: async ({ engine, share }, use) =>
    use(await share(`${engine}, launch`, () => startLaunchSite(engine))),

  /** The panels for an admin with the right. */
  parts: async ({ page, admin: _, watch }, use) => {
    watch.allowComplaint(/^Blocked script execution in .*\/api\/mailings\/frame/);
    await page.goto(`${ANALYTICS_PATH}?tab=mailings`);
    await use(partsOf(page));
  },
});

test.describe.configure({ mode: 'serial' });
test.use({ hasRight: true });

/** Three people have confirmed, and two have not. No letter leaves. */
async function startLaunchSite(engine: string) {
  const env = { ...WAITING_LETTERS, ...WITH_POSTAL_ADDRESS };
  const started = await startAnalyticsSite(engine, false, env);
  await confirm(started.server.storage, ['ana', 'ben', 'cleo'], Date.now());
  await join(started.server.storage, ['dan', 'eve'], Date.now() - 1);
  return started;
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
    act: (name: string) => panel.getByRole('dialog').getByRole('button', { name, exact: true }),
    mailings: {
      panel: mailings,
      button: buttonIn(mailings),
      launch: mailings.getByLabel(form.launch),
      async preview() {
        await mailings.getByLabel(form.subject).fill('We are live');
        await mailings.getByLabel(form.words).fill('Come in.');
        await mailings.getByLabel(form.launch).check();
        await buttonIn(mailings)(form.preview).click();
      },
    },
  };
}

test('the launch letter goes to those who have not got it, and the deletion is started after a question that names whom it concerns @main', async ({
  parts: { panel, button, act, status, mailings },
  analyticsSite: { storage },
  adminPhone,
}) => {
  await expect(panel).toContainText('No launch has begun.');
  await expect(mailings.launch).toBeDisabled();
  const lack = lackOfLaunch((await storage.availability.read()).state) ?? '';
  await expect(mailings.launch).toHaveAccessibleDescription(lack);
  await storage.availability.change({ ios: 'launched', iosLink: STORE }, author);
  await storage.audit.record({ ...author, at: Date.now() }, 'test-mailing');
  await mailings.button(dashboardTexts.refresh).click();
  await mailings.preview();
  const letter = mailings.panel.frameLocator('iframe').locator('body');
  const day = nameOfDay(dayOf(Date.now() + 10 * MINUTE_MS) + LAUNCH_DELETION_DAYS);
  await expect(letter).toContainText(`not before ${day}.`);
  await mailings.button(preview.send(3)).click();
  // The panel shows what the other one has changed.
  await expect(panel).toContainText('The deletion can be started once the mailing has ended.');
  await mailings.button(/^Take Back/).click();
  await mailings.panel
    .getByRole('dialog')
    .getByRole('button', { name: /^Take Back/ })
    .click();
  await expect(panel).toContainText('No launch has begun.');
  await expect(mailings.launch).toBeChecked();
  await mailings.button(form.preview).click();
  await mailings.button(preview.send(3)).click();
  await expect(panel).toContainText('The deletion can be started once the mailing has ended.');

  await send(storage, Date.now() + 11 * MINUTE_MS, 'accepted', 2);
  await storage.mailings.end(author);
  await button(dashboardTexts.refresh).click();
  await expect(panel.locator('.figures > div')).toContainText([
    'Addresses5',
    'Got a letter2',
    'Never got one3never confirmed: 2, not sent yet or refused: 1',
  ]);
  await button(START).press('Enter');
  const question = `Delete 5 addresses, not before ${day}? 3 of them never got a letter.`;
  await expect(panel).toContainText(question);
  await act(START).press('Enter');
  await expect(status).toHaveText(IS_SET);
  await expect(panel.getByRole('heading', { name: texts.title })).toBeFocused();
  await expect(panel).toContainText(`The deletion is set for its day, by ${adminPhone} on`);
  const moved = panel.getByLabel(texts.day);
  for (const refused of [Date.parse(`${day} UTC`), Date.now() + (MAX_MOVED_DAYS + 1) * DAY_MS]) {
    await moved.fill(isoDay(refused));
    await moved.press('Enter');
    await expect(panel.locator(':invalid').and(moved)).toBeVisible();
    await expect(panel.getByRole('dialog')).toHaveCount(0);
  }
});

test('a launch letter to no person says why, and after a restore nothing begins before an admin has looked up what was sent', async ({
  parts: { panel, button, act, status, mailings },
  analyticsSite: { storage, databaseUrl },
}) => {
  // The letter of iOS was sent.
  await storage.launch.tellElsewhere(Date.now(), 2, author);
  await mailings.preview();
  await expect(mailings.panel.getByText(noRecipients.launch)).toBeVisible();
  await query(databaseUrl, "INSERT INTO notice (name, told) VALUES ('restored', '')");
  await query(
    databaseUrl,
    `UPDATE letter SET state = 0 WHERE mailing = 2 AND state = ${letterStates.length - 1}`,
  );
  await query(databaseUrl, "UPDATE mailing SET paused_why = '', ended_at = NULL WHERE id = 2");
  await button(dashboardTexts.refresh).click();
  await mailings.button(dashboardTexts.refresh).click();
  await expect(panel).toContainText(RESTORED);
  await expect(mailings.panel).toContainText(HELD);
  await expect(mailings.button(/^End/)).toBeVisible();
  await expect(mailings.button(/^Resume/)).toHaveCount(0);
  await button(goOn).click();
  await act(goOn).click();
  await expect(status).toHaveText(wentOn);
  await expect(panel).not.toContainText(RESTORED);
  await expect(mailings.panel).not.toContainText(HELD);
  await expect(mailings.button(/^Resume/)).toBeVisible();
  await storage.mailings.end(author);
});

test('can be read and pressed at every size and scheme', async ({ page, parts: { button } }) => {
  await button(START).click();
  await expect(button(actTexts.cancel)).toBeFocused();
  await expectNoViolations(page);
  await expectNoFaults(page);
  await page.keyboard.press('Escape');
  await expectNoFaults(page);
});
