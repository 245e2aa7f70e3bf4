import { expect, type Page } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { expectNoShift, fontsOf, watchShifts } from './layout-shifts.ts';
import { test } from './site.ts';

test.use({ timezoneId: 'UTC' });

const WIDTHS = [320, 390, 768, 1440, 1920];
const heading = (page: Page) => page.locator('.scenes-title');
const sentence = (time: string) => `It’s ${time}. `;

const hours = ' one two three four five six seven eight nine ten eleven'.split(' ').slice(1);
const parts = ['five', 'ten', 'quarter', 'twenty', 'twenty-\u2060five'];
const texts = [...hours, 'noon', 'midnight'].flatMap((hour) => [
  hours.includes(hour) ? `${hour} o’clock` : hour,
  `half past ${hour}`,
  ...parts.flatMap((part) => [`${part} past ${hour}`, `${part} to ${hour}`]),
]);

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`the first frame says the visitor’s time, with prefers-reduced-motion: ${reducedMotion}`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      const frames: (string | undefined)[] = [];
      Object.assign(window, { frames });
      const look = () => {
        frames.push(document.querySelector('.scenes-title')?.textContent.replace(/(?<=\. ).*/, ''));
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    for (const [time, said] of [
      ['20:38', 'twenty to nine'],
      ['00:01', 'midnight'],
      ['18:00', 'six o’clock'],
    ]) {
      await page.clock.setFixedTime(`2026-11-22T${time}:00Z`);
      await page.goto(listedScreens.home, { waitUntil: 'networkidle' });
      const frames = await page.evaluate(() => (window as unknown as { frames: string[] }).frames);
      expect([...new Set(frames.filter(Boolean))], `at ${time}`).toEqual([sentence(said ?? '')]);
    }
  });
}

test('when the visitor returns to the tab, the words say the new time', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-22T20:38:00Z');
  await page.goto(listedScreens.home);
  await expect(heading(page)).toContainText(sentence('twenty to nine'));
  await page.clock.setFixedTime('2026-11-22T23:05:00Z');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(heading(page)).toContainText(sentence('five past eleven'));
});

test('nothing moves with the shortest and the longest texts for the time', async ({ page }) => {
  await watchShifts(page);
  for (const width of WIDTHS) {
    for (const time of ['12:00', '00:25', '11:36', '22:24']) {
      await page.setViewportSize({ width, height: 900 });
      await page.clock.setFixedTime(`2026-11-22T${time}:00Z`);
      await page.goto(listedScreens.home);
      await heading(page).scrollIntoViewIfNeeded();
      await fontsOf(page);
      await expectNoShift(page, `at ${time} and ${width} px`);
    }
  }
});

for (const width of WIDTHS) {
  test(`the words for every time fit a screen of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(listedScreens.home);
    await fontsOf(page);
    const faults = await page.evaluate((all) => {
      const time = document.getElementById('time');
      const heading = time?.parentElement;
      if (!time || !heading) return ['the heading is missing'];
      return all.flatMap((text) => {
        time.textContent = text;
        const found: string[] = [];
        if (heading.scrollWidth > heading.clientWidth) found.push(`${text} is too wide`);
        const [said, sentence] = [time, heading.lastElementChild].map((part) =>
          part?.getBoundingClientRect(),
        );
        if (!sentence || !said || sentence.top < said.bottom - 20)
          found.push(`${text} shares a line with the sentence after it`);
        const first = text.split(' ')[0]?.length ?? 0;
        const range = document.createRange();
        range.setStart(time.firstChild as Node, 0);
        range.setEnd(time.firstChild as Node, first);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size !== 1) found.push(`${text} breaks in its first word`);
        return found;
      });
    }, texts);
    expect(faults).toEqual([]);
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the words say six o’clock, because without a script the sky is that of dusk', async ({
    page,
  }) => {
    await page.goto(listedScreens.home);
    await expect(heading(page)).toContainText(sentence('six o’clock'));
  });
});
