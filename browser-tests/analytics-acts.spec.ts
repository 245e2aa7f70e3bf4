// Long because it walks every act of the dashboard, with each of its ends.
import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { DAY_MS, isoDay, MINUTE_MS } from '../contract/durations.ts';
import { FRESH_CODE_MS, rightErrors } from '../contract/identity.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { PLENTY } from '../testing/databases/test-mail.ts';
import { startFakeMailServer } from '../testing/fakes/fake-mail-server.ts';
import { WITH_POSTAL_ADDRESS } from '../testing/server-process.ts';
import { launchTexts } from '../web/screens/analytics/mailings/launch-texts.ts';
import { mailingTexts } from '../web/screens/analytics/mailings/mailing-texts.ts';
import { actTexts, dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { waitlistTexts } from '../web/screens/analytics/waitlist/waitlist-texts.ts';
import {
  type AnalyticsSite,
  author,
  test as base,
  enterFreshCode,
  placeLink,
  startAnalyticsSite,
} from './analytics-site.ts';
import { countCalls } from './site.ts';

const { waves, people } = waitlistTexts;
const { app } = dashboardTexts;
const { form, preview, recipients } = mailingTexts;

interface ActsSite extends AnalyticsSite {
  letters: readonly { to: string[] }[];
}

const test = base.extend<{ actsSite: ActsSite; panel: (title: string) => Locator }>({
  // Each walk begins on a new site.
  actsSite: async ({ engine, share, viewport }, use) =>
    use(await share(`${engine}, acts at ${viewport?.width} px`, () => startActsSite(engine))),
  analyticsSite: async ({ actsSite }, use) => use(actsSite),
  panel: async ({ page, admin: _, watch }, use) => {
    watch.allowComplaint(/^Blocked script execution in .*\/api\/mailings\/frame/);
    await page.goto(`${ANALYTICS_PATH}?place=waitlist`);
    await use((title) => page.getByRole('region', { name: title, exact: true }));
  },
});

test.describe.configure({ mode: 'serial' });
test.use({ hasRight: true });

async function startActsSite(engine: string) {
  const mail = await startFakeMailServer();
  const { server, stop } = await startAnalyticsSite(engine, false, {
    SMTP_URL: `smtp://127.0.0.1:${mail.server.port}`,
    MAIL_FROM: 'hello@impromptu.example',
    ...WITH_POSTAL_ADDRESS,
  });
  const { waitlist, members } = server.storage;
  for (const name of ['ana', 'ben', 'cleo', 'dan', 'eve', 'fay', 'gus', 'hal']) {
    await waitlist.join(`${name}@x.example`, Date.now() - 1);
    await members.confirm(`${name}@x.example`, Date.now());
  }
  for (const name of ['ina', 'jon']) await waitlist.join(`${name}@x.example`, Date.now() - 1);
  return {
    server: { ...server, letters: mail.letters },
    async stop() {
      await stop();
      await mail.close();
    },
  };
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Sends the next letter of the running mailing, with an uncertain result. */
async function sendNext({ letters }: AnalyticsSite['storage']): Promise<void> {
  const letter = await letters.take(PLENTY, Date.now() + 11 * MINUTE_MS);
  if (typeof letter === 'string') throw new Error(`No letter: ${letter}`);
  await letters.finish(letter.id, { state: 'uncertain', reply: '', at: Date.now() });
}

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test(
      'by keyboard, after a code nothing has happened whatever was changed meanwhile, and the next press does what its button then names',
      walkAllActs,
    );
  });
}

async function walkAllActs({
  page,
  context,
  panel,
  actsSite,
  adminPhone,
  watch,
}: Parameters<Parameters<typeof test>[2]>[0]): Promise<void> {
  watch.allowComplaint(/status of (403|409)/);
  const { storage, letters } = actsSite;
  const button = (part: Locator, name: string | RegExp) =>
    part.getByRole('button', { name, exact: true });
  const done = async () =>
    (await storage.audit.entries())
      .filter(({ who }) => who === adminPhone)
      .map(({ act, detail }) => `${act} ${detail}`.trim());

  /**
   * Presses a button while the code is old, changes something, and enters a code.
   *
   * @param asked of an act with a question: the name of the button that acts
   * @param expected what the audit has after the second press, and no other act
   */
  async function walk(
    part: Locator,
    name: string | RegExp,
    asked: string | RegExp | undefined,
    meanwhile: () => Promise<unknown>,
    again: string | RegExp | undefined,
    ...expected: string[]
  ): Promise<void> {
    await test.step(String(name), async () => {
      const before = (await done()).length;
      // Panels also look at what has changed.
      const isOf = (act: string) => expected.includes(act) || !act.startsWith('see-');
      const since = async () => [...new Set((await done()).slice(before).filter(isOf))];
      await actsSite.signIn(context, adminPhone, Date.now() - FRESH_CODE_MS);
      const first = button(part, name).first();
      // A press before the answer to the act before is ignored.
      await expect(first).not.toHaveAttribute('aria-disabled', 'true');
      await first.press('Enter');
      const cancel = button(part, actTexts.cancel);
      if (asked) {
        await expect(cancel).toBeFocused();
        await press(page, 'Tab', 'Enter');
      }
      const send = part.getByRole('button', { name: /^Send a Code to/ });
      await expect(send).toBeFocused();
      await expect(part.getByText('The code only renews your sign-in.')).toBeVisible();
      await button(part, actTexts.cancel).press('Enter');
      await expect(first, 'Cancel goes back to the button').toBeFocused();
      await press(page, 'Enter');
      if (asked) {
        await expect(cancel).toBeFocused();
        await press(page, 'Tab', 'Enter');
      }
      await expect(send).toBeFocused();
      await meanwhile();
      await send.focus();
      await enterFreshCode(page, part, actsSite, adminPhone);
      await expect(page.getByText(actTexts.renewed)).toBeVisible();
      expect(await since(), 'after the code').toEqual([]);
      if (again === undefined) return;
      const next = button(part, again).last();
      await next.focus();
      await press(page, 'Enter');
      await expect.poll(since).toEqual(expected);
    });
  }
  const nothing = async () => {};

  const inPeople = panel(people.title);
  const field = inPeople.getByRole('searchbox');
  await walk(
    inPeople,
    people.show,
    undefined,
    nothing,
    people.show,
    'see-addresses page 1 by place',
  );
  await walk(
    inPeople,
    actTexts.download,
    undefined,
    () => field.fill('ben'),
    actTexts.download,
    'download-addresses',
  );
  await field.fill('');
  await walk(
    inPeople,
    people.find,
    undefined,
    () => field.fill('an'),
    people.find,
    'see-addresses page 1 of a search',
  );
  await expect(inPeople.locator('tbody tr')).toHaveCount(1);
  await field.fill('');
  await press(page, 'Enter');
  await expect(inPeople.locator('tbody tr')).toHaveCount(8);

  // Another row is pressed while the form for a code of the first one is open.
  const [ana, ben, cleo] = ['ana@x.example', 'ben@x.example', 'cleo@x.example'];
  await actsSite.signIn(context, adminPhone, Date.now() - FRESH_CODE_MS);
  await button(inPeople, people.removeOne(ana)).press('Enter');
  await press(page, 'Tab', 'Enter');
  await expect(inPeople.getByText(actTexts.onlyRenews(people.removeNow(ana)))).toBeVisible();
  await button(inPeople, people.removeOne(ben)).press('Enter');
  await expect(button(inPeople, people.removeNow(ben))).toHaveCount(1);
  await expect(button(inPeople, people.removeNow(ana))).toHaveCount(0);
  await expect(inPeople.getByText('The code only renews')).toHaveCount(0);
  const erase = () => storage.waitlist.erase(ben, Date.now());
  const seen = page.waitForResponse(`**${calls.listWaves.path}`);
  await walk(
    inPeople,
    people.removeOne(ana),
    people.removeNow(ana),
    erase,
    people.removeNow(ana),
    'remove-address',
  );
  await expect(inPeople.getByRole('status')).toHaveText(people.removed(ana));
  await seen;

  const inWaves = panel(waves.title);
  const count = inWaves.getByLabel(waves.field);
  await walk(
    inWaves,
    /^(Show Waves|Read Again)$/,
    undefined,
    nothing,
    /^(Show Waves|Read Again)$/,
    'see-waves',
  );
  await count.fill('3');
  await walk(
    inWaves,
    waves.takeNext('3'),
    undefined,
    () => count.fill('2'),
    waves.takeNext('2'),
    'take-people 2 people, wave 1',
  );
  const waveOf = async (id: number) => (await storage.waves.list(9)).find((one) => one.id === id);
  await count.fill('1');
  await button(inWaves, waves.takeNext('1')).press('Enter');
  await expect(inWaves.getByRole('status')).toContainText('Wave 2 is reserved');
  await walk(
    inWaves,
    waves.csvOf('play', 1),
    undefined,
    () => count.fill('3'),
    waves.csvOf('play', 1),
    'download-testers wave 1 for Google Play',
    'invite-wave wave 1',
  );
  const undo = (people: number) =>
    `Set Back ${people === 1 ? '1 Person' : `${people} People`} of Wave 1`;
  const back = async () => {
    const [email = ''] = await storage.waves.people(1);
    await storage.personStates.back(email, author);
  };
  // The number that was asked about is not there any more.
  await walk(inWaves, waves.undoOf(1), undo(2), back, undo(2), 'see-waves');
  await expect(inWaves.getByRole('status')).toContainText('the number of people has changed');
  await walk(inWaves, waves.undoOf(1), undo(1), () => count.fill('2'), undo(1), 'undo-wave wave 1');
  expect((await waveOf(2))?.reserved).toBe(1);

  const [reserved = ''] = await storage.waves.people(2);
  await button(inPeople, people.find).press('Enter');
  await walk(
    inPeople,
    people.backOne(reserved),
    people.backNow(reserved),
    () => field.fill(cleo),
    people.backNow(reserved),
    'move-back who was reserved',
  );

  await placeLink(page, 'mailings').press('Enter');
  const inMail = panel(mailingTexts.title);
  await expect(button(inMail, actTexts.again)).toBeVisible();
  const words = inMail.getByLabel(form.words);
  await walk(inMail, actTexts.again, undefined, nothing, actTexts.again, 'see-mailings');
  await inMail.getByLabel(form.subject).fill('Doors');
  await words.fill('Come in, old.');
  await walk(
    inMail,
    form.preview,
    undefined,
    () => words.fill('Come in.'),
    form.preview,
    'preview-mailing next',
  );
  const letter = inMail.frameLocator('iframe').locator('body');
  await expect(letter).toContainText('Come in.');
  const to = inMail.getByLabel(preview.to);
  await to.fill('old@example.com');
  await walk(
    inMail,
    preview.test,
    undefined,
    () => to.fill('me@example.com'),
    preview.test,
    'test-mailing',
  );
  expect(letters.map(({ to }) => to)).toEqual([['me@example.com']]);
  const send = /^Send to \d+$/;
  await walk(inMail, send, undefined, () => words.fill('Come in, all.'), undefined);
  await expect(button(inMail, send)).toHaveCount(0);
  await button(inMail, form.preview).press('Enter');
  await expect(letter).toContainText('Come in, all.');
  await walk(
    inMail,
    send,
    undefined,
    () => to.fill('you@example.com'),
    send,
    'send-mailing mailing 1 to 6 people',
  );
  expect((await storage.mailings.find())?.words).toBe('Come in, all.');
  await button(inMail, mailingTexts.pause).press('Enter');
  await expect(button(inMail, mailingTexts.resume(6))).toBeVisible();
  const resume = mailingTexts.resume(6);
  await walk(inMail, resume, resume, nothing, resume, 'resume-mailing mailing 1');
  await sendNext(storage);
  await sendNext(storage);
  const uncertain = `2 ${mailingTexts.parts.uncertain}`;
  await button(inMail, actTexts.again).press('Enter');
  await walk(
    inMail,
    uncertain,
    undefined,
    nothing,
    uncertain,
    'see-mailing uncertain of mailing 1',
  );
  const rows = inMail.locator('.mailing-part li');
  await walk(
    inMail,
    actTexts.download,
    undefined,
    nothing,
    actTexts.download,
    'see-mailing uncertain of mailing 1',
  );
  const [one = '', two = ''] = await rows
    .locator('span:first-child')
    .filter({ hasText: '@' })
    .allInnerTexts();
  const delivered = recipients.of(recipients.delivered, one);
  await walk(
    inMail,
    delivered,
    undefined,
    nothing,
    delivered,
    'assume-delivered letter 1 of mailing 1',
  );
  const again = recipients.of(recipients.again, two);
  await walk(inMail, again, undefined, nothing, again, 'send-letter-again letter 2 of mailing 1');
  const mailing = await storage.mailings.find();
  const end = mailingTexts.endNow({ id: mailing?.id ?? 0 });
  await walk(inMail, mailingTexts.end, end, nothing, end, 'end-mailing mailing 1');

  const inLaunch = panel(launchTexts.title);
  // The panel also reads again after what was sent.
  await page.reload();
  await expect(button(inLaunch, actTexts.again)).toBeVisible();
  await walk(inLaunch, actTexts.again, undefined, nothing, actTexts.again, 'see-launch');
  const join = () => storage.waitlist.join('kim@x.example', Date.now());
  // Asked about two, and there are three now.
  await walk(
    inLaunch,
    launchTexts.ask(2),
    launchTexts.ask(2),
    join,
    launchTexts.ask(2),
    'see-launch',
  );
  await walk(
    inLaunch,
    launchTexts.ask(3),
    launchTexts.ask(3),
    nothing,
    launchTexts.ask(3),
    'ask-unconfirmed 3 people',
  );
  const at = Date.now();
  const concerned = await storage.launch.countConcerned(at);
  await storage.launch.tellElsewhere({ people: concerned, at, platforms: 1 }, author);
  await button(inLaunch, actTexts.again).press('Enter');
  const start = launchTexts.start(concerned);
  await expect(button(inLaunch, start)).toBeVisible();
  const eraseOne = () => storage.waitlist.erase('kim@x.example', Date.now());
  // Asked about all of them, and there is one less now.
  await walk(inLaunch, start, start, eraseOne, start, 'see-launch');
  const fewer = launchTexts.start(concerned - 1);
  const dayIn = (days: number) => isoDay(at + days * DAY_MS);
  const started = `start-deletion ${concerned - 1} people, not before ${dayIn(30)}`;
  await walk(inLaunch, fewer, fewer, nothing, fewer, started);
  const { stop, moveDay } = launchTexts;
  await walk(inLaunch, stop, undefined, nothing, stop, 'stop-deletion of launch 1');
  const day = inLaunch.getByLabel(launchTexts.day);
  await day.fill(dayIn(40));
  await walk(
    inLaunch,
    moveDay(dayIn(40)),
    moveDay(dayIn(40)),
    () => day.fill(dayIn(50)),
    moveDay(dayIn(40)),
    `move-deletion launch 1, not before ${dayIn(40)}`,
  );

  await placeLink(page, 'app').press('Enter');
  const inApp = panel(app.title);
  const state = (name: string) =>
    inApp.getByRole('group', { name: 'iOS' }).getByText(name, { exact: true });
  await state(app.states.preorder).click();
  await walk(
    inApp,
    app.save,
    undefined,
    () => state(app.states.paused).click(),
    app.save,
    'change-app iOS paused, Android soon',
  );
  await walk(inApp, app.undo, undefined, nothing, app.undo, 'undo-app iOS beta, Android soon');
}

test('a second press is ignored until the first is answered, and a lost answer says what is not known', async ({
  page,
  context,
  panel,
  actsSite,
  adminPhone,
  watch,
}) => {
  watch.allowComplaint(/ERR_FAILED|status of 403/);
  const { storage } = actsSite;
  const [twice, lost] = ['twice@y.example', 'lost@y.example'];
  for (const email of [twice, lost]) {
    await storage.waitlist.join(email, Date.now() - 1);
    await storage.members.confirm(email, Date.now());
  }
  const inPeople = panel(people.title);
  const status = inPeople.getByRole('status');
  const remove = async (email: string) => {
    await inPeople
      .getByRole('button', { name: people.removeOne(email), exact: true })
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
  await expect(status).toHaveText(people.removed(twice));
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
  await expect(status).toHaveText(people.unanswered(lost));
  await expect(
    inPeople.getByRole('button', { name: people.removeOne(lost), exact: true }),
  ).toBeFocused();
  await remove(lost);
  await expect(status).toHaveText(people.wasGone(lost));

  // The answer asks for a code, and the admin has pressed something else meanwhile.
  const asked = Promise.withResolvers<void>();
  await page.route(`**${calls.listAddresses.path}`, async (route) => {
    await asked.promise;
    await route.continue();
  });
  await actsSite.signIn(context, adminPhone, Date.now() - FRESH_CODE_MS);
  await inPeople.getByRole('button', { name: people.find, exact: true }).press('Enter');
  await panel(waves.title).getByRole('button', { name: actTexts.again }).press('Enter');
  await expect(panel(waves.title).getByText('The code only renews')).toBeVisible();
  asked.resolve();
  await expect(status).toHaveText(rightErrors.codeNeeded);
  await expect(page.getByText('The code only renews')).toHaveCount(1);
});
