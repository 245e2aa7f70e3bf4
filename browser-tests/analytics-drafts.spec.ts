// Long because one walk over all fields of the dashboard needs a function for each of them.
import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import { DAY_MS, isoDay } from '../contract/durations.ts';
import { signInErrors } from '../contract/identity.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { hashToken } from '../server/http/credentials.ts';
import { mailingTexts } from '../web/screens/analytics/mailings/mailing-texts.ts';
import { dashboardTexts, tabTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { waitlistTexts } from '../web/screens/analytics/waitlist/waitlist-texts.ts';
import { analyticsScreen, openDashboard, type Tab, tabLink, test } from './analytics-site.ts';
import { findViolations } from './violations.ts';

const { app, marks, ranges, table, signOut } = dashboardTexts;
const { waves, people } = waitlistTexts;

test.use({ hasRight: true, sendsMail: true, ownSite: 'drafts' });

interface Field {
  /** What is typed into it. */
  text: string;
  at: Locator;
  /** Presses what shows the field, if it is not shown. */
  show?: () => Promise<void>;
  tab: Tab;
}

/** Every field of the dashboard in which something is typed. */
function fieldsOf(page: Page): Readonly<Record<string, Field>> {
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const label = (name: string) => page.getByLabel(name, { exact: true });
  const searchOfPeople = panel(people.title).getByRole('searchbox');
  const write = () => button(marks.write).click();
  const other = () => page.getByText(ranges.other, { exact: true }).click();
  const list = () => panel(people.title).getByRole('button', { name: people.show }).click();
  const preview = () => button(mailingTexts.form.preview).click();
  const day = (before: number) => isoDay(Date.now() - before * DAY_MS);
  const inMailings = (name: string) => panel(mailingTexts.title).getByLabel(name);
  const { form } = mailingTexts;
  const field = (tab: Tab, text: string, at: Locator, show?: () => Promise<void>) => ({
    tab,
    text,
    at,
    ...(show && { show }),
  });
  return {
    search: field('invites', '/maya', page.getByRole('searchbox', { name: table.search })),
    from: field('invites', day(9), label(ranges.from), other),
    to: field('invites', day(3), label(ranges.to), other),
    note: field(
      'invites',
      'Posters/flyers',
      page.getByRole('textbox', { name: marks.words }),
      write,
    ),
    'day of the note': field('invites', day(4), page.getByLabel(marks.day), write),
    'link for iOS': field('app', 'https://testflight.apple.com/join/AbC', label(app.link('iOS'))),
    'link for Android': field('app', 'https://play.google.com/x', label(app.link('Android'))),
    'search of people': field('waitlist', '/ana@', searchOfPeople, list),
    'people to take': field('waitlist', '1/2', page.getByLabel(waves.field)),
    subject: field('mailings', 'Doors/1', inMailings(form.subject)),
    words: field('mailings', 'Come in/out', inMailings(form.words)),
    'people to write to': field('mailings', '3', inMailings(waves.field)),
    'address of the test': field(
      'mailings',
      'a/b@example.com',
      inMailings(mailingTexts.preview.to),
      preview,
    ),
  };
}

async function openTab(page: Page, tab: Tab): Promise<void> {
  await tabLink(page, tab).click();
  await expect(tabLink(page, tab)).toHaveAttribute('aria-current', 'page');
}

/** Shows a field as an admin would. */
async function reach(page: Page, { at, show, tab }: Field): Promise<void> {
  await openTab(page, tab);
  if (show && !(await at.isVisible())) await show();
  await expect(at).toBeVisible();
}

async function expectAllKept(page: Page): Promise<void> {
  for (const [name, field] of Object.entries(fieldsOf(page))) {
    await reach(page, field);
    await expect(field.at, name).toHaveValue(field.text);
  }
}

test('on a phone, what is typed into any field stays over another tab and range, a reload and the end of the session, and is gone after the sign-out', async ({
  page,
  context,
  analyticsSite,
  adminPhone,
  admin: { token },
  watch,
}) => {
  // Once the session has ended, the frame of a preview that is still loading is refused, too.
  watch.allowComplaint(/status of 401|frame-ancestors/);
  const { heading, phone, code, alert } = analyticsScreen(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await openDashboard(page);
  for (const [name, field] of Object.entries(fieldsOf(page))) {
    await reach(page, field);
    if ((await field.at.getAttribute('type')) === 'date') {
      await field.at.fill(field.text);
      continue;
    }
    await field.at.fill('');
    await field.at.pressSequentially(field.text);
    await expect(field.at, name).toBeFocused();
  }
  await expectAllKept(page);
  for (const tab of Object.keys(tabTexts) as Tab[]) {
    await openTab(page, tab);
    const texts = page.locator(
      'input:not([type=radio], [type=checkbox], [type=range]), textarea, select',
    );
    const sizes = await texts.evaluateAll((all) =>
      all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)),
    );
    expect(Math.min(16, ...sizes), `with smaller letters a phone zooms in: ${tab}`).toBe(16);
  }

  await openTab(page, 'invites');
  await page.getByText('28 days', { exact: true }).first().click();
  await page.getByText(dashboardTexts.allTime, { exact: true }).first().click();
  await expectAllKept(page);

  await page.reload();
  await expectAllKept(page);

  await analyticsSite.storage.sessions.end(hashToken(token));
  await expect(alert).toHaveText(signInErrors.sessionEnded);
  await phone.fill(adminPhone);
  await page.keyboard.press('Enter');
  await code.fill(await analyticsSite.codeFor(adminPhone));
  await page.keyboard.press('Enter');
  await expectAllKept(page);

  // Its answer removes the cookie, also one that is set meanwhile.
  const signingOut = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('button', { name: signOut }).click();
  await (await signingOut).finished();
  await expect(phone).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toBe('{}');
  await analyticsSite.signIn(context, adminPhone);
  await page.goto(ANALYTICS_PATH);
  await expect(heading).toBeVisible();
  for (const [name, field] of Object.entries(fieldsOf(page))) {
    // The form proposes this day; the address is shown only with a preview.
    if (name === 'day of the note' || name === 'address of the test') continue;
    await reach(page, field);
    await expect(field.at, name).not.toHaveValue(field.text);
  }
});

test('a sign-out in another tab, and another admin, remove what was typed', async ({
  page,
  context,
  analyticsSite,
  watch,
  admin: _,
}) => {
  watch.allowComplaint(/status of 401/);
  const { subject } = fieldsOf(page);
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  if (!subject) return;
  await openDashboard(page);
  await reach(page, subject);
  await subject.at.fill(subject.text);
  expect(await stored()).toContain(subject.text);
  const other = await context.newPage();
  await openDashboard(other);
  await analyticsScreen(other).signOut.click();
  await expect(analyticsScreen(page).phone).toBeVisible();
  expect(await stored()).toBe('{}');
  await expect.poll(() => context.cookies()).toEqual([]);
  await page.evaluate(() =>
    sessionStorage.setItem('drafts', '{"userId":"x","forms":{"mailing":{"subject":"Secret"}}}'),
  );
  await analyticsSite.storage.admins.add('+15550009999', Date.now());
  await analyticsSite.signIn(context, '+15550009999');
  await openDashboard(page);
  expect(await stored()).toBe('{}');
  await analyticsSite.storage.admins.remove('+15550009999', Date.now());
});

test('what is typed while a part of the app panel is saved stays, is named as unsaved, and can be discarded', async ({
  page,
  admin: _,
}) => {
  await openDashboard(page);
  const panel = page.getByRole('region', { name: app.title });
  const link = panel.getByLabel(app.link('Android'), { exact: true });
  const arrived = Promise.withResolvers<void>();
  await page.route(`**${calls.changeAvailability.path}`, async (route) => {
    if (route.request().method() === calls.changeAvailability.method) await arrived.promise;
    await route.continue();
  });
  await tabLink(page, 'app').click();
  await panel.getByRole('group', { name: 'iOS' }).getByText(app.states.paused).click();
  const saving = page.waitForRequest(
    (request) => request.method() === calls.changeAvailability.method,
  );
  await panel.getByRole('button', { name: app.save }).click();
  await saving;
  await link.fill('https://play.google.com/x');
  arrived.resolve();
  await expect(panel.getByRole('status')).toHaveText(app.saved);
  await expect(link).toHaveValue('https://play.google.com/x');
  await expect(panel.getByText(app.unsaved)).toBeVisible();
  await panel.getByRole('button', { name: app.undo }).click();
  await expect(panel.getByLabel(app.states.beta, { exact: true }).first()).toBeChecked();
  await expect(link).toHaveValue('https://play.google.com/x');
  expect(await findViolations(page)).toEqual([]);
  await panel.getByRole('button', { name: app.discard }).click();
  await expect(link).toHaveValue('');
  await expect(panel.getByRole('heading', { name: 'iOS' })).toBeFocused();
  await expect(panel.getByText(app.unsaved)).toHaveCount(0);
});
