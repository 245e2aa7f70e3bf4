import { expect } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { expectNoShift, fontsOf, watchShifts } from './layout-shifts.ts';
import { test } from './site.ts';

test.use({ timezoneId: 'UTC' });

const sentence = (time: string) => `It’s ${time}. `;

const hours = 'one two three four five six seven eight nine ten eleven'.split(' ');
const parts = ['five', 'ten', 'quarter', 'twenty', 'twenty-\u2060five'];
const texts = [...hours, 'noon', 'midnight'].flatMap((hour) => [
  hours.includes(hour) ? `${hour} o’clock` : hour,
  `half past ${hour}`,
  ...parts.flatMap((part) => [`${part} past ${hour}`, `${part} to ${hour}`]),
]);

test('the first frame says the visitor’s time, and a return to the tab the new time', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const frames: (string | undefined)[] = [];
    Object.assign(window, { frames });
    const look = () => {
      frames.push(document.querySelector('.scenes-title')?.textContent.replace(/(?<=\. ).*/, ''));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.clock.setFixedTime('2026-11-22T20:38:00Z');
  await page.goto(listedScreens.home, { waitUntil: 'networkidle' });
  const frames = await page.evaluate(() => (window as unknown as { frames: string[] }).frames);
  expect([...new Set(frames.filter(Boolean))]).toEqual([sentence('twenty to nine')]);
  await page.clock.setFixedTime('2026-11-22T23:05:00Z');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.locator('.scenes-title')).toContainText(sentence('five past eleven'));
});

test('the words for every time fit each width, and nothing moves with the shortest and the longest', async ({
  page,
}) => {
  await watchShifts(page);
  for (const width of [320, 390, 768, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    for (const time of width === 320 || width === 1440 ? ['12:00', '22:24'] : ['00:25']) {
      await page.clock.setFixedTime(`2026-11-22T${time}:00Z`);
      await page.goto(listedScreens.home);
      await page.locator('.scenes-title').scrollIntoViewIfNeeded();
      await fontsOf(page);
      await expectNoShift(page, `at ${time} and ${width} px`);
    }
    expect(await page.evaluate(findMisfits, texts), `at ${width} px`).toEqual([]);
  }
});

/** Runs in the page. Shows each text. @returns the faults of texts that do not fit */
function findMisfits(all: readonly string[]): string[] {
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
    const range = document.createRange();
    range.setStart(time.firstChild as Node, 0);
    range.setEnd(time.firstChild as Node, text.split(' ')[0]?.length ?? 0);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    if (lines.size !== 1) found.push(`${text} breaks in its first word`);
    return found;
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the words say six o’clock, because without a script the sky is that of dusk', async ({
    page,
  }) => {
    await page.goto(listedScreens.home);
    await expect(page.locator('.scenes-title')).toContainText(sentence('six o’clock'));
  });
});
