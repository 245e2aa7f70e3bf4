// Long because it walks every act of the dashboard, with each of its ends.
import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { DAY_MS, isoDay, MINUTE_MS } from '../contract/durations.ts';
import { FRESH_CODE_MS, rightErrors } from '../contract/identity.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { PLENTY } from '../testing/databases/test-mail.ts';
import { launchTexts } from '../web/screens/analytics/mailings/launch-texts.ts';
import { mailingTexts } from '../web/screens/analytics/mailings/mailing-texts.ts';
import { actTexts, dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { waitlistTexts } from '../web/screens/analytics/waitlist/waitlist-texts.ts';
import {
  type AnalyticsSite,
  author,
  test as base,
  enterFreshCode,
  tabLink,
} from './analytics-site.ts';
import { countCalls } from './site.ts';

const { waves, people } = waitlistTexts;
const { app, table } = dashboardTexts;
const { form, preview, recipients } = mailingTexts;

const test = base.extend<{ panel: (title: string) => Locator }>({
  panel: async ({ page, admin: _ }, use) => {
    await page.goto(`${ANALYTICS_PATH}?tab=waitlist`);
    await use((title) => page.getByRole('region', { name: title, exact: true }));
  },
});

test.describe.configure({ mode: 'serial' });
test.use({ hasRight: true, hasInviters: false, sendsMail: true, ownSite: 'acts' });
test.use({
  signUps: {
    confirmed: ['ana', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal'].map(
      (name) => `${name}@x.example`,
    ),
    asked: ['ina@x.example', 'jon@x.example'],
  },
});

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Sends the next letter of the running mailing, with an uncertain result. */
async function sendNext({ letters }: AnalyticsSite['storage']): Promise<void> {
  const letter = await letters.take(PLENTY, Date.now() + 11 * MINUTE_MS);
  if (typeof letter === 'string') throw new Error(`No letter: ${letter}`);
  await letters.finish(letter.id, { state: 'uncertain', reply: '', at: Date.now() });
}

/** Names of buttons. */
interface Act {
  /** Acts in a question, if the pressed button asks one. */
  asked?: string | RegExp;
  /** What is changed between the code and the next press. */
  meanwhile?: () => Promise<unknown>;
  /** The button after that; null if there is none any more. */
  again?: string | RegExp | null;
}

test('by keyboard, after a code nothing has happened whatever was changed meanwhile, and the next press does what its button then names, on small and large screens', async ({
  page,
  context,
  panel,
  analyticsSite,
  adminPhone,
  watch,
}) => {
  // 401 is the answer to a request that began before a code replaced the session.
  watch.allowComplaint(/status of (401|403|409)/);
  const { storage, letters } = analyticsSite;
  const button = (part: Locator, name: string | RegExp) =>
    part.getByRole('button', { name, exact: true });
  const done = async () =>
    (await storage.audit.entries())
      .filter(({ who }) => who === adminPhone)
      .map(({ act, detail }) => `${act} ${detail}`.trim());
  /** An act begins on the first screen and ends on the second. For the next act they change places. */
  const widths = [390, 1440];

  /**
   * Presses a button while the code is old, changes something, and enters a code.
   *
   * @param expected what the audit has after the second press, and no other act
   */
  async function walk(
    part: Locator,
    name: string | RegExp,
    expected: string | readonly string[],
    { asked, meanwhile, again = name }: Act = {},
  ): Promise<void> {
    await test.step(String(name), async () => {
      const before = (await done()).length;
      // Panels also look at what has changed.
      const isOf = (act: string) => expected.includes(act) || !act.startsWith('see-');
      const since = async () => [...new Set((await done()).slice(before).filter(isOf))];
      const [width = 0, otherWidth = 0] = widths.reverse();
      await page.setViewportSize({ width, height: 844 });
      await analyticsSite.signIn(context, adminPhone, Date.now() - FRESH_CODE_MS);
      const first = button(part, name).first();
      // A press before the answer to the act before is ignored.
      await expect(first).not.toHaveAttribute('aria-disabled', 'true');
      const dialog = part.getByRole('dialog');
      const send = dialog.getByRole('button', { name: /^Send a Code to/ });
      const cancel = button(dialog, actTexts.cancel);
      const pressIt = async () => {
        await press(page, 'Enter');
        if (!asked) return;
        await expect(cancel).toBeFocused();
        await press(page, 'Tab', 'Enter');
      };
      await first.focus();
      await pressIt();
      await expect(send).toBeFocused();
      await expect(dialog.getByText('The code only renews your sign-in.')).toBeVisible();
      await cancel.press('Enter');
      await expect(first, 'Cancel goes back to the button').toBeFocused();
      await pressIt();
      await enterFreshCode(page, dialog, analyticsSite, adminPhone);
      await expect(part.getByText(actTexts.renewed)).toBeVisible();
      await expect(first, 'and so does the code').toBeFocused();
      expect(await since(), 'after the code').toEqual([]);
      await meanwhile?.();
      if (again === null) return;
      await page.setViewportSize({ width: otherWidth, height: 844 });
      await button(part, again).first().focus();
      await pressIt();
      await expect.poll(since).toEqual([expected].flat());
      // The answer moves the focus, and would take it from what is pressed next.
      await expect(part.locator('[aria-disabled=true]')).toHaveCount(0);
    });
  }

  const inPeople = panel(people.title);
  const field = inPeople.getByRole('searchbox');
  await walk(inPeople, people.show, 'see-addresses page 1 by place');
  const search = (text: string) => ({ meanwhile: () => field.fill(text) });
  await walk(inPeople, actTexts.download, 'download-addresses', search('ben'));
  await field.fill('');
  await walk(inPeople, table.find, 'see-addresses page 1 of a search', search('an'));
  await expect(inPeople.locator('tbody tr')).toHaveCount(1);
  await field.fill('');
  await press(page, 'Enter');
  await expect(inPeople.locator('tbody tr')).toHaveCount(8);

  const [ana, ben, cleo] = ['ana@x.example', 'ben@x.example', 'cleo@x.example'];
  const seen = page.waitForResponse(`**${calls.listWaves.path}`);
  await walk(inPeople, people.remove.of(ana), 'remove-address', {
    asked: people.remove.of(ana),
    meanwhile: () => storage.waitlist.erase(ben, Date.now()),
  });
  await expect(inPeople.getByRole('status')).toHaveText(people.remove.done(ana));
  await seen;

  const inWaves = panel(waves.title);
  const count = inWaves.getByLabel(waves.field);
  const number = (people: string) => () => count.fill(people);
  await walk(inWaves, /^(Show Waves|Refresh)$/, 'see-waves');
  await count.fill('3');
  await walk(inWaves, waves.takeNext('3'), 'take-people 2 people, wave 1', {
    meanwhile: number('2'),
    again: waves.takeNext('2'),
  });
  const waveOf = async (id: number) => (await storage.waves.list(9)).find((one) => one.id === id);
  // A press before the answer is ignored.
  await expect(inWaves.getByRole('status')).toContainText('Wave 1 is reserved');
  await count.fill('1');
  await button(inWaves, waves.takeNext('1')).press('Enter');
  await expect(inWaves.getByRole('status')).toContainText('Wave 2 is reserved');
  await walk(
    inWaves,
    waves.csvOf('play', 1),
    ['download-testers wave 1 for Google Play', 'invite-wave wave 1'],
    { meanwhile: number('3') },
  );
  const undo = (people: number) =>
    `Set Back ${people === 1 ? '1 Person' : `${people} People`} of Wave 1`;
  const back = async () => {
    const [email = ''] = await storage.waves.people(1);
    await storage.personStates.back(email, author);
  };
  // The number that was asked about is not there any more.
  await walk(inWaves, undo(2), [], { asked: undo(2), meanwhile: back });
  await expect(inWaves.getByRole('status')).toContainText('the number of people has changed');
  await walk(inWaves, undo(1), 'undo-wave wave 1', {
    asked: undo(1),
    meanwhile: number('2'),
  });
  expect((await waveOf(2))?.reserved).toBe(1);

  const [reserved = ''] = await storage.waves.people(2);
  const row = inPeople.locator('tbody tr', { hasText: reserved });
  await button(inPeople, table.find).press('Enter');
  await expect(row).toContainText(people.states.reserved(2));
  await walk(inPeople, people.back.of(reserved), 'move-back who was reserved', {
    asked: people.back.of(reserved),
    ...search(cleo),
  });
  await expect(inPeople.getByRole('status')).toHaveText(people.back.done(reserved));
  await expect(row).toContainText(people.states.waiting());
  await expect(row).toBeFocused();
  const figures = inWaves.locator('.list > li').first().locator('dl > div');
  await expect(figures.filter({ hasText: waves.figures.back }).locator('dd')).toHaveText('1');

  await tabLink(page, 'mailings').press('Enter');
  const inMail = panel(mailingTexts.title);
  await expect(button(inMail, dashboardTexts.refresh)).toBeVisible();
  const words = inMail.getByLabel(form.words);
  await walk(inMail, dashboardTexts.refresh, 'see-mailings');
  await inMail.getByLabel(form.subject).fill('Doors');
  await words.fill('Come in, old.');
  const write = (text: string) => ({ meanwhile: () => words.fill(text) });
  await walk(inMail, form.preview, 'preview-mailing next', write('Come in.'));
  const letter = inMail.frameLocator('iframe').locator('body');
  await expect(letter).toContainText('Come in.');
  const to = inMail.getByLabel(preview.to);
  const address = (email: string) => ({ meanwhile: () => to.fill(email) });
  await to.fill('old@example.com');
  await walk(inMail, preview.test, 'test-mailing', address('me@example.com'));
  expect(letters.map(({ to }) => to)).toEqual([['me@example.com']]);
  const send = /^Send to \d+$/;
  await walk(inMail, send, [], { ...write('Come in, all.'), again: null });
  await expect(button(inMail, send)).toHaveCount(0);
  await button(inMail, form.preview).press('Enter');
  await expect(letter).toContainText('Come in, all.');
  await walk(inMail, send, 'send-mailing mailing 1 to 6 people', address('you@example.com'));
  expect((await storage.mailings.find())?.words).toBe('Come in, all.');
  await button(inMail, mailingTexts.pause).press('Enter');
  const resume = mailingTexts.resume(6);
  await expect(button(inMail, resume)).toBeVisible();
  await walk(inMail, resume, 'resume-mailing mailing 1', { asked: resume });
  await sendNext(storage);
  await sendNext(storage);
  await button(inMail, dashboardTexts.refresh).press('Enter');
  const part = 'see-mailing uncertain of mailing 1';
  await walk(inMail, `2 ${mailingTexts.parts.uncertain}`, part);
  await walk(inMail, actTexts.download, part);
  const [one = '', two = ''] = await inMail
    .locator('.mailing-part li')
    .locator('span:first-child')
    .filter({ hasText: '@' })
    .allInnerTexts();
  const delivered = recipients.of(recipients.delivered, one);
  await walk(inMail, delivered, 'assume-delivered letter 1 of mailing 1');
  const again = recipients.of(recipients.again, two);
  await walk(inMail, again, 'send-letter-again letter 2 of mailing 1');
  const end = mailingTexts.endNow(1);
  await walk(inMail, end, 'end-mailing mailing 1', { asked: end });

  const inLaunch = panel(launchTexts.title);
  // The panel also reads again after what was sent.
  await page.reload();
  await expect(button(inLaunch, dashboardTexts.refresh)).toBeVisible();
  await walk(inLaunch, dashboardTexts.refresh, 'see-launch');
  const join = () => storage.waitlist.join('kim@x.example', Date.now());
  // Asked about two, and there are three now.
  const [ask, askMore] = ['Ask 2 People to Confirm', 'Ask 3 People to Confirm'];
  await walk(inLaunch, ask, [], { asked: ask, meanwhile: join });
  await expect(inLaunch.getByRole('status')).toContainText('has changed');
  await walk(inLaunch, askMore, 'ask-unconfirmed 3 people', { asked: askMore });
  const at = Date.now();
  await storage.launch.tellElsewhere(at, 1, author);
  const all = (await storage.launch.figures()).newest?.people ?? 0;
  const start = (people: number) => `Start the Deletion of ${people} Addresses`;
  await button(inLaunch, dashboardTexts.refresh).press('Enter');
  await expect(button(inLaunch, start(all))).toBeVisible();
  const eraseOne = () => storage.waitlist.erase('kim@x.example', Date.now());
  // Asked about all of them, and there is one less now.
  await walk(inLaunch, start(all), [], { asked: start(all), meanwhile: eraseOne });
  await expect(inLaunch.getByRole('status')).toContainText('has changed');
  const dayIn = (days: number) => isoDay(at + days * DAY_MS);
  const started = `start-deletion ${all - 1} people, not before ${dayIn(30)}`;
  await walk(inLaunch, start(all - 1), started, { asked: start(all - 1) });
  const [stop] = launchTexts.acts.stop();
  const [move] = launchTexts.moveDay(dayIn(40));
  await walk(inLaunch, stop, 'stop-deletion of launch 1');
  const day = inLaunch.getByLabel(launchTexts.day);
  await day.fill(dayIn(40));
  const [moveLater] = launchTexts.moveDay(dayIn(50));
  await walk(inLaunch, move, `move-deletion launch 1, not before ${dayIn(50)}`, {
    asked: move,
    meanwhile: () => day.fill(dayIn(50)),
    again: moveLater,
  });

  await tabLink(page, 'app').press('Enter');
  const inApp = panel(app.title);
  const state = (name: string) =>
    inApp.getByRole('group', { name: 'iOS' }).getByText(name, { exact: true });
  await state(app.states.preorder).click();
  await walk(inApp, app.save, 'change-app iOS paused, Android soon', {
    meanwhile: () => state(app.states.paused).click(),
  });
  await walk(inApp, app.undo, 'undo-app iOS beta, Android soon');
});

test('a second press is ignored until the first is answered, and a lost answer says what is not known', async ({
  page,
  context,
  panel,
  analyticsSite,
  adminPhone,
  watch,
}) => {
  watch.allowComplaint(/ERR_FAILED|status of 403/);
  const { storage } = analyticsSite;
  const [twice, lost] = ['twice@y.example', 'lost@y.example'];
  for (const email of [twice, lost]) {
    await storage.waitlist.join(email, Date.now() - 1);
    await storage.members.confirm(email, Date.now());
  }
  const inPeople = panel(people.title);
  const status = inPeople.getByRole('status');
  const remove = async (email: string) => {
    await inPeople
      .getByRole('button', { name: people.remove.of(email), exact: true })
      .press('Enter');
    await press(page, 'Tab', 'Enter');
  };
  await inPeople.getByRole('button', { name: people.show }).press('Enter');
  const { path } = calls.removeAddress;
  const sent = countCalls(page, calls.removeAddress);
  const answer = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  await remove(twice);
  await press(page, 'Enter');
  answer.resolve();
  await expect(status).toHaveText(people.remove.done(twice));
  expect(sent()).toBe(1);
  await page.unroute(`**${path}`);

  await page.route(
    `**${path}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await remove(lost);
  await expect(status).toHaveText(people.unanswered);
  await expect(
    inPeople.getByRole('button', { name: people.remove.of(lost), exact: true }),
  ).toBeFocused();
  await remove(lost);
  await expect(status).toHaveText(people.remove.before(lost));

  // The answer asks for a code, and the admin has pressed something else meanwhile.
  const asked = Promise.withResolvers<void>();
  await page.route(`**${calls.listAddresses.path}`, async (route) => {
    await asked.promise;
    await route.continue();
  });
  await analyticsSite.signIn(context, adminPhone, Date.now() - FRESH_CODE_MS);
  await inPeople.getByRole('button', { name: table.find, exact: true }).press('Enter');
  await panel(waves.title).getByRole('button', { name: dashboardTexts.refresh }).press('Enter');
  await expect(panel(waves.title).getByRole('dialog')).toBeVisible();
  asked.resolve();
  await expect(status).toHaveText(rightErrors.codeNeeded);
  await expect(page.getByRole('dialog')).toHaveCount(1);
});
