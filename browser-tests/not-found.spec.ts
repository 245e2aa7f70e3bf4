import { expect } from '@playwright/test';
import { NOT_FOUND_TEXT, screens } from '../contract/screens.ts';
import { BACK_TO_HOME } from '../web/design/link-texts.ts';
import { test } from './site.ts';

for (const path of ['/nobody-is-here', '/privacy/nobody', '/index.html']) {
  test(`${path} answers 404 and shows only the text of the specification`, async ({
    page,
    watch,
  }) => {
    watch.expectComplaint(/status of 404/);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.locator('body')).toHaveText(NOT_FOUND_TEXT, { useInnerText: true });
    await expect(page.getByRole('heading', { level: 1, name: NOT_FOUND_TEXT })).toBeVisible();
    expect(scripts).toEqual([]);
  });
}

test('the moon links to the home page, by mouse and by keyboard', async ({ page, watch }) => {
  watch.expectComplaint(/status of 404/);
  await page.goto('/nobody-is-here');
  const moon = page.getByRole('link', { name: BACK_TO_HOME, exact: true });
  await page.keyboard.press('Tab');
  await expect(moon).toBeFocused();
  await expect(moon).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(screens.home);
  await page.goBack();
  await moon.click();
  await expect(page).toHaveURL(screens.home);
});
