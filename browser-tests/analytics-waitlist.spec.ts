// Long because it has both panels of the waitlist: who is let in, and the people.
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { signUpsColumn } from '../contract/analytics.ts';
import { calls } from '../contract/calls.ts';
import type { Wave } from '../contract/schemas/waves.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { mailingTexts } from '../web/screens/analytics/mailings/mailing-texts.ts';
import {
  actTexts,
  dashboardTexts,
  TABS_LABEL,
  tabTexts,
} from '../web/screens/analytics/parts/dashboard-texts.ts';
import { waitlistTexts } from '../web/screens/analytics/waitlist/waitlist-texts.ts';
import {
  type AnalyticsSite,
  analyticsScreen,
  author,
  openDashboard,
  tabLink,
  test,
} from './analytics-site.ts';
import { expectNoFaults } from './find-faults.ts';
import { countCalls } from './site.ts';
import { expectNoViolations, findViolations } from './violations.ts';

const TAB = `${ANALYTICS_PATH}?tab=waitlist`;
const { people, waves: texts, cards, mail } = waitlistTexts;
const { cancel } = actTexts;

test.describe.configure({ mode: 'serial' });
test.use({ hasRight: true });

function tabOf(page: Page) {
  const panel = page.getByRole('region', { name: people.title, exact: true });
  const table = panel.getByRole('table');
  return {
    card: analyticsScreen(page).card,
    panel,
    heading: panel.getByRole('heading', { name: people.title }),
    status: panel.getByRole('status'),
    show: panel.getByRole('button', { name: people.show }),
    search: panel.getByRole('searchbox'),
    rows: table.locator('tbody tr'),
    order: (name: keyof typeof people.orders) =>
      panel.getByRole('radio', { name: people.orders[name], exact: true }),
    next: panel.getByRole('button', { name: dashboardTexts.table.next }),
  };
}

function wavesOf(page: Page) {
  const panel = page.getByRole('region', { name: texts.title, exact: true });
  const button = (name: string | RegExp) => panel.getByRole('button', { name, exact: true });
  const list = panel.locator('.list > li');
  return {
    panel,
    button,
    list,
    show: button(new RegExp(`^(${texts.show}|${dashboardTexts.refresh})$`)),
    field: panel.getByLabel(texts.field),
    status: panel.getByRole('status'),
    take: (people: number | '…') => button(texts.takeNext(String(people))),
    title: list.getByRole('heading'),
    figure: (name: keyof typeof texts.figures) =>
      list.first().locator('dl > div', { hasText: texts.figures[name] }).locator('dd'),
  };
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

async function newest({ storage }: AnalyticsSite): Promise<Wave> {
  const [wave] = await storage.waves.list(1);
  if (!wave) throw new Error('There is no wave.');
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  const { at, takenAt, undoneAt } = wave;
  return { ...wave, at: iso(at) ?? '', takenAt: iso(takenAt), undoneAt: iso(undoneAt) };
}

async function countNow({ waitlist }: AnalyticsSite['storage']) {
  const people = await Array.fromAsync(waitlist.entries());
  return { onList: people.length, confirmed: people.filter(({ member }) => member).length };
}

test('an admin sees the figures, and with the keyboard the people, a search, the next page and the audit', async ({
  page,
  admin: _,
  analyticsSite,
}) => {
  const { storage } = analyticsSite;
  await openDashboard(page);
  const { card, heading, status, show, search, rows, order, next } = tabOf(page);
  await tabLink(page, 'waitlist').press('Enter');
  await expect(page).toHaveURL(/\?tab=waitlist$/);
  const counted = (await storage.teamWaitlist.count()).sums;
  const waiting = counted.onList - counted.invited - counted.in;
  await expect(card(cards.waiting)).toHaveText(String(waiting));
  await expect(card(cards.confirmed)).toHaveText(String(counted.confirmed));
  await expect(analyticsScreen(page).live).toHaveCount(0);
  const { onList, confirmed: all } = await countNow(storage);
  const confirmed = all - counted.invited - counted.in;
  await expect(rows).toHaveCount(0);
  await show.focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(10);
  await expect(heading).toBeFocused();
  await expect(status).toHaveText(people.withPosition(`1 to 10 of ${confirmed}`));
  await expect(rows.first().locator('td').first()).toHaveText('1');
  await next.focus();
  await page.keyboard.press('Enter');
  await expect(rows.first().locator('td').first()).toHaveText('11');
  await expect(next).toBeFocused();
  await order('position').focus();
  await page.keyboard.press('ArrowRight');
  await expect(status).toHaveText(`1 to 10 of ${onList}`);
  await search.focus();
  await page.keyboard.type('0.demo-maya');
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('maya.onthego');
  await expect(next, 'there is one page').toHaveCount(0);
  await search.fill('%');
  await search.press('Enter');
  await expect(status).toHaveText(people.noMatch('%'));
  await tabLink(page, 'audit').press('Enter');
  const entries = page.getByRole('region', { name: dashboardTexts.audit.title });
  await expect(entries.getByRole('listitem').first()).toContainText('page 1 of a search');
});

test('a question names the person and nothing else can be pressed; Escape goes back, and after the removal the focus is on the row above', async ({
  page,
  admin: _,
}) => {
  await page.goto(TAB);
  const { panel, show, rows } = tabOf(page);
  await show.click();
  const [row, before] = [rows.nth(9), rows.nth(8)];
  const email = (await row.getByRole('rowheader').innerText()).trim();
  const remove = row.getByRole('button');
  const dialog = panel.getByRole('dialog', { name: people.remove.of(email) });
  await remove.click();
  const back = dialog.getByRole('button', { name: cancel });
  await expect(back).toBeFocused();
  await expect(back).toHaveAccessibleDescription(people.remove.sure(email));
  const { x = 0, y = 0 } = (await before.boundingBox()) ?? {};
  const pressed = () =>
    page.evaluate((at) => document.elementFromPoint(...at)?.tagName, [x + 1, y + 1] as const);
  expect(await pressed()).toBe('DIALOG');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();
  await press(page, 'Enter', 'Tab', 'Enter');
  await expect(before).toBeFocused();
  await expect(rows.filter({ hasText: email })).toHaveCount(0);
});

test('opened while the server does not answer, it shows the figures once the server does', async ({
  page,
  admin: _,
  watch,
}) => {
  watch.allowComplaint(/ERR_FAILED/);
  await openDashboard(page);
  const { path } = calls.getAnalyticsVersion;
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes(path));
  await page.route('**/api/**', (route) => route.abort());
  await tabLink(page, 'waitlist').click();
  const said = page.getByText(actTexts.unread);
  await expect(said).toBeVisible();
  await lost;
  await page.unroute('**/api/**');
  await expect(tabOf(page).card(cards.waiting)).toBeVisible();
  await expect(said).toHaveCount(0);
});

test('what an admin who has lost the right may no longer see disappears with the next press', async ({
  page,
  admin: _,
  adminPhone,
  analyticsSite,
  watch,
}) => {
  watch.allowComplaint(/status of 403/);
  const { admins } = analyticsSite.storage;
  await page.goto(TAB);
  const { card, show, next, rows } = tabOf(page);
  await show.click();
  await expect(rows.first()).toBeVisible();
  await admins.setRight(adminPhone, false, author);
  await next.click();
  await expect(rows).toHaveCount(0);
  await expect(card(cards.waiting)).toHaveCount(0);
  await expect(tabLink(page, 'waitlist')).toHaveCount(0);
});

test.describe('on a site without people', () => {
  test.use({ hasInviters: false });

  test('the tab says that there are no sign-ups, and how to turn on mail', async ({
    page,
    admin: _,
  }) => {
    await page.goto(TAB);
    const { panel, show } = tabOf(page);
    await show.click();
    await expect(panel.getByText(people.empty).last()).toBeVisible();
    await expect(page.getByText(mail.off)).toBeVisible();
    await tabLink(page, 'mailings').click();
    await expect(
      page.getByText('This site sends no mail, and so no mailings.').first(),
    ).toBeVisible();
    await expect(page.getByLabel(mailingTexts.form.words)).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
  });
});

test.describe('an admin without the right', () => {
  test.use({ hasRight: false });

  test('sees the dashboard of the specification, without tabs, also at the address of one', async ({
    page,
    admin: _,
    adminPhone,
    analyticsSite,
  }) => {
    await page.goto(TAB);
    await expect(analyticsScreen(page).rows.first()).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(dashboardTexts.title);
    await expect(tabLink(page, 'invites')).toHaveCount(0);
    await analyticsSite.storage.admins.setRight(adminPhone, true, author);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(tabTexts.waitlist.title);
  });
});

test('each tab has an address, Back leads to the tab before, and the list of who brought most people to an inviter', async ({
  page,
  admin: _,
}) => {
  await openDashboard(page);
  const title = page.getByRole('heading', { level: 1 });
  for (const tab of ['waitlist', 'mailings', 'app', 'audit'] as const) {
    await tabLink(page, tab).click();
    await expect(page).toHaveURL(`${ANALYTICS_PATH}?tab=${tab}`);
    await expect(title).toHaveText(tabTexts[tab].title);
    await expect(tabLink(page, tab)).toHaveAttribute('aria-current', 'page');
  }
  await page.reload();
  await expect(title).toHaveText(tabTexts.audit.title);
  await page.setViewportSize({ width: 390, height: 844 });
  const tops = await page
    .getByRole('navigation', { name: TABS_LABEL })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
  expect(new Set(tops).size, 'rows of tabs').toBe(1);
  await expect(tabLink(page, 'audit')).toBeInViewport({ ratio: 1 });
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(title).toHaveText(tabTexts.waitlist.title);
  await expect(page.locator('.figure').first()).toBeInViewport({ ratio: 1 });
  const brought = page.getByRole('region', { name: dashboardTexts.brought.title });
  await expect(brought.getByRole('link').nth(1)).toBeVisible();
  const counts = (await brought.locator('td:nth-child(2)').allInnerTexts()).map(Number);
  expect(counts.length).toBeGreaterThan(1);
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  await brought.getByText('7 days', { exact: true }).click();
  await expect(page).toHaveURL(/tab=waitlist/);
  await expect(page).toHaveURL(/range=7/);
  await brought.getByRole('link').first().click();
  await expect(page.getByText(signUpsColumn.title, { exact: true })).toBeVisible();
});

test('with the keyboard alone an admin takes people, and downloads their file, which invites them', async ({
  page,
  admin: _,
  analyticsSite,
}) => {
  await page.goto(TAB);
  const { show, field, status, take, title, figure, button } = wavesOf(page);
  await expect(page.getByText(texts.order.joined)).toBeVisible();
  await show.focus();
  await press(page, 'Enter');
  await expect(field).toHaveValue('200');
  const [before] = await analyticsSite.storage.waves.list(1);
  const id = (before?.id ?? 0) + 1;
  const waiting = await analyticsSite.storage.waves.waiting('joined');
  for (const wrong of ['', '0', '1.5']) {
    await field.fill(wrong);
    await expect(take('…')).toBeVisible();
    await press(page, 'Enter');
    await expect(field).toBeFocused();
    await expect(page.locator(':invalid').and(field)).toBeVisible();
  }
  expect((await analyticsSite.storage.waves.list(1))[0]?.id).toBe(before?.id);
  await field.fill('3');
  await expect(field).toHaveAccessibleDescription(texts.waiting(waiting));
  await press(page, 'Tab');
  await expect(take(3)).toBeFocused();
  await press(page, 'Enter');
  await expect(title.first()).toBeFocused();
  await expect(title.first()).toHaveText(`Wave ${id}: 3 people`);
  await expect(status).toHaveText(texts.taken(await newest(analyticsSite)));
  await expect(figure('reserved')).toHaveText('3');
  // A second press by mistake lets no further people in.
  await press(page, 'Enter');
  await press(page, 'Tab');
  await expect(button(texts.csvOf('testflight', id))).toBeFocused();
  const downloading = page.waitForEvent('download');
  await press(page, 'Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`testflight-wave-${id}.csv`);
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^(,,\S+@\S+\n){3}$/);
  await expect(figure('invited')).toHaveText('3');
  await expect(status).toHaveText(texts.invited(await newest(analyticsSite), 'testflight'));
  await expect(button(texts.csvOf('testflight', id))).toBeFocused();
  const again = page.waitForEvent('download');
  await press(page, 'Tab', 'Enter');
  expect((await again).suggestedFilename()).toBe(`play-wave-${id}.csv`);
  await expect(status).toHaveText(actTexts.downloaded);
});

test('a double click takes one wave, also if the second click follows the answer', async ({
  page,
  admin: _,
  analyticsSite: { storage },
}) => {
  await page.goto(TAB);
  const { show, field, status, take, title } = wavesOf(page);
  await show.click();
  await field.fill('1');
  const before = (await storage.waves.list(1))[0]?.id ?? 0;
  const sent = countCalls(page, calls.takePeople);
  await take(1).hover();
  for (const clickCount of [1, 2]) {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await expect(title.first()).toHaveText(`Wave ${before + 1}: 1 person`);
  }
  await expect(status).toContainText('is reserved');
  expect(sent()).toBe(1);
});

test('a download that is cut invites no person, and says so', async ({
  page,
  admin: _,
  analyticsSite,
  watch,
}) => {
  watch.allowComplaint(/Failed to load resource/);
  await page.goto(TAB);
  const { show, field, status, take, button, title, figure } = wavesOf(page);
  await show.click();
  await field.fill('2');
  const id = (await newest(analyticsSite)).id + 1;
  await take(2).click();
  await expect(title.first()).toHaveText(`Wave ${id}: 2 people`);
  const invites = countCalls(page, calls.inviteWave);
  let broken: string = calls.downloadTesters.path;
  await page.route(
    ({ pathname }) => pathname === broken,
    (route) => route.abort(),
  );
  await button(texts.csvOf('play', id)).click();
  await expect(status).toHaveText(actTexts.cut);
  expect(invites()).toBe(0);
  broken = calls.inviteWave.path;
  await button(texts.csvOf('play', id)).click();
  await expect(status).toHaveText(texts.notInvited);
  await expect(figure('reserved')).toHaveText('2');
  broken = '';
  await button(texts.csvOf('play', id)).click();
  await expect(figure('invited')).toHaveText('2');
});

test('both panels can be read and pressed at every size and scheme, with a question of each, and on paper', async ({
  page,
  admin: _,
}) => {
  await page.goto(TAB);
  const { show, rows } = tabOf(page);
  const waves = wavesOf(page);
  await expect(show).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await waves.show.click();
  await show.click();
  await expect(rows.first()).toBeVisible();
  for (const ask of [waves.button(/^Set Back \d+ P/).first(), rows.first().getByRole('button')]) {
    await ask.click();
    await expectNoViolations(page);
    await expectNoFaults(page);
    await page.keyboard.press('Escape');
  }
  await expectNoFaults(page);
  await page.emulateMedia({ media: 'print' });
  await expect(rows.first().getByRole('button')).toBeHidden();
});
