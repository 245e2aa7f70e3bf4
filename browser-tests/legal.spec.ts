// Long because all chapters and figures are repeated here as text. With imports from the program, these tests would not
// fail if a figure is changed there by mistake.
import { expect } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { BACK_TO_HOME } from '../web/design/screen-texts.ts';
import { test } from './site.ts';

// The build requires the chapters of the specification: `web/legal/legal-texts.ts`.
const documents = [
  {
    path: listedScreens.privacy,
    title: 'Privacy Policy',
    chapters: 13,
    promises: [
      ['information-we-collect', 'make sure that you are 18 or older'],
      ['this-website', 'no cookie and no identifier'],
      ['this-website', 'when it was first given and how often it was given'],
      ['this-website', 'We delete the single views and clicks after 6 months; the totals remain.'],
      ['this-website', 'under names that begin with invite_views_'],
      ['this-website', 'only those of the last 60 seconds count'],
      ['text-messages', 'Reply STOP to opt out, START to opt back in, and HELP for support.'],
      ['children', 'you must be 18 or older'],
    ],
  },
  {
    path: listedScreens.terms,
    title: 'Terms of Service',
    chapters: 18,
    promises: [
      ['eligibility', 'You must be 18 or older'],
      ['core-services', 'Plans:'],
      ['core-services', 'Dinder:'],
      ['core-services', 'Vibe Check:'],
      ['core-services', 'Sponti:'],
      ['core-services', 'Event chat'],
      ['core-services', 'Direct and group messaging'],
      ['core-services', 'Emergency contact:'],
      ['sms-invitations', 'STOP to opt out'],
      ['sms-invitations', 'START to opt back in'],
      ['sms-invitations', 'HELP for support'],
      ['beta', 'an Android version is coming soon'],
      ['liability', 'or US$100, whichever is more'],
      ['termination', 'within 30 days of your request'],
      ['termination', 'from backups within 90 days'],
      ['disputes', 'settle it within 30 days'],
      ['disputes', 'California law applies'],
      ['disputes', 'binding arbitration'],
      ['disputes', 'small claims court'],
      ['disputes', 'within 30 days of first accepting'],
    ],
  },
] as const;

for (const { path, title, chapters, promises } of documents) {
  test(`${title}: every chapter with its promises, which the table of contents and the keyboard reach, and black on white on paper`, async ({
    page,
  }) => {
    await page.goto(path);
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await test.step('date, chapters and promises', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(page.getByText('Last updated June 14, 2025', { exact: true })).toBeVisible();
      await expect(headings).toHaveCount(chapters);
      for (const [chapter, words] of promises) {
        await expect(page.locator(`section#${chapter}`)).toContainText(words);
      }
    });
    await test.step('the keyboard can skip the table of contents', async () => {
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Skip to the text' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    });
    await test.step('the table of contents links to each chapter', async () => {
      const links = contents.getByRole('link');
      const titles = await headings.allTextContents();
      await expect(links).toHaveText(titles);
      for (const index of [0, chapters - 1]) {
        await links.nth(index).click();
        const heading = page.locator('section:target').getByRole('heading', { level: 2 });
        await expect(heading).toHaveText(titles[index] ?? '');
        await expect(heading).toBeInViewport();
      }
      const missing = await page
        .locator('a[href^="#"]')
        .evaluateAll((all) =>
          all
            .map((link) => (link as HTMLAnchorElement).hash.slice(1))
            .filter((anchor) => document.querySelectorAll(`[id="${anchor}"]`).length !== 1),
        );
      expect(missing, 'anchors that are linked and missing').toEqual([]);
    });
    await test.step('it prints black on white, without the table of contents', async () => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await expect(page.getByRole('main')).toHaveCSS('color', 'rgb(0, 0, 0)');
      await expect(page.locator('.legal')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
      await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
      await expect(contents).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
    });
    await page.getByRole('link', { name: BACK_TO_HOME }).click();
    await expect(page).toHaveURL(listedScreens.home);
  });
}

test('what the privacy policy of 2025 did not say has a date', async ({ page }) => {
  await page.goto(listedScreens.privacy);
  for (const text of [
    'When your turn comes',
    'one window of the city',
    'a friend’s link, we also',
  ]) {
    await expect(page.locator('p', { hasText: text })).toContainText(
      /Added on November \d\d, 2026\./,
    );
  }
});

test('the privacy policy names every retention period in a table', async ({ page }) => {
  await page.goto(listedScreens.privacy);
  const rows = page.getByRole('table').getByRole('row');
  const periods = [
    ['Direct and group messages', '12 months'],
    ['Event data, with guest lists, RSVPs, event chat and photos', '6 months after the event'],
    ['Location data', '3 months'],
    ['Technical logs', '6 months'],
    ['Account and profile, Dinder and Sponti history', 'As long as you have an account'],
    ['Your account, once you ask us to delete it', 'Deleted within 30 days'],
    ['Copies of deleted data in backups', 'Removed within 90 days'],
    [
      'Waitlist address (this website)',
      'Until the day that we name when we tell people of our launch, or until you ask',
    ],
    ['Single views and clicks on invite pages (this website)', '6 months; totals remain'],
  ];
  await expect(rows).toHaveText(['WhatHow long', ...periods.map((row) => row.join(''))]);
});
