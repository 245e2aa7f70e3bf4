import { expect, type Page } from '@playwright/test';
import { standingTexts } from '../web/screens/mail-link/standing-texts.ts';
import { expectNoFaults } from './find-faults.ts';
import { letterTo, newSignUp, standingOf, test } from './mail-site.ts';
import { findViolations } from './violations.ts';

const { confirmed, left } = standingTexts;
/** Rules about landmarks. Letters have no landmarks, because mail programs show them inside their own page. */
const OF_WHOLE_PAGES = ['landmark-one-main', 'region'];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} mode`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds no violation before and after the confirmation, and after leaving', async ({
      page,
      mail,
    }) => {
      const { open } = await newSignUp(mail);
      const { heading, button } = standingOf(page);
      await page.goto(open);
      await button(standingTexts.asked.confirm).waitFor();
      expect(await findViolations(page)).toEqual([]);
      await button(standingTexts.asked.confirm).click();
      await expect(heading).toContainText(confirmed.title);
      expect(await findViolations(page)).toEqual([]);
      await button(confirmed.leave).click();
      await expect(heading).toHaveText(left.title);
      expect(await findViolations(page)).toEqual([]);
    });

    for (const width of [360, 640]) {
      test(`a letter fits a width of ${width} px, and axe finds no violation`, async ({
        page,
        mail,
      }) => {
        const { email } = await newSignUp(mail);
        const html = await letterTo(mail, email);
        await page.setViewportSize({ width, height: 740 });
        await page.setContent(html);
        await expectToFit(page, width);
        const violations = await findViolations(page);
        expect(violations.filter(([rule]) => !OF_WHOLE_PAGES.includes(rule))).toEqual([]);
      });
    }
  });
}

test('on the page of a member nothing is covered, cut off or too wide at any window size, also with text of 200 %', async ({
  page,
  mail,
}) => {
  const { open } = await newSignUp(mail, { isConfirmed: true });
  await page.goto(open);
  await expect(standingOf(page).heading).toContainText(confirmed.title);
  await expectNoFaults(page);
});

test('on tablets and desktops the button is right below the words', async ({ page, mail }) => {
  const { open } = await newSignUp(mail);
  const { confirm, words } = standingTexts.asked;
  for (const [width, height] of [
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(open);
    await page.reload();
    const button = await standingOf(page).button(confirm).boundingBox();
    const text = await page.locator('#standing > p', { hasText: words }).first().boundingBox();
    const gap = (button?.y ?? 0) - (text?.y ?? 0) - (text?.height ?? 0);
    expect(gap, `at ${width} px`).toBeLessThan(40);
  }
});

async function expectToFit(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
}
