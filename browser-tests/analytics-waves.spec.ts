import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { calls } from '../contract/calls.ts';
import type { Wave } from '../contract/schemas/waves.ts';
import { ANALYTICS_PATH } from '../contract/screens.ts';
import { actTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { waitlistTexts } from '../web/screens/analytics/waitlist/waitlist-texts.ts';
import { type AnalyticsSite, test as base } from './analytics-site.ts';
import { expectNoFaults } from './find-faults.ts';
import { countCalls } from './site.ts';
import { findViolations } from './violations.ts';

const { waves: texts, people } = waitlistTexts;
const { cancel } = actTexts;
const TAB = `${ANALYTICS_PATH}?place=waitlist`;

const test = base.extend<{ panel: ReturnType<typeof panelOf> }>({
  /** The panel for an admin with the right. */
  panel: async ({ page, admin: _ }, use) => {
    await page.goto(TAB);
    await use(panelOf(page));
  },
});

test.describe.configure({ mode: 'serial' });
test.use({ hasRight: true });

function panelOf(page: Page) {
  const panel = page.getByRole('region', { name: texts.title, exact: true });
  const button = (name: string | RegExp) => panel.getByRole('button', { name, exact: true });
  const waves = panel.locator('.list > li');
  return {
    panel,
    button,
    waves,
    show: button(new RegExp(`^(${texts.show}|${actTexts.again})$`)),
    field: panel.getByLabel(texts.field),
    status: panel.getByRole('status'),
    take: (people: number | '…') => button(texts.takeNext(String(people))),
    title: waves.getByRole('heading'),
    figure: (name: keyof typeof texts.figures) =>
      waves.first().locator('dl > div', { hasText: texts.figures[name] }).locator('dd'),
  };
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

async function newest({ storage }: AnalyticsSite): Promise<Wave> {
  const [wave] = await storage.waves.list(1);
  if (!wave) throw new Error('Nobody was let in.');
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  const { at, takenAt, undoneAt } = wave;
  return { ...wave, at: iso(at) ?? '', takenAt: iso(takenAt), undoneAt: iso(undoneAt) };
}

test('with the keyboard alone an admin takes people, downloads their file, which invites them, and sets them back', async ({
  page,
  panel: { show, field, status, take, title, figure, button },
  analyticsSite,
}) => {
  await expect(page.getByText(texts.order.joined)).toBeVisible();
  await show.focus();
  await press(page, 'Enter');
  await expect(field).toHaveValue('200');
  const [before] = await analyticsSite.storage.waves.list(1);
  const id = (before?.id ?? 0) + 1;
  const waiting = await analyticsSite.storage.waves.waiting('joined');
  for (const wrong of ['', '0', '-1', '1000000000', '1.5', 'all']) {
    await field.fill(wrong);
    await expect(take('…')).toBeVisible();
    await press(page, 'Enter');
    await expect(field).toHaveAccessibleDescription(texts.outOfRange(Math.min(waiting, 10_000)));
    await expect(field).toBeFocused();
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
  // A second press by mistake takes nobody else.
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
  await press(page, 'Tab', 'Enter');
  await expect(button(cancel)).toBeFocused();
  await press(page, 'Enter');
  await expect(button(texts.undoOf(id))).toBeFocused();
  await press(page, 'Enter', 'Tab', 'Enter');
  await expect(figure('back')).toHaveText('3');
  await expect(status).toHaveText(texts.undone(await newest(analyticsSite)));
  await expect(title.first()).toBeFocused();
  await expect(button(texts.undoOf(id))).toHaveCount(0);
  expect(await analyticsSite.storage.waves.waiting('joined')).toBe(waiting);
});

test('a double click takes one wave, also if the second click follows the answer', async ({
  page,
  panel: { show, field, status, take, title },
  analyticsSite: { storage },
}) => {
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

test('a download that is cut and a press without a connection lose nothing, and say so', async ({
  page,
  panel: { show, field, status, take, button, title, figure },
  analyticsSite,
  watch,
}) => {
  watch.allowComplaint(/Failed to load resource/);
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
  await page.context().setOffline(true);
  await field.fill('1');
  await take(1).click();
  await expect(status).toHaveText(actTexts.unanswered);
  await expect(field).toHaveValue('1');
  await page.context().setOffline(false);
  await button(actTexts.again).click();
  await take(1).click();
  await expect(figure('reserved')).toHaveText('1');
});

test('one person is set back from the table of people, and both panels show it', async ({
  page,
  panel: { show, figure },
  analyticsSite: { storage },
}) => {
  const addresses = page.getByRole('region', { name: people.title, exact: true });
  const [wave] = await storage.waves.list(1);
  const [email = ''] = await storage.waves.people(wave?.id ?? 0);
  await show.click();
  await expect(figure('reserved')).toHaveText('1');
  await addresses.getByRole('button', { name: people.show }).click();
  await addresses.getByRole('searchbox').fill(email);
  await page.keyboard.press('Enter');
  const row = addresses.locator('tbody tr').first();
  await expect(row).toContainText(people.states.reserved(wave?.id ?? 0));
  await addresses.getByRole('button', { name: people.backOne(email) }).press('Enter');
  await expect(addresses.getByRole('button', { name: cancel, exact: true })).toBeFocused();
  await press(page, 'Tab', 'Enter');
  await expect(addresses.getByRole('status')).toHaveText(people.movedBack(email));
  await expect(row).toContainText(people.states.waiting());
  await expect(row).toBeFocused();
  await expect(figure('back')).toHaveText('1');
});

test('can be read and pressed at every size and scheme', async ({
  page,
  panel: { show, waves, button },
  analyticsSite,
}) => {
  await show.click();
  await expect(waves.first()).toBeVisible();
  const reserved = (await analyticsSite.storage.waves.list(9)).find((one) => one.reserved > 0);
  await button(texts.undoOf(reserved?.id ?? 0)).click();
  await expect(button(cancel)).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await findViolations(page, 'of colours')).toEqual([]);
  await expectNoFaults(page);
});
