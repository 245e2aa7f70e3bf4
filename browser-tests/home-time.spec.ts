import { expect } from '@playwright/test';
import { listedScreens } from '../contract/screens.ts';
import { test } from './site.ts';

test.use({ timezoneId: 'UTC' });

const sentence = (time: string) => `It’s ${time}. `;

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
