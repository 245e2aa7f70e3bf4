// Long because it is the whole way of a mailing, which shares one mail server.
import { expect, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { MINUTE_MS } from '../contract/durations.ts';
import { FRESH_CODE_MS, rightErrors } from '../contract/identity.ts';
import type { LetterState } from '../contract/mailings.ts';
import { phoneNames } from '../contract/phones.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { describeFriends } from '../contract/team-waitlist.ts';
import { errors } from '../server/http/errors.ts';
import { PLENTY } from '../testing/databases/test-mail.ts';
import { mailingTexts as texts } from '../web/screens/analytics/mailings/mailing-texts.ts';
import { actTexts, dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { waitlistTexts } from '../web/screens/analytics/waitlist/waitlist-texts.ts';
import { type AnalyticsSite, author, test as base, tabLink } from './analytics-site.ts';
import { expectNoFaults } from './find-faults.ts';
import { expectNoViolations } from './violations.ts';

const TEXT = { subject: 'The doors are open', words: 'Come in.' };
const ADDRESS = 'me@example.com';
/** When a mailing that was sent now has begun. */
const begun = () => Date.now() + 10 * MINUTE_MS;

const test = base.extend<{ panel: ReturnType<typeof panelOf> }>({
  /** The panel for an admin with the right. */
  panel: async ({ page, admin: _ }, use) => {
    await page.goto(`${ANALYTICS_PATH}?tab=mailings`);
    await use(panelOf(page));
  },
});

test.describe.configure({ mode: 'serial' });
test.use({ hasRight: true, hasInviters: false, sendsMail: true, ownSite: 'mailings' });
test.use({ signUps: { confirmed: [0, 1, 2, 3, 4, 5].map((n) => `person@${n}.example`) } });
// Each test begins without a mailing that runs.
test.afterEach(async ({ analyticsSite: { storage } }) => void (await storage.mailings.end(author)));

function panelOf(page: Page) {
  const panel = page.getByRole('region', { name: texts.title, exact: true });
  const button = (name: string | RegExp) => panel.getByRole('button', { name, exact: true });
  const mailing = panel.locator('.list > .list-item').first();
  return {
    panel,
    button,
    mailing,
    show: button(new RegExp(`^(${texts.show}|${dashboardTexts.refresh})$`)),
    subject: panel.getByLabel(texts.form.subject),
    words: panel.getByLabel(texts.form.words),
    most: panel.getByLabel(waitlistTexts.waves.field),
    everybody: panel.getByLabel(texts.form.everybody, { exact: true }),
    preview: button(texts.form.preview),
    previewed: panel.getByRole('heading', { name: texts.preview.title }),
    letter: panel.frameLocator('iframe').locator('body'),
    to: panel.getByLabel(texts.preview.to),
    title: mailing.getByRole('heading', { level: 3 }),
    sum: mailing.locator('p', { hasText: ' = ' }),
    part: (state: LetterState) => button(new RegExp(`^\\d+ ${texts.parts[state]}$`)),
    rows: panel.locator('.mailing-part li'),
    said: (text: string) => panel.getByRole('status').filter({ hasText: text }),
  };
}

/** Lets the time pass after which the panel reads the figures again. Needs `page.clock.install`. */
async function follow(page: Page): Promise<void> {
  await page.clock.runFor(5_000);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Sends a mailing to everybody, and its first letters with these results. */
async function sendMailing(
  { storage }: AnalyticsSite,
  ...results: ('accepted' | 'refused' | 'uncertain')[]
): Promise<void> {
  await storage.audit.record({ ...author, at: Date.now() }, 'test-mailing');
  const people = (await storage.mailings.figures('everybody', { people: 0 })).people;
  const mailing = { ...TEXT, kind: 'everybody', people } as const;
  const sent = await storage.mailings.send(mailing, { ...author, at: Date.now() });
  expect(typeof sent).toBe('object');
  for (const state of results) await sendNext(storage, state);
}

async function sendNext(
  { letters }: AnalyticsSite['storage'],
  state: 'accepted' | 'refused' | 'uncertain',
): Promise<void> {
  const letter = await letters.take(PLENTY, begun());
  if (typeof letter === 'string') throw new Error(`No letter: ${letter}`);
  await letters.finish(letter.id, { state, reply: `It was ${state}.`, at: Date.now() });
}

test('with the keyboard alone an admin writes, sees the letter, sends it to herself and then to two people, and takes it back @main', async ({
  page,
  panel,
  analyticsSite: { storage, letters },
  watch,
}) => {
  watch.allowComplaint(/status of 400/);
  await panel.show.focus();
  await press(page, 'Enter');
  await expect(panel.subject).toBeVisible();
  await press(page, 'Tab', 'Enter');
  await expect(panel.subject).toBeFocused();
  await expect(panel.panel.locator(':invalid').and(panel.subject)).toBeVisible();
  await page.keyboard.type(TEXT.subject);
  await press(page, 'Tab');
  await page.keyboard.type('<b>Come</b> in: https://apps.apple.com/app/id1');
  await press(page, 'Tab', 'Tab');
  await expect(panel.most).toBeFocused();
  await panel.most.fill('0');
  await press(page, 'Enter');
  await expect(panel.previewed).toHaveCount(0);
  await panel.most.fill('2');
  await press(page, 'Enter');
  await expect(panel.previewed).toBeFocused();
  await expect(panel.letter).toContainText('<b>Come</b> in: https://apps.apple.com/app/id1');
  const asText = panel.panel.getByText(texts.preview.text, { exact: true });
  await asText.press('Enter');
  await expect(panel.panel.locator('pre')).toContainText('1 Main Street\nSpringfield');
  await expect(panel.panel.getByText(texts.preview.untested)).toBeVisible();
  await press(page, 'Tab');
  await expect(panel.to).toBeFocused();
  await page.keyboard.type('me');
  await press(page, 'Enter');
  await expect(panel.said(errors.invalidEmail().message)).toBeVisible();
  await page.keyboard.type('@example.com');
  await press(page, 'Enter');
  await expect(panel.said(texts.preview.tested(ADDRESS))).toBeVisible();
  expect(letters.at(-1)?.content).toContain(`Subject: Test: ${TEXT.subject}`);
  await press(page, 'Tab', 'Tab');
  await expect(panel.button(texts.preview.send(2))).toBeFocused();
  await press(page, 'Enter');
  await expect(panel.title).toBeFocused();
  await expect(panel.title).toHaveText(/: The doors are open$/);
  await expect(panel.sum).toHaveText('0 accepted + 2 waiting = 2');
  await expect(panel.mailing).toContainText('until then you can take it back');
  expect((await storage.mailings.find())?.words).toContain('<b>Come</b> in');
  await press(page, 'Tab', 'Tab');
  await expect(panel.button(texts.takeBackNow(1))).toBeFocused();
  await press(page, 'Enter', 'Enter');
  await expect(panel.button(texts.takeBackNow(1))).toBeFocused();
  await press(page, 'Enter', 'Tab', 'Enter');
  await expect(panel.title).toBeFocused();
  await expect(panel.sum).toHaveText('0 accepted + 2 ended = 2');
  await expect(panel.said('nobody got it.')).toBeVisible();
  await expect(panel.subject).toHaveValue(TEXT.subject);
  await expect(panel.title, 'the form above it is back').toBeInViewport();
  await expect(panel.words).toHaveValue(/^<b>Come<\/b> in: /);
  await page.reload();
  await panel.show.click();
  await expect(panel.words).toHaveValue(/^<b>Come<\/b> in: /);
  await expect(panel.most).toHaveValue('2');
  await expect(panel.mailing.locator('.words')).toBeHidden();
  await panel.mailing.getByText(texts.words).click();
  await expect(panel.mailing.locator('.words')).toContainText('<b>Come</b> in: ');
  expect(letters).toHaveLength(1);
});

test('a number that has changed and a mailing of another tab send nothing, and the words are kept', async ({
  page,
  panel,
  analyticsSite,
  watch,
}) => {
  watch.allowComplaint(/status of 409/);
  const { storage } = analyticsSite;
  await storage.audit.record({ ...author, at: Date.now() }, 'test-mailing');
  await storage.waitlist.join('gone@gone.example', Date.now() - 1);
  await storage.members.confirm('gone@gone.example', Date.now());
  await panel.show.click();
  await panel.subject.fill(TEXT.subject);
  await panel.words.fill(TEXT.words);
  // What is typed while the preview is made is not in it, so it is not shown.
  const previewing = page.waitForResponse(`**${calls.previewMailing.path}`);
  const typed = Promise.withResolvers<void>();
  await page.route(`**${calls.previewMailing.path}`, async (route) => {
    await typed.promise;
    await route.continue();
  });
  await panel.preview.click();
  await panel.everybody.check();
  typed.resolve();
  await (await previewing).finished();
  await expect(panel.preview).toHaveAttribute('aria-disabled', 'false');
  await expect(panel.previewed).toHaveCount(0);
  await panel.preview.click();
  await expect(panel.previewed).toBeFocused();
  await storage.members.leave('gone@gone.example', Date.now());
  const people = (await storage.mailings.figures('everybody', { people: 0 })).people;
  await panel.button(texts.preview.send(people + 1)).press('Enter');
  await expect(panel.said('the number of people has changed')).toBeVisible();
  await expect(panel.button(texts.preview.send(people))).toBeFocused();
  await sendMailing(analyticsSite);
  await page.keyboard.press('Enter');
  await expect(panel.said('the previous mailing has not ended')).toBeVisible();
  await expect(panel.sum).toHaveText(`0 accepted + ${people} waiting = ${people}`);
  await expect(panel.preview).toHaveCount(0);
  await storage.mailings.end(author);
  await panel.button(dashboardTexts.refresh).click();
  await expect(panel.words).toHaveValue(TEXT.words);
});

test('with their friends the preview compares, and the friend of the first person gets the letter, too', async ({
  panel,
  analyticsSite,
}) => {
  const { storage } = analyticsSite;
  const first = await storage.members.position('person@0.example');
  const via = first?.state === 'confirmed' ? first.code : undefined;
  await storage.waitlist.join('friend@f.example', Date.now() - 1, { via });
  await storage.letters.queue(Date.now());
  await storage.members.confirm('friend@f.example', Date.now());
  await panel.show.click();
  await panel.subject.fill(TEXT.subject);
  await panel.words.fill(TEXT.words);
  await panel.most.fill('2');
  const choice = panel.panel.getByRole('checkbox', { name: waitlistTexts.friends.label });
  await expect(choice).not.toBeChecked();
  await expect(choice).toHaveAccessibleDescription(waitlistTexts.friends.note);
  await choice.check();
  await panel.preview.click();
  const compared = describeFriends(2, { knowing: 2, byPosition: 0 });
  await expect(panel.panel.getByText(compared)).toBeVisible();
  await panel.button(texts.preview.send(2)).click();
  await expect(panel.title).toBeFocused();
  expect(await storage.waves.people((await storage.mailings.find())?.wave ?? 0)).toContain(
    'friend@f.example',
  );
});

test('the figures of a running mailing follow as long as the code is new; it is paused, resumed and ended, and each part is a list and a file @main', async ({
  page,
  context,
  panel,
  analyticsSite,
  adminPhone,
  watch,
}) => {
  watch.allowComplaint(/status of (403|409)/);
  const { storage } = analyticsSite;
  await sendMailing(analyticsSite, 'accepted');
  const people = (await storage.mailings.find())?.people ?? 0;
  await page.clock.install();
  await panel.show.click();
  await expect(panel.sum).toHaveText(`1 accepted + ${people - 1} waiting = ${people}`);
  for (const state of ['uncertain', 'uncertain', 'refused'] as const)
    await sendNext(storage, state);
  await follow(page);
  const sum = `1 accepted + 1 refused + 2 uncertain + ${people - 4} waiting = ${people}`;
  await expect(panel.sum).toHaveText(sum);
  await panel.button(texts.pause).focus();
  await press(page, 'Enter', 'Enter');
  await expect(panel.said('Paused: 1 have it. An admin has paused it.')).toBeVisible();
  await expect(panel.title).toBeFocused();
  await panel.button(texts.resume(people - 4)).press('Enter');
  await expect(panel.panel.getByRole('dialog')).toContainText('Resume? 1 have it.');
  await press(page, 'Escape', 'Enter', 'Tab', 'Enter');
  await expect(panel.said('Begins')).toBeVisible();
  await expect(panel.title).toBeFocused();
  await panel.part('uncertain').press('Enter');
  await expect(panel.rows).toHaveCount(2);
  await expect(panel.rows.first()).toContainText('It was uncertain.');
  const delivered = panel.rows.first().getByRole('button', { name: texts.recipients.delivered });
  const downloading = page.waitForEvent('download');
  await panel.button(actTexts.download).press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^mailing-\d+-uncertain\.csv$/);
  await expect(panel.said(actTexts.downloaded)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(delivered).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel.rows).toHaveCount(1);
  await expect(panel.rows).toBeFocused();
  // The second press of a double press does nothing to the next person.
  await press(page, 'Enter', 'Tab', 'Tab', 'Enter');
  await expect(panel.rows).toHaveCount(0);
  await expect(panel.panel.getByRole('heading', { name: texts.parts.uncertain })).toBeFocused();
  await expect(panel.sum).toHaveText(
    `2 accepted + 1 refused + 0 uncertain + ${people - 3} waiting = ${people}`,
  );
  await analyticsSite.signIn(context, adminPhone, Date.now() - FRESH_CODE_MS);
  await storage.mailings.pause(author);
  await follow(page);
  await expect(panel.said(rightErrors.codeNeeded)).toBeVisible();
  await expect(panel.sum).toContainText('2 accepted');
  await analyticsSite.signIn(context, adminPhone);
  await panel.button(/^End Mailing/).press('Enter');
  await expect(panel.button(actTexts.cancel)).toBeFocused();
  await press(page, 'Tab', 'Enter');
  await expect(panel.title).toBeFocused();
  await expect(panel.sum).toHaveText(
    `2 accepted + 1 refused + 0 uncertain + ${people - 3} ended = ${people}`,
  );
  await expect(panel.said('2 have it.')).toBeVisible();
  await expect(panel.subject, 'some people have it').toHaveValue('');
  await expect(panel.subject).toBeVisible();
});

test('what is typed while a mailing is sent is kept, also in the form of another visit', async ({
  page,
  panel,
  analyticsSite: { storage },
}) => {
  await storage.audit.record({ ...author, at: Date.now() }, 'test-mailing');
  await panel.show.click();
  await panel.subject.fill(TEXT.subject);
  await panel.words.fill(TEXT.words);
  await panel.everybody.check();
  await panel.preview.click();
  await panel.to.fill(ADDRESS);
  const typed = Promise.withResolvers<void>();
  await page.route(`**${calls.sendMailing.path}`, async (route) => {
    if (route.request().method() === calls.sendMailing.method) await typed.promise;
    await route.continue();
  });
  await panel.button(/^Send to \d+$/).click();
  for (const tab of ['invites', 'mailings'] as const) await tabLink(page, tab).click();
  await panel.words.fill('The next letter');
  const answered = page.waitForResponse(`**${calls.sendMailing.path}`);
  typed.resolve();
  await (await answered).finished();
  await storage.mailings.end(author);
  await page.reload();
  await panel.show.click();
  await expect(panel.words).toHaveValue('The next letter');
});

test('can be read and pressed at every size and scheme', async ({ page, panel, analyticsSite }) => {
  const look = async () => {
    await expectNoViolations(page);
    await expectNoFaults(page);
  };
  await analyticsSite.storage.audit.record({ ...author, at: Date.now() }, 'test-mailing');
  await panel.show.click();
  await panel.subject.fill('A'.repeat(150));
  await panel.words.fill(`${'Long'.repeat(60)}\n\n${TEXT.words}`);
  await panel.preview.click();
  await expect(panel.letter).toContainText(TEXT.words);
  await look();
  await sendMailing(analyticsSite, 'uncertain');
  await panel.button(dashboardTexts.refresh).click();
  await panel.part('uncertain').click();
  await expect(panel.rows).toHaveCount(1);
  await look();
  const again = panel.button(new RegExp(`^${texts.recipients.again}: `));
  await expect(again).toHaveCount(1);
  // Of an earlier mailing.
  await panel.part('refused').click();
  await expect(panel.rows).toHaveCount(2);
  await expect(again).toHaveCount(1);
});

test('an admin writes to people with an iPhone, and lets in those with an Android phone', async ({
  page,
  panel,
  analyticsSite: { storage },
}) => {
  for (const email of ['person@2.example', 'person@3.example'])
    await storage.members.choosePhone(email, 'iphone');
  await storage.members.choosePhone('person@4.example', 'android');
  await storage.audit.record({ ...author, at: Date.now() }, 'test-mailing');
  await panel.subject.fill(TEXT.subject);
  await panel.words.fill('https://play.google.com/store/apps/details?id=a.b');
  await panel.panel.getByText(phoneNames.iphone, { exact: true }).click();
  await panel.preview.click();
  await expect(panel.letter).toContainText('(not for your phone)');
  await panel.button(texts.preview.send(2)).click();
  await expect(panel.panel.getByText('To the next 2 people with an iPhone, wave ')).toBeVisible();
  await tabLink(page, 'waitlist').click();
  const { title, field, takeNext, csv, states } = waitlistTexts.waves;
  const waves = page.getByRole('region', { name: title, exact: true });
  await waves.getByText(phoneNames.android, { exact: true }).click();
  await waves.getByLabel(field).fill('1');
  await waves.getByRole('button', { name: takeNext('1', 'android') }).click();
  const newest = waves.getByRole('listitem').first();
  await expect(newest.getByRole('heading')).toHaveText(/: 1 person with an Android phone$/);
  await expect(newest.getByText(csv('play'), { exact: true })).toBeVisible();
  await expect(newest.getByText(csv('testflight'), { exact: true })).toHaveCount(0);
  const takenBack = waves.getByRole('listitem').last();
  await expect(takenBack.getByText(states.empty)).toBeVisible();
  await expect(takenBack.getByRole('button')).toHaveCount(0);
});
