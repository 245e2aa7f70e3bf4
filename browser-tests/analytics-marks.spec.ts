import { expect, type Page } from '@playwright/test';
import { DAY_MS, dayOf, isoDay } from '../contract/durations.ts';
import { actTexts, dashboardTexts } from '../web/screens/analytics/parts/dashboard-texts.ts';
import { author, openDashboard, test } from './analytics-site.ts';
import { findViolations } from './violations.ts';

const { marks: texts, chart } = dashboardTexts;

// On a site that they shared with others, the list would begin with the changes of the app that those have made.
test.use({ hasRight: true, ownSite: 'marks' });

test.beforeEach(async ({ context, analyticsSite, adminPhone }) => {
  await analyticsSite.signIn(context, adminPhone);
});

const partsOf = (page: Page) => {
  const part = page.getByRole('region', { name: texts.title });
  return {
    part,
    rows: part.getByRole('listitem'),
    field: part.getByRole('textbox', { name: texts.words }),
    write: part.getByRole('button', { name: texts.write }),
    slider: page.getByRole('slider', { name: chart.day }),
  };
};

test('a note is written and removed by keyboard, and stands at its day in chart and list @main', async ({
  page,
}) => {
  const words = `Poster ${Date.now()}`;
  await openDashboard(page, '?range=7');
  const { field, part, rows, write, slider } = partsOf(page);
  // The note is about the day that is chosen in the chart.
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await expect(write).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toBeFocused();
  const yesterday = isoDay(Date.now() - DAY_MS);
  await expect(part.getByLabel(texts.day)).toHaveValue(yesterday);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type(words);
  await part.getByLabel(texts.day).fill(yesterday);
  await page.keyboard.press('Enter');
  await expect(part.getByRole('status')).toHaveText(texts.saved);
  await expect(write).toBeFocused();
  const row = rows.filter({ hasText: words });
  await expect(row).toContainText(Number(yesterday.slice(8)).toString());
  await expect(page.locator('.plot-day').nth(5)).toHaveAttribute('data-marked');
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(slider).toHaveAttribute(
    'aria-valuetext',
    new RegExp(`Downloads [\\d,]+\\. ${words}$`),
  );
  await expect(page.locator('.reading')).toContainText(words);

  await row.getByRole('button', { name: texts.removeOf(words) }).focus();
  await page.keyboard.press('Enter');
  await expect(part.getByRole('button', { name: actTexts.cancel })).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(row.getByRole('button')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(part.getByRole('status')).toHaveText(texts.removed(words));
  await expect(row).toHaveCount(0);
  await expect(rows.or(part.getByRole('heading')).and(page.locator(':focus'))).toBeVisible();
});

test('the note of another admin appears without a reload, as text; a refused one stays in the form', async ({
  page,
  watch,
  analyticsSite: { storage },
}) => {
  watch.allowComplaint(/400/);
  await openDashboard(page, '?range=7');
  const { field, part, rows, write } = partsOf(page);
  const words = '<b>&amp; \u061cمرحبا</b>';
  const note = await storage.marks.addNote(dayOf(Date.now()) - 6, words, author);
  await expect(rows.filter({ hasText: '<b>&amp;' })).toHaveCount(1);
  await write.click();
  await field.fill('In a year that is stored no longer');
  await part.getByLabel(texts.day).fill('2001-01-01');
  await part.getByRole('button', { name: texts.save }).click();
  await expect(part.getByRole('status')).not.toBeEmpty();
  await expect(field).toHaveValue('In a year that is stored no longer');
  await storage.marks.removeNote(note?.id ?? 0, author);
  await expect(rows.filter({ hasText: '<b>&amp;' })).toHaveCount(0);
});

test('many marks scroll in their own place, are all on paper, and fit the narrowest screen', async ({
  page,
  analyticsSite: { storage },
}) => {
  const notes = [];
  for (let day = 0; day < 91; day++) {
    const words = `${day} ${'Wide'.repeat(19)}`;
    notes.push(await storage.marks.addNote(dayOf(Date.now()) - day, words, author));
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await openDashboard(page, '?range=91');
  const { part } = partsOf(page);
  await expect(page.locator('.plot-day[data-marked]')).toHaveCount(91);
  const list = part.getByRole('list');
  const hidden = () => list.evaluate((one) => one.scrollHeight - one.clientHeight);
  expect(await hidden()).toBeGreaterThan(1_000);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await findViolations(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  expect(await hidden()).toBe(0);
  for (const note of notes) await storage.marks.removeNote(note?.id ?? 0, author);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true });

  test('a note is about the day that was tapped, also while another element had the focus', async ({
    page,
  }) => {
    await openDashboard(page, '?range=7');
    const { field, part, write, slider } = partsOf(page);
    const plot = page.locator('.plot-days');
    // A tap before the days have arrived chooses none.
    await expect(slider).toHaveValue('6');
    for (const day of [2, 4]) {
      const { width = 0 } = (await plot.boundingBox()) ?? {};
      await plot.tap({ position: { x: (width * (day + 0.5)) / 7, y: 40 } });
      await expect(slider).toHaveValue(`${day}`);
      await write.tap();
      await expect(field).toBeFocused();
      await expect(part.getByLabel(texts.day)).toHaveValue(isoDay(Date.now() - (6 - day) * DAY_MS));
      await write.tap();
      await expect(field).toHaveCount(0);
    }
  });
});

test.describe('without the right to the waitlist', () => {
  test.use({ hasRight: false });

  test('an admin reads the notes, writes none, and sees no mailing', async ({ page }) => {
    await openDashboard(page);
    const { part, rows } = partsOf(page);
    await expect(rows).toHaveCount(2);
    await expect(part.getByRole('button')).toHaveCount(0);
    await expect(part).not.toContainText(texts.mailings.everybody);
  });
});
